"""The sizing of a role as plain text: ports, nodes, cards, and line rates by frame size."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from generator.checks.wording import counted
from generator.commands.plan_text import paragraph, recalled_mark, text

Item = dict[str, Any]


def sizing_lines(sizing: Item) -> Iterator[str]:
    """The lines below the heading."""
    said = "as declared" if sizing["declared"] else "nothing is declared under traffic"
    yield from paragraph(f"each port carries {sizing['load']}, both ways ({said})", 4)
    yield from _said("a PMD thread serves", sizing["pmd_thread"], 4)
    for port, names in groupby(sizing["ports"], lambda name: sizing["ports"][name]):
        yield from _port(", ".join(names), port)
    for node in sizing["nodes"]:
        yield from _node(node)
    for kind, cards in groupby(sizing["cards"], lambda card: {**card, "ports": None}):
        yield from _card(kind, [", ".join(card["ports"]) for card in cards])
    for model, rows in sizing["line_rates"].items():
        yield from _rates(model, rows)


def sizing_facts(sizing: Item) -> Iterator[Item]:
    """What the numbers rest on."""
    items = [sizing["pmd_thread"]]
    for port in sizing["ports"].values():
        items += [port["cycles"], port["pps"]]
    for node in sizing["nodes"]:
        items.append(node["pmd_threads_at_most"])
    for card in sizing["cards"]:
        items += [each for each in (card["slot"], card["packets"], card["all_ports"]) if each]
    for item in items:
        yield from item["facts"]


def _port(names: str, port: Item) -> Iterator[str]:
    queues = counted(port["rx_queues"], "rx queue")
    yield from paragraph(
        f"{names}, NUMA node {port['numa_node']}: {port['pps']['value']} frames/s of"
        f" {port['frame']} bytes, {port['rate']['value']}, {_giga(port['cycles'])} cycles/s:"
        f" {queues}",
        4,
    )
    yield from paragraph(f"frames {text(port['frames']['value'])}: {port['frames']['rule']}", 8)
    yield from paragraph(port["pps"]["rule"], 8)
    yield from paragraph(port["cycles"]["rule"], 8)


def _node(node: Item) -> Iterator[str]:
    cores, name = node["pmd_cores"], f"NUMA node {node['node']}"
    yield from paragraph(f"{name}: {counted(cores['value'], 'PMD core')}{recalled_mark(cores)}", 4)
    for line in cores["rule"].splitlines():
        yield from paragraph(line.removeprefix(f"{name}: "), 8)
    if node["cycles"]["value"]:
        yield from paragraph(node["pmd_threads_at_most"]["rule"], 8)


def _card(card: Item, ports: list[str]) -> Iterator[str]:
    yield from paragraph(f"{card['nic']} ({'; '.join(ports)})", 4)
    if card["slot"] is None:
        yield from paragraph("what its slot passes is not known", 8)
    else:
        yield from paragraph(f"{card['slot']['rule']}{recalled_mark(card['slot'])}", 8)
        for asked in (card["all_ports"], card["dpdk_ports"]):
            yield from paragraph(f"{asked['rule']}; {asked['slot_percent']} % of that", 8)
    if card["packets"]:
        yield from paragraph(card["packets"]["rule"], 8)


def _rates(model: str, rows: list[Item]) -> Iterator[str]:
    yield from paragraph(f"{model}: frames per second, port and direction", 4)
    yield "       bytes    line rate  port passes  a PMD serves  PMDs"
    for row in rows:
        yield (
            f"      {row['frame']:>6} {row['line_rate_pps']:>12.1f} {row['port_pps']:>12.1f}"
            f" {row['pmd_thread_pps']:>13.1f} {row['pmd_threads']:>5}"
        )


def _said(head: str, item: Item, indent: int) -> Iterator[str]:
    yield from paragraph(f"{head} {_giga(item)} cycles/s{recalled_mark(item)}", indent)
    yield from paragraph(item["rule"], indent + 4)


def _giga(item: Item) -> str:
    return f"{item['value'] / 10**9:.3f} G"
