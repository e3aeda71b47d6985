"""Rules over what the roles on a network need of it: a range, a pool, a gateway, a subnet."""

from collections.abc import Iterator

from generator.checks.wording import did_you_mean, listed
from generator.deployment.types import DeploymentView, NetworkView, RoleView
from generator.deployment.values import At, Value
from generator.findings import Severity
from generator.lint.nics import few, text
from generator.lint.ruleset import Found, rule
from generator.lint.scope import deployed
from generator.lint.subnets import subnets

_BALANCER = "HAproxy"
_CTLPLANE = "ControlPlane"
_EXTERNAL = "External"


def _described(view: DeploymentView) -> bool:
    """Whether everything is known that tells of networks and who is on them."""
    return view.roles_read and view.networks_read and view.complete


def _used(view: DeploymentView) -> Iterator[tuple[NetworkView, At, tuple[RoleView, ...]]]:
    """The networks that are made, with their places and the roles with nodes on them."""
    roles = list(deployed(view))
    for network in view.networks.values():
        on_it = tuple(role for role in roles if network.name in (role.networks or ()))
        existing = any(key.startswith("external_resource_") for key in network.fields)
        if network.at and network.enabled and not existing:
            yield network, network.at if view.planned else network.at.step("name"), on_it


def _chosen(role: RoleView, network: NetworkView) -> Value | None:
    """The subnet that a role names for its nodes on a network."""
    written = role.fields.get("networks")
    entry = written.get(network.name) if written else None
    return entry.get("subnet") if entry else None


def _base(network: NetworkView) -> set[str]:
    """The names of the subnet that a network has of itself."""
    old = text(network.get("service_net_map_replace"))
    return {f"{network.name_lower}_subnet", *([f"{old}_subnet"] if old else ())}


@rule("pool-missing", Severity.ERROR)
def pool_missing(view: DeploymentView) -> Iterator[Found]:
    """A subnet that a role is on has an allocation pool.

    Why: The addresses of nodes and services on an isolated network are taken from its pool;
    the templates make a subnet with an empty one where none is written.
    Fix: Write allocation_pools, in an inventory `pool: FIRST-LAST`, with addresses that
    nothing else uses.
    Source: tripleo-heat-templates 11.6.0, network/network.j2.
    """
    if not _described(view):
        return
    known = {(each.network, each.name): each for each in subnets(view)}
    if not view.planned and not any(each.pool_ranges for each in known.values()):
        return  # they stand in a file that was not given
    for network, at, roles in _used(view):
        base = known.get((network.name, network.name))
        fixed = all(_has_addresses(view, role, network) for role in roles)
        if roles and base and base.range and not base.pool_ranges and not fixed:
            on_it = [role.name for role in roles if _on_base(role, network)]
            if on_it and (base.pools is None or base.pools.content == ()):
                written = "pool: FIRST-LAST" if view.planned else "allocation_pools with a range"
                yield Found(
                    at, f"{network.name} has no pool for the addresses of {listed(on_it)}",
                    f"write {written} inside {base.range}",
                )  # fmt: skip


def _has_addresses(view: DeploymentView, role: RoleView, network: NetworkView) -> bool:
    """Whether the nodes of a role have fixed addresses on a network, or may have."""
    written = view.parameters.get(f"{role.name}IPs")
    return written is not None and (network.name_lower in written.entries or not written.known)


def _on_base(role: RoleView, network: NetworkView) -> bool:
    chosen = text(_chosen(role, network))
    return chosen is None or chosen in _base(network)


