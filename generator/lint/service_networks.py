"""Rules over which network a service listens on: ServiceNetMap and the names it goes by."""

from collections.abc import Iterator

from generator.catalog.product import product
from generator.catalog.roles import networks as standard
from generator.checks.wording import did_you_mean, listed
from generator.deployment.types import DeploymentView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.nics import few, text
from generator.lint.ruleset import Found, rule
from generator.lint.spelling import folded, slips

_MAP = "ServiceNetMap"
_CTLPLANE = "ctlplane"


def _entries(view: DeploymentView) -> Iterator[tuple[str, Value]]:
    """The entries of the map for all roles and of those for single ones."""
    for name in (_MAP, *(f"{role}{_MAP}" for role in view.roles)):
        value = view.parameters.get(name)
        yield from (value.entries if value else {}).items()


@rule("service-network-unknown", Severity.ERROR)
def service_network_unknown(view: DeploymentView) -> Iterator[Found]:
    """The values of ServiceNetMap are networks by their name in lower case, or ctlplane.

    Why: The addresses of a node are listed by name_lower: under any other name the service
    finds none, and the stack or its configuration fails.
    Fix: Write name_lower of the network.
    Source: tripleo-heat-templates 11.6.0, network/service_net_map.j2.yaml; net_ip_map.
    """
    if not view.networks_read:
        return
    lowers = {network.name: network.name_lower for network in view.networks.values()}
    renamed = [text(view.parameters.get(f"{network}NetName")) for network in lowers]
    known = [*lowers.values(), _CTLPLANE, *(name for name in renamed if name)]
    for key, value in _entries(view):
        name = text(value)
        if name and name not in known:
            right = lowers.get(name)
            hint = did_you_mean(name, few(known), f"write one of {listed(few(known))}")
            yield Found(
                value.at, f"{key}: there is no network with name_lower {name}",
                f"write {key}: {right}" if right else hint,
            )  # fmt: skip


@rule("service-network-misspelt", Severity.ERROR)
def service_network_misspelt(view: DeploymentView) -> Iterator[Found]:
    """The keys of ServiceNetMap are spelt as the templates use them.

    Why: A key that no service asks for is ignored, and the service stays on its default
    network.
    Fix: Write the key as ServiceNetMapDefaults has it.
    Source: tripleo-heat-templates 11.6.0, network/service_net_map.j2.yaml.
    """
    known = product(view.target).service_networks
    for key, value in _entries(view):
        if key in known or key.endswith("HostnameResolveNetwork"):
            continue
        meant = next(iter(slips(key, known)), "")
        snake = key.islower() and folded(key) == folded(meant)
        if meant and not snake and text(value) != known[meant]:
            yield Found(value.at.key, f"no service asks ServiceNetMap for {key}", f"write {meant}")


@rule("vip-subnet-unknown", Severity.ERROR)
def vip_subnet_unknown(view: DeploymentView) -> Iterator[Found]:
    """VipSubnetMap maps networks by `name`, and the services of its own, to their subnets.

    Why: A key in lower case is ignored, and the virtual address lands in the network's first
    subnet; Neutron refuses one in a subnet that is not there.
    Fix: Write the network's name, ctlplane, redis or ovn_dbs, and a subnet of the network.
    Source: tripleo-heat-templates 11.6.0, network/service_net_map.j2.yaml.
    """
    value = view.parameters.get("VipSubnetMap")
    if value is None or not view.networks_read:
        return
    lowers = {network.name_lower: name for name, network in view.networks.items()}
    for key, entry in value.entries.items():
        network = view.networks.get(key)
        if network is None:
            meant = lowers.get(key) or next(iter(slips(key, view.networks)), "")
            if meant:
                message = f"VipSubnetMap takes networks by their name, not {key}"
                yield Found(entry.at.key, message, f"write {meant}")
            continue
        name, known = text(entry), [f"{network.name_lower}_subnet", *network.subnets]
        if name and name not in known and f"{key}SubnetName" not in view.parameters:
            yield Found(
                entry.at, f"{key} has no subnet {name}",
                did_you_mean(name, few(known), f"it has {listed(few(known))}"),
            )  # fmt: skip


@rule("standard-network-renamed", Severity.WARNING)
def standard_network_renamed(view: DeploymentView) -> Iterator[Found]:
    """A network of the product keeps its name_lower, or tells by service_net_map_replace which
    one it stands for.

    Why: By default every service is mapped to the standard name_lower; without a network of
    that name it falls back to ctlplane in silence.
    Fix: Write the standard name_lower, or add service_net_map_replace with it.
    Source: tripleo-heat-templates 11.6.0, network_data.yaml and service_net_map.j2.yaml.
    """
    lowers = {network.name_lower for network in view.networks.values()}
    for name, facts in standard(view.target).items():
        network = view.networks.get(name)
        lower = network.get("name_lower") if network and network.enabled else None
        if network is None or network.name_lower in (facts.name_lower, None) or not network.at:
            continue
        if facts.name_lower in lowers or "service_net_map_replace" in network.fields:
            continue
        if _MAP not in view.parameters:
            yield Found(
                lower.at if lower else network.at.step("name"),
                f"the services of {name} are mapped to {facts.name_lower}, and this network "
                f"goes by {network.name_lower}: they fall back to ctlplane",
                f"write name_lower: {facts.name_lower}, or add "
                f"service_net_map_replace: {facts.name_lower}",
            )
