"""Rules over the networks that roles are on: known, configured on the nodes, reachable."""

from collections.abc import Iterator

from generator.checks.wording import did_you_mean
from generator.deployment.types import DeploymentView, NicConfig, RoleView
from generator.deployment.values import At, Composed, Provided
from generator.findings import Severity
from generator.lint.nics import few
from generator.lint.ruleset import Found, rule

_PREFIX = "ControlPlaneSubnetCidr"
_ADDRESS = "IpSubnet"


@rule("network-unknown", Severity.ERROR)
def network_unknown(view: DeploymentView) -> Iterator[Found]:
    """Every network of a role is in network_data.

    Why: A name that is not there is skipped in silence: the nodes get no address on it.
    Fix: Correct the name, or add the network to network_data.
    Source: tripleo-heat-templates (Train): roles and networks are matched by name.
    """
    if not view.networks_read or not view.complete:
        return
    for role in view.roles.values():
        for name, at in joined_networks(role):
            if name not in view.networks:
                otherwise = "write a name of network_data, or add the network there"
                hint = did_you_mean(name, few(view.networks), otherwise)
                yield Found(at, f"{role.name} is on {name}, which network_data does not have", hint)


def joined_networks(role: RoleView) -> Iterator[tuple[str, At]]:
    """The networks of a role as roles_data names them, each with its place."""
    written = role.fields.get("networks")
    if written is None:
        return
    yield from ((name, value.at.key) for name, value in written.entries.items())
    yield from ((item.content, item.at) for item in written.items if isinstance(item.content, str))


@rule("network-not-configured", Severity.WARNING)
def network_not_configured(view: DeploymentView) -> Iterator[Found]:
    """The nic-config of a role gives its nodes an address on every network of the role.

    Why: The services look for their address on that network, and it is on no device.
    Fix: Add a vlan or interface with the network's IpSubnet, or take the role off it.
    Source: tripleo-heat-templates (Train), values passed to nic-configs.
    """
    if not view.roles_read or not view.complete:
        return
    for role in view.roles.values():
        config = role.nic_config
        if config is None or config.unresolved or not config.objects or not role.networks:
            continue
        given = addressed(config)
        for name in role.networks:
            known = view.networks.get(name)
            if known and known.enabled and name not in given and not _noop(view, role, name):
                yield Found(
                    config.registry.at if config.registry else config.objects[0].at,
                    f"{role.name} is on {name}, and its nic-config uses no {name}{_ADDRESS}",
                    f"add an object with the address {{get_param: {name}{_ADDRESS}}}",
                    (role.at,) if role.at else (),
                )  # fmt: skip


def _noop(view: DeploymentView, role: RoleView, network: str) -> bool:
    port = view.registry.get(f"OS::TripleO::{role.name}::Ports::{network}Port")
    return port is not None and "noop" in str(port.content)


def addressed(config: NicConfig) -> set[str]:
    """The networks whose addresses a nic-config uses, in whatever place."""
    found: set[str] = set()
    pending = [value for each in config.walk() for value in each.settings.values()]
    while pending:
        value = pending.pop()
        parts = value.content.parts if isinstance(value.content, Composed) else (value.content,)
        found |= {part.network for part in parts if isinstance(part, Provided)}
        found |= {
            name.removesuffix(_ADDRESS) for name in value.parameters if name.endswith(_ADDRESS)
        }
        pending += value.parts()
    return found


@rule("ctlplane-prefix", Severity.ERROR)
def ctlplane_prefix(view: DeploymentView) -> Iterator[Found]:
    """ControlPlaneSubnetCidr is a prefix length alone.

    Why: The nic-configs put it behind the address and a slash: with a whole CIDR there
    os-net-config crashes over the address.
    Fix: Write the number, such as '24'.
    Source: tripleo-heat-templates (Train), nic-configs: ControlPlaneIp/ControlPlaneSubnetCidr.
    """
    value = view.parameters.get(_PREFIX)
    if value is None or not value.known or value.content in ("", None):
        return
    written = str(value.content)
    if not written.isdecimal() or not 0 < int(written) <= 128:
        tail = written.rpartition("/")[2]
        hint = f"write '{tail}'" if tail.isdecimal() else "write the number, such as '24'"
        yield Found(value.at, f"{_PREFIX} {written} is no prefix length", hint)
