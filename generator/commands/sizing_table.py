"""The sizing of a role as plain text: ports, nodes, cards, and line rates by frame size."""

from collections.abc import Iterator
from typing import Any

from generator.checks.wording import counted
from generator.commands.plan_text import paragraph, recalled_mark, text

Item = dict[str, Any]

_RATES = ("frame", "line rate pps", "port passes", "a PMD serves", "PMDs")


def sizing_lines(sizing: Item) -> Iterator[str]:
    """The lines below the heading."""
    said = "as declared" if sizing["declared"] else "nothing is declared under traffic"
    yield from paragraph(f"each port carries {sizing['load']}, both ways ({said})", 4)
    yield from _said("a PMD thread serves", sizing["pmd_thread"], 4)
    for name, port in sizing["ports"].items():
        yield from _port(name, port)
    for node in sizing["nodes"]:
        yield from _node(node)
    for card in sizing["cards"]:
        yield from _card(card)
    for model, rows in sizing["line_rates"].items():
        yield from _rates(model, rows)


def _port(name: str, port: Item) -> Iterator[str]:
    queues = counted(port["rx_queues"], "rx queue")
    yield from paragraph(
        f"{name}, NUMA node {port['numa_node']}: {port['pps']['value']} pps of {port['frame']}"
        f" bytes, {port['rate']['value']}, {_giga(port['cycles'])} cycles/s: {queues}",
        4,
    )
    yield from paragraph(f"frames {text(port['frames']['value'])}: {port['frames']['rule']}", 8)
    yield from paragraph(port["pps"]["rule"], 8)
    yield from paragraph(port["cycles"]["rule"], 8)


def _node(node: Item) -> Iterator[str]:
    cores = node["pmd_cores"]
    head = f"NUMA node {node['node']}: {counted(cores['value'], 'PMD core')}"
    yield from paragraph(f"{head}{recalled_mark(cores)}", 4)
    for line in cores["rule"].splitlines():
        yield from paragraph(line, 8)
    if node["cycles"]["value"]:
        yield from paragraph(node["pmd_threads_at_most"]["rule"], 8)


def _card(card: Item) -> Iterator[str]:
    yield from paragraph(f"card {card['nic']} ({', '.join(card['ports'])})", 4)
    if card["slot"] is None:
        yield from paragraph("what its slot passes is not known", 8)
    else:
        yield from paragraph(f"{card['slot']['rule']}{recalled_mark(card['slot'])}", 8)
        for asked in ("all_ports", "dpdk_ports"):
            item = card[asked]
            yield from paragraph(f"{item['rule']}; {item['slot_percent']} % of the slot", 8)
    if card["packets"]:
        yield from paragraph(card["packets"]["rule"], 8)


def _rates(model: str, rows: list[Item]) -> Iterator[str]:
    yield from paragraph(f"line rates of {model}, per port and direction", 4)
    yield f"      {_RATES[0]:>6} {_RATES[1]:>15} {_RATES[2]:>13} {_RATES[3]:>13} {_RATES[4]:>5}"
    for row in rows:
        yield (
            f"      {row['frame']:>6} {row['line_rate_pps']:>15.1f} {row['port_pps']:>13.1f}"
            f" {row['pmd_thread_pps']:>13.0f} {row['pmd_threads']:>5}"
        )


def _said(head: str, item: Item, indent: int) -> Iterator[str]:
    yield from paragraph(f"{head} {_giga(item)} cycles/s{recalled_mark(item)}", indent)
    yield from paragraph(item["rule"], indent + 4)


def _giga(item: Item) -> str:
    return f"{item['value'] / 10**9:.3f} G"
