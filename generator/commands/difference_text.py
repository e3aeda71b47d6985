"""What differs between two deployments, for people."""

from collections.abc import Iterator, Mapping, Sequence

from generator.commands.difference_reasons import reasons
from generator.commands.difference_values import before_and_after, one
from generator.commands.plan_text import paragraph, title
from generator.explained import Mark
from generator.whatif.needs import NOWHERE
from generator.whatif.types import Area, Change, Difference

_SHARED = "All roles"
_TITLES = {
    Area.NETWORK: "Network {}", Area.FLAVOR: "Flavor {}", Area.IMAGE: "Image {}",
    Area.AGGREGATE: "Host aggregate {}", Area.COMMAND: "Deploy command",
    Area.ROOT_DISK: "Root disks",
}  # fmt: skip
_NOWHERE = "no node"


def difference_text(found: Difference) -> Iterator[str]:
    """The keys that were written differently, the values that change by them with reasons,
    and what it all needs on nodes that are there."""
    yield f"old: {found.old}"
    yield f"new: {found.new}"
    if found.keys:
        yield from title("Keys")
        for each in found.keys:
            yield from paragraph(f"{each.path}: {one(each.old)} -> {one(each.new)}", 2)
    sources = [source for change in found.changes for each in change.effects
               for source in each.effect.sources]  # fmt: skip
    numbers = {source: index for index, source in enumerate(dict.fromkeys(sources), 1)}
    for head, changes in _groups(found.changes).items():
        yield from title(head)
        for change in changes:
            yield from _change(change, numbers)
    if found.changes:
        yield from _needs(found)
        yield from _sources(numbers)
    else:
        yield from ("", "nothing differs in what is deployed")
    for note in found.notes:
        yield ""
        yield from paragraph(f"note: {note}", 0)


def _groups(changes: Sequence[Change]) -> dict[str, list[Change]]:
    """Changes by what they belong to, in the order in which it comes first."""
    found: dict[str, list[Change]] = {}
    for change in changes:
        key = change.key
        head = _TITLES.get(key.area, key.of or _SHARED).format(key.of)
        found.setdefault(head, []).append(change)
    return found


def _change(change: Change, numbers: Mapping[str, int]) -> Iterator[str]:
    yield from paragraph(f"{_name(change)}: {before_and_after(change)}", 2)
    if change.with_it:
        yield from paragraph(f"with it: {_with(change)}", 6)
    for which, line in reasons(change.old, change.new):
        yield from paragraph(f"{which}: {line}", 6)
    for effect, roles in change.effects:
        where = f" on {', '.join(roles)}" if roles and roles != (change.key.of,) else ""
        yield from paragraph(f"needs: {', '.join(effect.needs)}{where}", 6)
        inferred = " (inferred)" if effect.known and effect.mark is Mark.INFERRED else ""
        notes = "".join(f" [{numbers[source]}]" for source in effect.sources)
        yield from paragraph(f"{effect.why}{inferred}{notes}", 8, 0)


def _name(change: Change) -> str:
    """`ovs_dpdk_bond dpdkbond0 mtu`; of a whole its own name is in the title."""
    key = change.key
    parts = [*key.inside[-1:], key.name] if key.inside else [key.name]
    name = " ".join(part for part in parts if part)
    if not name:
        name = "the whole " + ("role" if key.area is Area.ROLE else key.area.value)
        name = "kernel ports" if key.area is Area.KERNEL_PORT else name
    return " and ".join((name, *change.also))


def _with(change: Change) -> str:
    """The settings that change too, each kind once with its roles."""
    roles: dict[str, list[str]] = {}
    for key in change.with_it:
        name = key.name if change.key.area is Area.PARAMETER else ""
        label = f"{key.inside[-1]} {name}".rstrip()
        roles.setdefault(label, []).append(key.of)
    return ", ".join(
        label if set(of) == {change.key.of} else f"{label} of {' and '.join(of)}"
        for label, of in roles.items()
    )


def _needs(found: Difference) -> Iterator[str]:
    yield from title("What it needs on nodes that are there")
    width = max(len(role or _NOWHERE) for role in found.needs)
    for role in sorted(found.needs, key=lambda each: each == NOWHERE):
        needs = [each for each in found.needs[role] if each != "none"] or ["none"]
        name = role or _NOWHERE
        yield from paragraph(f"{name:<{width}}  {', '.join(needs)}", 2)
    yield ""
    used = {need for needs in found.needs.values() for need in needs}
    for need, meaning in found.meanings.items():
        if need in used:
            yield from paragraph(f"{need}: {meaning}", 2)


def _sources(numbers: Mapping[str, int]) -> Iterator[str]:
    yield from title("Sources")
    for source, number in numbers.items():
        yield from paragraph(f"[{number}] {source}", 2)
