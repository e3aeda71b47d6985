"""Receive queues of physical DPDK ports, and what they ask of guests."""

from collections.abc import Sequence

from generator.catalog.release import Release
from generator.explained import Explained, by_hand
from generator.findings import Path, path_text
from generator.inventory import Auto
from generator.topology.types import Port

_EXPERIMENTAL = (
    "experimental: RHOSP 16.1 NFV guide 8.5 supports several queues with manual pinning only"
)


def rx_queues(
    mtu: int, ports: Sequence[Port], stated: int | Auto, release: Release, at: Path
) -> Explained[int]:
    """Queues of each port of a link. `stated` is the link's rx_queues, at the path `at`."""
    tuning = release.tuning
    standard = tuning.standard_mtu.value
    jumbo = mtu > standard
    wanted = tuning.jumbo_rx_queues if jumbo else tuning.rx_queues
    limits = tuple(port.max_rx_queues for port in ports)
    value = min([wanted.value, *(limit.value for limit in limits)])
    rule = (
        f"MTU {mtu} is above {standard}: {wanted.value} queues; with 1 an XXV710 lost jumbo frames"
        if jumbo
        else f"MTU {mtu} is not above {standard}: {wanted.value} queue"
    )
    if value < wanted.value:
        rule += f"; the card has {value}"
    derived = Explained(value, rule, wanted.source, (wanted, *dict.fromkeys(limits)))
    found = derived if stated == "auto" else by_hand(stated, path_text(at), derived)
    return found._replace(rule=f"{found.rule}\n{_EXPERIMENTAL}") if found.value > 1 else found


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
