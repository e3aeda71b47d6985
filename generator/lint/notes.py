"""Flavors as the rules over them see them: notes of files, or those of an inventory."""

from collections.abc import Mapping
from functools import cached_property, lru_cache

from generator.capacity.errors import RefusedError
from generator.capacity.guest import guest_of
from generator.capacity.page_text import page_of
from generator.capacity.texts import is_true
from generator.capacity.types import Guest, Specs
from generator.deployment.inventory_keys import inventory_key
from generator.deployment.types import DeploymentView, FlavorNote
from generator.deployment.values import At, Value
from generator.lint.tuned_roles import whole_number
from generator.record import Frozen, record
from generator.values import MAX_CPU, MemorySize

MULTIQUEUE = "hw_vif_multiqueue_enabled"
POLICY, THREADS, EMULATOR = "hw:cpu_policy", "hw:cpu_thread_policy", "hw:emulator_threads_policy"
PAGES, NODES = "hw:mem_page_size", "hw:numa_nodes"
_SMALL_KIB = 4


@record
class Note(Frozen):
    """A flavor with the parts that rules ask for."""

    name: str
    properties: Mapping[str, Value]
    flavor: Value | None
    image: Value | None
    image_properties: Mapping[str, Value]
    roles: tuple[str, ...] | None  # whose hosts its guests are for; None: any
    planned: bool  # of an inventory

    @property
    def vcpus(self) -> int | None:
        """Its vCPUs, None where the note does not tell."""
        return (whole_number(self.part("vcpus"), 0) or None) if self.flavor else None

    @property
    def ram_mib(self) -> int | None:
        """Its memory, None where the note does not tell."""
        return (whole_number(self.part("ram"), 0) or None) if self.flavor else None

    def part(self, key: str) -> Value | None:
        """A field of the flavor."""
        return self.flavor.get(key) if self.flavor else None

    def text(self, key: str) -> str:
        """An extra spec, "" where it is not set."""
        value = self.properties.get(key)
        return "" if value is None or value.content is None else str(value.content)

    @cached_property
    def specs(self) -> Mapping[str, str]:
        """The extra specs as Nova gets them."""
        return texts(self.properties)

    @cached_property
    def shape(self) -> Specs | None:
        """The flavor as Nova reads it, as far as the note tells; None without vCPUs, or
        with more than any machine has."""
        if self.vcpus is None or self.vcpus > MAX_CPU:
            return None
        return Specs(self.vcpus, self.ram_mib or 0, self.specs, texts(self.image_properties))

    @cached_property
    def answer(self) -> Guest | RefusedError | None:
        """What a server of it asks of its host, or why Nova refuses to make one."""
        if self.shape is None:
            return None
        try:
            return guest_of(self.shape)
        except RefusedError as error:
            return error

    @property
    def guest(self) -> Guest | None:
        """What a server of it asks of its host, None where nobody can tell."""
        return None if isinstance(self.answer, RefusedError) else self.answer

    @property
    def dedicated(self) -> bool:
        """Whether its guests get CPUs of their own, as flavor or image ask."""
        image = self.image_properties.get("hw_cpu_policy")
        asked = (self.specs.get(POLICY), image.content if image else None)
        return "dedicated" in asked or bool(self.specs.get("resources:PCPU"))

    @property
    def page_kib(self) -> int | None:
        """The page size if it is a number."""
        page = page_of(self.specs.get(PAGES, ""))
        return page if isinstance(page, int) else None

    @property
    def huge(self) -> bool:
        """Whether no small pages will do."""
        return self.specs.get(PAGES) == "large" or (self.page_kib or 0) > _SMALL_KIB

    def place(self, key: str) -> At:
        """Where a part of the note is written: a spec, a property, a field; else its whole."""
        for entries in (self.properties, self.image_properties):
            if key in entries:
                return entries[key].at
        if found := self.part(key) or self.part("properties") or self.flavor:
            return found.at
        raise ValueError(f"a note without a flavor has no {key}")

    def called(self, key: str) -> str:
        """What an extra spec is called where its user sets it: an inventory has keys of its
        own for some, unless they are written out."""
        written = self.properties.get(key)
        if not self.planned or (written and spelled(key, written)):
            return key
        return inventory_key(key)

    def memory(self, mib: int) -> str:
        """MiB as the file writes them."""
        return str(MemorySize.mib(mib) if self.planned else mib)

    @property
    def multiqueue(self) -> bool:
        """Whether the image switches multiqueue on."""
        value = self.image_properties.get(MULTIQUEUE)
        return value is not None and is_true(str(value.content))


def spelled(key: str, value: Value) -> bool:
    """Whether a spec or a property is written by its own name; an inventory derives others."""
    return value.at.path[-1] == key


def texts(values: Mapping[str, Value]) -> dict[str, str]:
    """Values as Nova gets them, all of them text; not those that a deployment provides."""
    return {
        key: _text(value.content)
        for key, value in values.items()
        if isinstance(value.content, str | int | float)
    }


def _text(content: str | int | float) -> str:
    return str(content).lower() if isinstance(content, bool) else str(content)


def _note(note: FlavorNote, planned: bool) -> Note:
    name = note.flavor.get("name") if note.flavor else None
    specs = note.flavor.get("properties") if note.flavor else None
    images = note.image.get("properties") if note.image else None
    return Note(
        str(name.content) if name else "the flavor",
        specs.entries if specs else {}, note.flavor, note.image, images.entries if images else {},
        note.roles, planned,
    )  # fmt: skip


@lru_cache(maxsize=1)
def notes(view: DeploymentView) -> tuple[Note, ...]:
    """The flavors of a deployment. Many rules ask one after the other."""
    return tuple(_note(each, view.planned) for each in view.flavors)


def flavors(view: DeploymentView) -> tuple[Note, ...]:
    """Those that are more than a note about an image."""
    return tuple(note for note in notes(view) if note.flavor)
