"""Which PMD thread polls which receive queue, as a table of a printed plan."""

import textwrap
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from generator.commands.plan_text import BOUND, WIDTH, paragraph

Item = dict[str, Any]
Row = tuple[str, str, str]
_INDENT = "    "
_HEADS = ("NUMA node", "PMD core", "port:queue")
_CORES = 30  # columns at most


def polling_table(polling: Item) -> Iterator[str]:
    """The map and what to know about it."""
    yield ""
    yield f"  Polling by Open vSwitch {polling['ovs_version']}, {polling['algorithm']}"
    rows = [_HEADS, *map(_row, polling["threads"])]
    if polling["unpolled"]:
        rows.append(("-", "none", _queues(polling["unpolled"], None)))
    cores = min(_CORES, max(len(row[1]) for row in rows))
    for row in rows:
        yield from _lines(row, cores)
    for note in polling["notes"]:
        yield from paragraph(note, len(_INDENT), 2)


def _row(thread: Item) -> Row:
    cores = ", ".join(map(str, thread["cores"]))
    core = (
        f"one of {cores}" if len(thread["cores"]) > 1 else cores + " isolated" * thread["isolated"]
    )
    return str(thread["numa_node"]), core, _queues(thread["queues"], thread["numa_node"])


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
    columns = ([row[0]], textwrap.wrap(row[1], cores), textwrap.wrap(row[2], rest))
    for first, core, queues in zip_longest(*columns, fillvalue=""):
        yield f"{_INDENT}{first:<{node}}  {core:<{cores}}  {queues}".replace(BOUND, " ")
