"""The MTU chain of a link, from the switch to the guests."""

from collections.abc import Iterator, Mapping

from generator.explained import copied
from generator.page.reasons import Cited, Reasons
from generator.page.types import MtuStep
from generator.plan.mtu_chain import ChainLink
from generator.topology.types import Port


def mtu_steps(step: ChainLink, mtu: Cited, reasons: Reasons) -> Iterator[MtuStep]:
    """Each station takes at least what the next one up sends."""
    by_limit: dict[int, list[Port]] = {}
    for port in step.link.ports:
        by_limit.setdefault(port.max_mtu.value, []).append(port)
    yield MtuStep("switch ports, at least", (("", mtu),))
    for ports in by_limit.values():
        limit = reasons.fact(ports[0].max_mtu, str(ports[0].max_mtu.value))
        yield MtuStep("ports", ((", ".join(port.name for port in ports), mtu),), limit)
    if step.link.link.bond:
        yield MtuStep("bond", ((step.link.link.bond, mtu),))
    carried = {name: network.mtu for name, network in step.physical.items()}
    if carried:
        yield MtuStep("provider networks", tuple(_stated("physical_networks", carried, reasons)))
    if step.networks:
        own = {name: mtu for name, (_, mtu) in step.networks.items()}
        yield MtuStep("networks", tuple(_stated("networks", own, reasons)))
    if step.guests:
        left = tuple(
            (name, reasons.cite(f"MTU of guests, {name}", mtu)) for name, mtu in step.guests.items()
        )
        yield MtuStep("guests", left)


def _stated(section: str, mtus: Mapping[str, int], reasons: Reasons) -> Iterator[tuple[str, Cited]]:
    for name, mtu in mtus.items():
        path = f"{section}.{name}.mtu"
        yield name, reasons.cite(path, copied(mtu, path))
