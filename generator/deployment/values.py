"""A value with the place that decided it, and what stands for values nobody can know yet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, TypeGuard

from generator.findings import Location, Path, Place, path_text
from generator.reading.document import Document
from generator.reading.yaml_nodes import Mapping as MappingNode
from generator.reading.yaml_nodes import Node, Scalar
from generator.reading.yaml_nodes import Sequence as SequenceNode


class At(NamedTuple):
    """A place in a document."""

    document: Document
    path: Path = ()
    on_key: bool = False

    @property
    def location(self) -> Location:
        """Where it lies in the file: of the value, or of the key that names it. A value that
        begins below its key, such as a list, lies from the key on: that is the line that
        people look for."""
        key, node = self.document.nodes(Place(self.path))
        if key and not self.on_key and node.start[0] > key.start[0]:
            return Location(self.document.file, *key.start, *node.end)
        return self.document.locate(Place(self.path, self.on_key))

    @property
    def key(self) -> "At":
        """The place of the key that names the value."""
        return self._replace(on_key=True)

    def step(self, *steps: str | int) -> "At":
        """A place below."""
        return At(self.document, (*self.path, *steps))

    def __str__(self) -> str:
        at = self.location
        return f"{at.file}:{at.line}:{at.column} {path_text(self.path)}"


class Provided(NamedTuple):
    """A value that the product passes to a nic-config and that the files do not tell.

    `what`: address, prefix, gateway, routes, mtu, vlan, dns. `network`: a network's name,
    or ctlplane.
    """

    name: str  # of the Heat parameter
    network: str
    what: str

    def __str__(self) -> str:
        return f"{{{self.name}}}"


class Composed(NamedTuple):
    """Text with provided values in it, such as an address and its prefix length."""

    parts: tuple[str | Provided, ...]

    def __str__(self) -> str:
        return "".join(map(str, self.parts))


class Unresolved(NamedTuple):
    """A value that cannot be told from the files. `name` is the parameter, resource or file
    that it hangs on, if there is one.

    `kind`: undeclared (get_param of a name that the template does not declare), missing (no
    value and no default), file (not present), function (not resolved here), broken (wrong
    arguments of a function).
    """

    kind: str
    reason: str
    name: str = ""


Atom: TypeAlias = str | int | float | bool | None
Symbol: TypeAlias = Provided | Composed | Unresolved
Content: TypeAlias = "Atom | Symbol | tuple[Value, ...] | Mapping[str, Value]"


@dataclass(frozen=True, eq=False, repr=False)
class Value:
    """A value, its place, and the earlier values that it took the place of.

    In a nic-config `at` is where the value itself was written (in an environment file, if
    get_param took it from there) and `used` where the template uses it. A value of a plan
    that nobody wrote is `derived`, and lies at what it was derived for; `pieces` are the
    places of parts of it that are decided apart, such as arguments of KernelArgs, and of a
    derived MTU those of the networks that ask for it.
    """

    content: Content
    at: At
    shadowed: tuple["Value", ...] = ()  # the oldest first
    used: At | None = None
    parameters: tuple[str, ...] = ()  # names that get_param took it from, the outermost first
    derived: bool = False
    pieces: tuple[tuple[str, "At"], ...] = ()

    def place(self, piece: str) -> "At":
        """Where a part of the value is decided."""
        return dict(self.pieces).get(piece, self.at)

    @property
    def data(self) -> Any:
        """Plain data; symbols stand in it as they are."""
        content = self.content
        if isinstance(content, Mapping):
            return {key: value.data for key, value in content.items()}
        if is_items(content):
            return [value.data for value in content]
        return content

    @property
    def known(self) -> bool:
        """Whether there is no symbol in it."""
        if isinstance(self.content, Provided | Composed | Unresolved):
            return False
        return all(value.known for value in self.parts())

    @property
    def text(self) -> str | None:
        """The text as it was written, of a single value; `010` and not 8."""
        _, node = self.at.document.nodes(Place(self.at.path))
        return node.text if isinstance(node, Scalar) else None

    @property
    def items(self) -> tuple["Value", ...]:
        """The items of a list; nothing for any other value."""
        return self.content if is_items(self.content) else ()

    @property
    def entries(self) -> Mapping[str, "Value"]:
        """The entries of a mapping; nothing for any other value."""
        return self.content if isinstance(self.content, Mapping) else {}

    def get(self, key: str) -> "Value | None":
        """An entry of a mapping."""
        return self.entries.get(key)

    def parts(self) -> Iterator["Value"]:
        """The items or entries."""
        yield from self.items or self.entries.values()


def is_items(content: Any) -> TypeGuard[tuple["Value", ...]]:
    """Whether a value's content is a list. Symbols are tuples too."""
    return type(content) is tuple


def value_of(node: Node, at: At) -> Value:
    """The value of a node that stands at a place."""
    match node:
        case Scalar():
            return Value(node.value, at)
        case SequenceNode():
            return Value(tuple(value_of(item, at.step(i)) for i, item in enumerate(node.items)), at)
        case MappingNode():
            return Value(
                {key: value_of(value, at.step(key)) for key, (_, value) in node.entries.items()},
                at,
            )


def whole(document: Document) -> Value:
    """A whole document."""
    return value_of(document.root, At(document))


def overlaid(old: Value | None, new: Value) -> Value:
    """`new` read after `old`, as Heat's client merges: mappings key by key at any depth,
    everything else replaced; a null does not erase a mapping."""
    if old is None:
        return new
    if isinstance(old.content, Mapping):
        if new.content is None:
            return old
        if isinstance(new.content, Mapping):
            merged = dict(old.content)
            for key, value in new.content.items():
                merged[key] = overlaid(merged.get(key), value)
            return Value(merged, new.at, _behind(old))
    return Value(new.content, new.at, _behind(old))


def _behind(old: Value) -> tuple[Value, ...]:
    """A value and those that it replaced itself, each without the others."""
    return (*old.shadowed, Value(old.content, old.at)) if old.shadowed else (old,)


def made(data: Any, at: At) -> Value:
    """Plain data that stands at one place as a whole, such as a plan's values."""
    if isinstance(data, Mapping):
        return Value({str(key): made(value, at) for key, value in data.items()}, at)
    if isinstance(data, list) or type(data) is tuple:
        return Value(tuple(made(item, at) for item in data), at)
    return Value(data, at)
