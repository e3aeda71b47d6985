"""Which PMD thread polls which receive queue, as a table of a printed plan."""

import textwrap
from collections.abc import Iterator
from itertools import groupby, zip_longest
from typing import Any

from generator.commands.plan_text import BOUND, WIDTH, paragraph

Item = dict[str, Any]
Row = tuple[str, str, list[str]]
"""A NUMA node, cores, and what each of their threads polls."""
_INDENT = "    "
_HEADS: Row = ("NUMA node", "PMD core", ["port:queue"])
_CORES = 30  # columns at most


def polling_table(polling: Item) -> Iterator[str]:
    """The map and what to know about it."""
    yield ""
    yield f"  Polling by Open vSwitch {polling['ovs_version']}, {polling['algorithm']}"
    rows = [_HEADS, *_rows(polling["threads"])]
    if polling["unpolled"]:
        rows.append(("-", "none", [_queues(polling["unpolled"], None)]))
    cores = min(_CORES, max(len(core) for _, core, _ in rows))
    for row in rows:
        yield from _lines(row, cores)
    for note in polling["notes"]:
        yield from paragraph(note, len(_INDENT), 2)


def _rows(threads: list[Item]) -> Iterator[Row]:
    """A row for each thread; one for all those that only together have certain cores."""
    for (node, cores), alike in groupby(threads, lambda each: (each["numa_node"], each["cores"])):
        group = list(alike)
        core = ", ".join(map(str, cores))
        if len(cores) > 1:
            core = f"one each of {core}"
        elif group[0]["isolated"]:
            core += " isolated"
        yield str(node), core, [_queues(each["queues"], node) for each in group]


def _queues(queues: list[Item], node: int | None) -> str:
    """dpdk0:0 (ens4f0), with the port's NUMA node where the thread is on another."""
    named = [f"{each['port']}:{each['queue']} ({_of(each, node)})" for each in queues]
    return ", ".join(name.replace(" ", BOUND) for name in named) or "-"


def _of(queue: Item, node: int | None) -> str:
    interface, own = queue["interface"], queue["numa_node"]
    return f"{interface}" if own == node else f"{interface}, node {own}"


def _lines(row: Row, cores: int) -> Iterator[str]:
    """A row, the last two columns in as many lines as they need."""
    node, rest = len(_HEADS[0]), WIDTH - len(_INDENT) - len(_HEADS[0]) - cores - 4
    polled = [
        line for group in row[2] for line in textwrap.wrap(group, rest, subsequent_indent="  ")
    ]
    columns = ([row[0]], textwrap.wrap(row[1], cores), polled)
    for first, core, queues in zip_longest(*columns, fillvalue=""):
        line = f"{_INDENT}{first:<{node}}  {core:<{cores}}  {queues}"
        yield line.rstrip().replace(BOUND, " ")
