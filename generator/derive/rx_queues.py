"""Receive queues of physical DPDK ports, and what they ask of guests."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from generator.catalog.release import TuningDefaults
from generator.derive.pmd_load import MODEL, PortLoad, giga
from generator.explained import Explained, Fact, by_hand
from generator.findings import Path, path_text
from generator.inventory import Auto
from generator.values import DataRate

_EXPERIMENTAL = (
    "experimental: RHOSP 16.1 NFV guide 8.5 supports several queues with manual pinning only"
)


class Limit(NamedTuple):
    """The most queues of a port, in words, with what says so."""

    value: int
    words: str
    facts: tuple[Fact[object], ...] = ()


def wanted_queues(
    mtu: int, loads: Sequence[PortLoad], thread: Explained[int], tuning: TuningDefaults
) -> Explained[int]:
    """Queues of each port of a link, as its traffic asks for: so many that a PMD thread
    serves each. A power of two, as the tables are by which cards spread flows."""
    most = max(loads, key=lambda load: load.cycles.value)
    shares = max(1, -(-most.cycles.value // thread.value))
    value = _power_above(shares)
    rule = (
        f"{most.port.name}: {most.cycles.rule}; a PMD thread serves {giga(thread.value)}:"
        f" {shares} {'queue' if shares == 1 else 'queues'}"
    )
    if value > shares:
        rule += f", as a power of two {value}"
    facts = (*most.cycles.facts, *thread.facts)
    least = _least(mtu, loads, tuning)
    source = MODEL
    if least and value <= least.value:
        rule += (
            f"; MTU {mtu} on {tuning.fast_port.value} or more: at least {least.value}, as an"
            " XXV710 lost jumbo frames with 1"
        )
        facts, source = (*facts, least), f"{MODEL}; {least.source}"
        value = max(value, least.value)
    return Explained(value, rule, source, tuple(dict.fromkeys(facts)))


def _least(mtu: int, loads: Sequence[PortLoad], tuning: TuningDefaults) -> Fact[int] | None:
    """What measurements ask for, whatever the model makes of it."""
    fast = DataRate.parse(tuning.fast_port.value)
    jumbo = mtu > tuning.standard_mtu.value
    if jumbo and any(load.port.speed.value >= fast for load in loads):
        return tuning.jumbo_rx_queues
    return None


def rx_queues(
    wanted: Explained[int], limits: Iterable[Limit], stated: int | Auto, at: Path
) -> Explained[int]:
    """Queues of each port of a link: what is wanted, as far as there is room for it.
    `stated` is the link's rx_queues, at the path `at`."""
    least = min(limits, key=lambda limit: limit.value)
    derived = wanted
    if least.value < wanted.value:
        value = power_below(least.value)
        rule = f"{wanted.rule}; {least.words}: {value}"
        derived = wanted._replace(value=value, rule=rule).with_facts(*least.facts)
    found = derived if stated == "auto" else by_hand(stated, path_text(at), derived)
    return found._replace(rule=f"{found.rule}\n{_EXPERIMENTAL}") if found.value > 1 else found


def _power_above(number: int) -> int:
    return 1 << (number - 1).bit_length()


def power_below(number: int) -> int:
    """The largest power of two that is no larger."""
    return 1 << max(number.bit_length() - 1, 0)


def queue_notes(queues: int, pmd_threads: int) -> tuple[str, ...]:
    """What to know about several queues per port, given the PMD threads of its node."""
    if queues == 1:
        return ()
    notes = [
        "RHOSP 16.1 NFV guide 8.5 calls multiqueue experimental and supports it with manual"
        " queue pinning only; Dell's result rests on it and mentions no pinning",
        f"guests profit only with multiqueue of their own: {queues} or more vCPUs, image property"
        f" hw_vif_multiqueue_enabled=true, and ethtool -L <device> combined {queues} inside",
    ]
    if queues & (queues - 1):
        notes.append(f"i40e spreads traffic over 1, 2, 4 ... 64 queues; {queues} is none of these")
    if pmd_threads < queues:
        notes.append(
            f"{queues} queues share {pmd_threads} PMD threads of the NUMA node:"
            " a second queue helps only with a thread of its own"
        )
    return tuple(notes)


def virtio_vectors(queue_pairs: int) -> int:
    """Interrupt vectors of a multiqueue virtio device (OVS 2.13 vhost-user.rst): two per
    pair, and one each for configuration and control."""
    return 2 * queue_pairs + 2
