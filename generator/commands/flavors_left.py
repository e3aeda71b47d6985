"""What guests leave of many hosts, as a few lines."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from generator.checks.wording import counted
from generator.commands.plan_text import paragraph
from generator.values import MemorySize

Item = dict[str, Any]

_ONE_BY_ONE = 3  # so many kinds of hosts are shown each; of more the range
_CLASSES = 6


def hosts_left(groups: list[Item]) -> Iterator[str]:
    """What is left by NUMA node: of each kind of host, or from the least to the most."""
    if len(groups) <= _ONE_BY_ONE:
        for group in groups:
            for node, own in enumerate(group["left"]):
                head = f"left on {counted(group['hosts'], 'host')} of NUMA node {node}"
                yield from paragraph(f"{head}: {room_text(own)}", 6)
        return
    for node in range(len(groups[0]["left"])):
        rooms = [group["left"][node] for group in groups]
        yield from paragraph(f"left on a host of NUMA node {node}: {_range_text(rooms)}", 6)
    hosts = Counter[int]()
    for group in groups:
        hosts[sum(own["cpus"] for own in group["left"])] += group["hosts"]
    classes = (f"{text} on {counted(count, 'host')}" for text, count in _classes(hosts))
    yield from paragraph(f"CPUs left of all nodes: {', '.join(classes)}", 6)


def room_text(own: Item) -> str:
    """The room of a NUMA node on one line."""
    pages = [f"{count} pages of {size}" for size, count in own["pages"].items()]
    return ", ".join(
        [counted(own["cpus"], "CPU"), counted(own["cores"], "whole core"), *pages, own["memory"]]
    )


def _range_text(rooms: list[Item]) -> str:
    memory = [MemorySize.parse(own["memory"]) for own in rooms]
    least, most = str(min(memory)), str(max(memory))
    return ", ".join((
        f"{_range(own['cpus'] for own in rooms)} CPUs",
        f"{_range(own['cores'] for own in rooms)} whole cores",
        *(f"{_range(own['pages'][size] for own in rooms)} pages of {size}"
          for size in rooms[0]["pages"]),
        least if least == most else f"{least} to {most}",
    ))  # fmt: skip


def _range(numbers: Iterable[int]) -> str:
    found = sorted(numbers)
    return str(found[0]) if found[0] == found[-1] else f"{found[0]} to {found[-1]}"


def _classes(hosts: Counter[int]) -> Iterator[tuple[str, int]]:
    """Numbers with how many hosts have them; close ones together where there are many."""
    least, most = min(hosts), max(hosts)
    width = 1 if len(hosts) <= _CLASSES else -(-(most - least + 1) // _CLASSES)
    classes: dict[int, list[int]] = {}
    for number in sorted(hosts):
        classes.setdefault((number - least) // width, []).append(number)
    for numbers in classes.values():
        yield _range(numbers), sum(hosts[number] for number in numbers)