@rule("external-without-gateway", Severity.WARNING)
def external_without_gateway(view: DeploymentView) -> Iterator[Found]:
    """A network over which a role has its default route has a gateway.

    Why: Without one the public endpoints answer only inside the network itself. The
    nic-config gets an empty address as the next hop; that of an inventory has its default
    route over the provisioning network instead.
    Fix: Write the router's address as gateway_ip, in an inventory as `gateway`.
    Source: tripleo-heat-templates (Train): External is a default route network of Controller.
    """
    if not _described(view):
        return
    for network, at, roles in _used(view):
        routed = [role.name for role in roles if _routes_over(view, role, network.name)]
        gateways = (view.network_fact(network.name, "gateway_ip"), network.get("gateway_ipv6"))
        if routed and not any(gateway and gateway.content for gateway in gateways):
            cidr = text(view.network_fact(network.name, "ip_subnet"))
            yield Found(
                at, f"{network.name} has no gateway for the default route of {listed(routed)}",
                f"write {'gateway' if view.planned else 'gateway_ip'} with the router's address"
                f"{f' in {cidr}' if cidr else ''}",
            )  # fmt: skip


def _routes_over(view: DeploymentView, role: RoleView, network: str) -> bool:
    """Of an inventory all roles on External; without a gateway it has no such route."""
    if view.planned:
        return network == _EXTERNAL
    return network in (role.default_route_networks or ())


@rule("default-route-network-unknown", Severity.ERROR)
def default_route_network_unknown(view: DeploymentView) -> Iterator[Found]:
    """default_route_networks of a role names networks that the role is on.

    Why: Another name is skipped in silence: no default route is passed to the nic-config.
    Fix: Write the network's name as network_data has it, or ControlPlane.
    Source: tripleo-heat-templates (Train), default_route_networks of roles_data.
    """
    for role in view.roles.values():
        written = role.fields.get("default_route_networks")
        known = [*(role.networks or ()), _CTLPLANE]
        for item in written.items if written else ():
            name = text(item)
            if name and name not in known and name.lower() != "ctlplane":
                yield Found(
                    item.at, f"{role.name} is not on {name}, over which it has its default route",
                    did_you_mean(name, few(known), f"write one of {listed(few(known))}"),
                )  # fmt: skip


@rule("role-subnet-unknown", Severity.ERROR)
def role_subnet_unknown(view: DeploymentView) -> Iterator[Found]:
    """The subnet that a role names for a network is one of the network's.

    Why: Neutron on the undercloud finds no such subnet, and the ports of the nodes fail.
    Fix: Write a key below `subnets` of the network, or <name_lower>_subnet for its own.
    Source: tripleo-heat-templates 11.6.0, puppet/role.role.j2.yaml; network/network.j2.
    """
    for role in view.roles.values() if view.networks_read and view.complete else ():
        for network in view.networks.values():
            chosen = _chosen(role, network)
            name = text(chosen)
            renamed = f"{network.name}SubnetName" in view.parameters
            known = [*sorted(_base(network)), *network.subnets]
            if chosen and name and name not in known and not renamed and network.enabled:
                yield Found(
                    chosen.at, f"{network.name} has no subnet {name}",
                    did_you_mean(name, few(known), f"it has {listed(few(known))}"),
                )  # fmt: skip


@rule("vip-network-without-controller", Severity.ERROR)
def vip_network_without_controller(view: DeploymentView) -> Iterator[Found]:
    """The role with the load balancer is on every network that has a virtual address.

    Why: The services behind the virtual address run there; Pacemaker finds no interface
    for it on the nodes.
    Fix: Add the network to `networks` of that role, or of one of its links in an inventory;
    or write vip: false in network_data.
    Source: tripleo-heat-templates (Train), network_data.yaml: vip.
    """
    balancers = [role for role in deployed(view) if role.has(_BALANCER)]
    if not _described(view) or not balancers:
        return
    joined = {name for role in balancers for name in role.networks or ()}
    for network, at, roles in _used(view):
        vip = network.get("vip")
        if vip and vip.content is True and network.name not in joined:
            names = listed(role.name for role in balancers)
            others = listed(role.name for role in roles) if roles else "no role"
            add = f"add {network.name} to networks of"
            places = tuple(role.at.step("networks") for role in balancers if role.at)
            yield Found(
                at,
                f"{network.name} has a virtual address, but is on {others} and not on {names}",
                f"{add} a link of {names}, or remove it" if view.planned
                else f"{add} {names}, or write vip: false",
                () if view.planned else places,
            )  # fmt: skip
