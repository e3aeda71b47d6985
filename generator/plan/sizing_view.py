"""The sizing of a role as plain data."""

from collections.abc import Callable
from typing import Any

from generator.derive.card_load import CardLoad
from generator.derive.pmd_cores import NodeLoad
from generator.derive.pmd_load import PortLoad
from generator.derive.rate_table import RateRow
from generator.explained import Explained
from generator.plan.types import Sizing
from generator.values import DataRate

Data = dict[str, Any]
Show = Callable[[Explained[Any]], Data]
"""Makes plain data of a value with its reason."""


def sizing_view(sizing: Sizing, queues: dict[str, Explained[int]], show: Show) -> Data:
    """Every number with its reason. `queues` are those of the ports by name."""
    return {
        "declared": sizing.declared,
        "load": "line rate" if sizing.load is None else str(sizing.load),
        "pmd_thread": show(sizing.thread),
        "ports": {
            load.port.name: _port(load, show) | {"rx_queues": queues[load.port.name].value}
            for load in sizing.ports
        },
        "nodes": [_node(node, sizing, show) for node in sizing.nodes],
        "cards": [_card(card, show) for card in sizing.cards],
        "line_rates": {
            model: [_rates(row) for row in rows] for model, rows in sizing.rates.items()
        },
    }


def _port(load: PortLoad, show: Show) -> Data:
    return {
        "numa_node": load.node,
        "frames": show(load.frames),
        "frame": load.frame,
        "pps": show(load.pps),
        "rate": show(load.rate),
        "cycles": show(load.cycles),
    }


def _node(node: NodeLoad, sizing: Sizing, show: Show) -> Data:
    return {
        "node": node.node,
        "cycles": show(node.cycles),
        "pmd_threads": show(node.threads),
        "pmd_threads_at_most": show(node.room),
        "pmd_cores": show(sizing.pmd_cores[node.node]),
    }


def _card(card: CardLoad, show: Show) -> Data:
    return {
        "nic": card.nic,
        "ports": list(card.ports),
        "slot": None if card.slot is None else show(card.slot),
        "packets": None if card.packets is None else show(card.packets),
        "all_ports": show(card.every) | {"slot_percent": _percent(card.every, card.slot)},
        "dpdk_ports": show(card.asked) | {"slot_percent": _percent(card.asked, card.slot)},
    }


def _percent(asked: Explained[DataRate], slot: Explained[DataRate] | None) -> float | None:
    """How much of what the slot passes."""
    if slot is None:
        return None
    return round(100 * asked.value.bits_per_second / slot.value.bits_per_second, 1)


def _rates(row: RateRow) -> Data:
    return {
        "frame": row.frame,
        "line_rate_pps": round(float(row.line), 1),
        "port_pps": round(float(row.passed), 1),
        "pmd_thread_pps": round(float(row.served), 1),
        "pmd_threads": row.threads,
    }
