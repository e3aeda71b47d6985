"""Rules over default routes."""

from collections.abc import Iterator
from ipaddress import IPv4Network

from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.findings import Fault, Place, Severity

_EVERYWHERE = IPv4Network("0.0.0.0/0")


@INVENTORY_RULES.rule("default-route-as-route", Severity.WARNING)
def default_route_as_route(subject: InventorySubject) -> Iterator[Fault]:
    """A default route is written as `gateway`, not among the routes.

    Why: os-net-config keeps only the last default route of a device, and two devices with
    one each leave it to chance which the kernel uses.
    Fix: Write `gateway`; External's is the default route of the Controllers.
    Source: os-net-config (Train), behaviour of the ifcfg provider.
    """
    for name, network in subject.inventory.networks.items():
        for index, route in enumerate(network.routes):
            if route.destination == _EVERYWHERE:
                yield Fault(
                    Place(("networks", name, "routes", index)),
                    f"a route of {name} is a default route over {route.nexthop}",
                    f"remove it and write gateway: {route.nexthop} where it is wanted",
                )
