"""Rules over the ports that take the addresses of nodes from <Role>IPs."""

import re
from collections.abc import Iterator

from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.ruleset import Found, rule
from generator.lint.scope import nodes, several_deployments
from generator.lint.spelling import slips

_PORT = re.compile(r"OS::TripleO::(\w+)::Ports::(\w+)Port")


def _pooled(view: DeploymentView) -> set[tuple[str, str]]:
    """Roles and networks whose ports read <Role>IPs."""
    return {
        (found[1], found[2])
        for key, value in view.registry.items()
        if "_from_pool" in str(value.content) and (found := _PORT.fullmatch(key))
    }


@rule("pool-ports-without-addresses", Severity.ERROR)
def pool_ports_without_addresses(view: DeploymentView) -> Iterator[Found]:
    """A port that takes its address from <Role>IPs finds one there, for every node.

    Why: What is missing becomes an empty address; os-net-config fails on the node.
    Fix: Add the network, or the missing addresses, to <Role>IPs.
    Source: tripleo-heat-templates 11.6.0, network/ports/*_from_pool.yaml.
    """
    if not view.complete or several_deployments(view):
        return
    lowers = {network.name_lower for network in view.networks.values()}
    for name, network in sorted(_pooled(view)):
        role, known = view.roles.get(name), view.networks.get(network)
        written = view.parameters.get(f"{name}IPs")
        # Kits of templates leave the whole parameter for later: no word about those.
        count = nodes(role) if role else None
        if role is None or known is None or not count or not written or not written.entries:
            continue
        entry = view.registry[f"OS::TripleO::{name}::Ports::{network}Port"]
        addresses = written.entries.get(known.name_lower)
        if addresses is not None and addresses.known and 0 < len(addresses.items) < count:
            yield Found(
                addresses.at.key,
                f"{_counted(len(addresses.items))} for {count} nodes of {name} on "
                f"{known.name_lower}, and its ports make none",
                f"add {count - len(addresses.items)} more, or set {name}Count: "
                f"{len(addresses.items)}",
                (entry.at, role.count.at) if role.count else (entry.at,),
            )
        if addresses is None:
            strange = [key for key in written.entries if key not in lowers]
            misspelt = slips(known.name_lower, strange)
            yield Found(
                (written.entries[misspelt[0]] if misspelt else written).at.key,
                f"{name}IPs has no addresses on {known.name_lower}, and its ports make none",
                f"write {known.name_lower}: instead of {misspelt[0]}:"
                if misspelt
                else f"add {known.name_lower}: [...] to {name}IPs",
                (entry.at,),
            )


def _counted(number: int) -> str:
    return "1 address" if number == 1 else f"{number} addresses"


@rule("fixed-addresses-short", Severity.WARNING)
def fixed_addresses_short(view: DeploymentView) -> Iterator[Found]:
    """<Role>IPs has an address for every node.

    Why: With the ports of network-isolation.yaml the other nodes get any free address.
    Fix: Add the missing addresses, or lower the count.
    Source: tripleo-heat-templates 11.6.0, network/ports.
    """
    if several_deployments(view):
        return
    lower = {network.name_lower: network.name for network in view.networks.values()}
    pooled = _pooled(view)
    for role in view.roles.values():
        written, count = view.parameters.get(f"{role.name}IPs"), nodes(role)
        for key, value in written.entries.items() if written and count else ():
            have = len(value.items)
            listed = (role.name, lower.get(key, "")) in pooled or not value.known
            if not listed and count and 0 < have < count:
                yield Found(
                    value.at.key,
                    f"{_counted(have)} for {count} nodes of {role.name} on {key}",
                    f"add {count - have} more, or "
                    f"{'write count' if view.planned else f'set {role.name}Count'}: {have}",
                    (role.count.at,) if role.count else (),
                )


@rule("pool-ports-missing", Severity.INFO)
def pool_ports_missing(view: DeploymentView) -> Iterator[Found]:
    """Where roles take their addresses from <Role>IPs by *_from_pool ports, all do.

    Why: ips-from-pool-all.yaml maps the five standard roles only. Another role with fixed
    addresses keeps its Neutron ports, and asks Neutron for those addresses.
    Fix: Map OS::TripleO::<Role>::Ports::<Net>Port to the *_from_pool.yaml of the network.
    Source: tripleo-heat-templates 11.6.0, environments/ips-from-pool-all.yaml.
    """
    pooled = {name for name, _ in _pooled(view)}
    for role in view.roles.values():
        written = view.parameters.get(f"{role.name}IPs")
        if pooled and role.name not in pooled and written is not None and nodes(role) != 0:
            yield Found(
                written.at.key,
                f"{role.name} has fixed addresses, but no *_from_pool ports as others have",
                f"map OS::TripleO::{role.name}::Ports::<Net>Port to <net>_from_pool.yaml",
            )
