"""The vhost-user port of a guest on OVS-DPDK: what comes of its queues, and what the guest
has to do."""

from collections.abc import Iterator, Mapping

from generator.catalog.release import Release
from generator.derive.rx_queues import virtio_vectors
from generator.explained import Explained

GuestPort = Mapping[str, Explained[int | str]]
"""What there is to know of a guest's port, by the words for it."""

Descriptors = Mapping[str, tuple[int, int]]
"""Role -> descriptors of a receive and of a transmit queue."""

_Named = tuple[str, Explained[int | str]]
_VHOST = "Open vSwitch 2.13 Documentation/topics/dpdk/vhost-user.rst"
_JUMBO = "Open vSwitch 2.13 Documentation/topics/dpdk/jumbo-frames.rst"
_SIZES = "nova 20.6 [libvirt] rx_queue_size and tx_queue_size"


def guest_port(queues: int, mtu: int, descriptors: Descriptors, release: Release) -> GuestPort:
    """The port of a guest with so many queue pairs, on networks of at most this MTU."""
    jumbo = mtu > release.tuning.standard_mtu.value
    return dict(
        [
            *(_multiqueue(queues) if queues > 1 else ()),
            *([_mergeable(mtu)] if jumbo else ()),
            *_descriptors(descriptors),
        ]
    )


def _multiqueue(queues: int) -> Iterator[_Named]:
    vectors = virtio_vectors(queues)
    rule = (
        f"2 x {queues} + 2 = {vectors}: two per queue pair, one for configuration, one for control"
    )
    yield "virtio vectors", Explained(vectors, rule, _VHOST)
    rule = (
        "a guest starts with one queue pair in use, and the others stay disabled until it enables"
        " them; an application with DPDK in the guest asks for them itself"
    )
    yield "inside the guest", Explained(f"ethtool -L DEVICE combined {queues}", rule, _VHOST)


def _mergeable(mtu: int) -> _Named:
    rule = (
        f"with MTU {mtu} a frame takes several buffers: leave mrg_rxbuf on, as QEMU has it, and"
        " have a DPDK application in the guest take segmented packets"
    )
    return "mergeable receive buffers", Explained("on", rule, _JUMBO)


def _descriptors(by_role: Descriptors) -> Iterator[_Named]:
    alike = len(set(by_role.values())) == 1
    for receive, transmit in dict.fromkeys(by_role.values()):
        roles = " and ".join(role for role, own in by_role.items() if own == (receive, transmit))
        rule = (
            f"NovaLibvirtRxQueueSize and NovaLibvirtTxQueueSize of {roles}; the second one acts on"
            " vhost-user ports only"
        )
        yield (
            "descriptors per queue" if alike else f"descriptors per queue on {roles}",
            Explained(f"{receive} to receive, {transmit} to transmit", rule, _SIZES),
        )
