"""Whether a node has one default route."""

from collections.abc import Iterator

from generator.checks.repeats import repeats
from generator.deployment.types import ConfigObject, DeploymentView, NicConfig
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.nics import called, spot
from generator.lint.ruleset import Found, rule


def routes_of(config: NicConfig) -> Iterator[tuple[ConfigObject, Value]]:
    """The routes of a nic-config, each with its object."""
    for each in config.walk():
        value = each.get("routes")
        for item in value.items if value else ():
            if item.entries:
                yield each, item


@rule("default-route-twice", Severity.WARNING)
def default_route_twice(view: DeploymentView) -> Iterator[Found]:
    """A device has one default route, and so has the node.

    Why: Of several on a device only the last is kept; of several on different devices it is
    left to chance, or to their order, which one the kernel uses.
    Fix: Keep the one over the network that leads out. In an inventory that is the one of
    `gateway`; External's is the default route of the Controllers.
    Source: os-net-config 11.5.0, ifcfg provider; measured.
    """
    for config in view.nic_configs:
        default = (
            ((family, str(route.data.get("table", ""))), (each, route))
            for each, route in routes_of(config)
            if (family := _default_family(route))
        )
        for (first, before), (each, route) in repeats(default):
            if view.planned:
                yield from _of_networks(before, route)
                continue
            where = "itself" if first is each else called(first)
            yield Found(
                spot(route), f"{called(each)} has a default route, beside the one of {where}",
                "keep one of the two", (spot(before),),
            )  # fmt: skip


def _of_networks(*routes: Value) -> Iterator[Found]:
    """Those of an inventory that are written among the routes of a network: every node has
    another one."""
    for each in routes:
        if each.at.path[0] == "networks":
            hop = each.data["nexthop" if "nexthop" in each.data else "next_hop"]
            yield Found(
                each.at, f"a route of {each.at.path[1]} is a default route over {hop}, beside the "
                "one that the nodes have", f"remove it and write gateway: {hop} where it is wanted",
            )  # fmt: skip


def _default_family(route: Value) -> int | None:
    """4 or 6 where a route is a default route; None where it is not, or not known."""
    hop = route.get("next_hop") or route.get("nexthop")
    target = route.get("ip_netmask") or route.get("destination")
    flag = route.get("default")
    everywhere = target is not None and target.content in {"0.0.0.0/0", "::/0"}
    if hop is None or not (everywhere or (flag and str(flag.content).lower() in _TRUE)):
        return None
    if hop.content == "":
        return None
    return 6 if ":" in str(hop.content) else 4


_TRUE = {"true", "yes", "on", "1", "t", "y"}
