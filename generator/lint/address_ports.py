"""Rules over the ports that take the addresses of nodes from <Role>IPs."""

import re
from collections.abc import Iterator

from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.ruleset import Found, rule
from generator.lint.scope import nodes, several_deployments

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
    """A port that takes its address from <Role>IPs finds its network there.

    Why: A missing list becomes an empty address; os-net-config fails on every node of the
    role.
    Fix: Add the network to <Role>IPs.
    Source: tripleo-heat-templates 11.6.0, network/ports/*_from_pool.yaml.
    """
    if not view.complete or several_deployments(view):
        return
    for name, network in sorted(_pooled(view)):
        role, known = view.roles.get(name), view.networks.get(network)
        written = view.parameters.get(f"{name}IPs")
        # Kits of templates leave the whole parameter for later: no word about those.
        if role is None or known is None or not nodes(role) or not written or not written.entries:
            continue
        if known.name_lower not in written.entries:
            entry = view.registry[f"OS::TripleO::{name}::Ports::{network}Port"]
            yield Found(
                written.at.key,
                f"{name}IPs has no addresses on {known.name_lower}, and its ports make none",
                f"add {known.name_lower}: [...] to {name}IPs",
                (entry.at,),
            )


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
                    value.at,
                    f"{have} addresses for {count} nodes of {role.name} on {key}",
                    f"add {count - have} more, or set {role.name}Count: {have}",
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
