"""Why the settings of a plan are what they are."""

from collections.abc import Iterator
from typing import Any

from generator.deployment.types import DeploymentView
from generator.derive.rxq_pins import affinity
from generator.explained import Explained
from generator.plan.types import LinkPlan, Plan, RolePlan
from generator.whatif.settings import parameter_key
from generator.whatif.types import Area, Entry, Key, Settings

_OF_LINKS = {"mtu": "mtu", "rx_queue": "rx_queues", "ovs_options": "options",
             "bonding_options": "options"}  # fmt: skip
"""Key of an os-net-config object -> what the plan derives for the link."""


def explained(settings: Settings, plan: Plan, view: DeploymentView) -> dict[Key, Entry]:
    """The settings with their reasons; what is copied as it is has none."""
    reasons = dict(_parameters(plan, view))
    secret = {parameter.name for file in plan.environments if file.secret
              for parameter in file.parameters}  # fmt: skip
    links = {role.name: role.links for role in plan.roles}
    pins = {role.name: dict(_pins(role)) for role in plan.roles}
    found = {}
    for key, entry in settings.items():
        reason = reasons.get(key)
        if key.area is Area.NIC_CONFIG and key.name in _OF_LINKS:
            reason = _of_link(key, links[key.of])
        elif key.area is Area.NIC_CONFIG and key.name == "ovs_extra":
            reason = pins[key.of].get(key.inside[-1].rpartition(" ")[2])
        hidden = entry.secret or key.name in secret
        found[key] = entry._replace(reason=reason, secret=hidden) if reason or hidden else entry
    return found


def _parameters(plan: Plan, view: DeploymentView) -> Iterator[tuple[Key, Explained[Any]]]:
    for file in plan.environments:
        for parameter in file.parameters:
            yield parameter_key(parameter.name, view)[0], parameter.value
        for role, block in file.role_parameters:
            for parameter in block:
                yield Key(Area.PARAMETER, role, parameter.name), parameter.value


def _pins(role: RolePlan) -> Iterator[tuple[str, Explained[str]]]:
    """Why the rx queues of a port are pinned as they are."""
    if role.polling is None or role.cpus is None:
        return
    at = f"roles.{role.name}.tuning.pin_rx_queues"
    pinned = {port.name: port for port in role.polling.layout.ports if port.affinity}
    for link in role.links:
        ports = [pinned[name] for name in link.dpdk_ports if name in pinned]
        for port in ports:
            rule = (
                f"{at}: a PMD thread of the port's NUMA node, out of {role.cpus.pmd.value}, for"
                " each rx queue: "
                + "; ".join(f"{each.name} on node {each.numa} {affinity(each)}" for each in ports)
            )
            reason = Explained(affinity(port), rule, f"inventory {at}")
            yield link.name, reason
            yield port.name, reason


def _of_link(key: Key, links: tuple[LinkPlan, ...]) -> Explained[Any] | None:
    """What was derived for the link that an object was made for."""
    name = key.inside[-1].rpartition(" ")[2]
    for link in links:
        if name in {link.name, *link.dpdk_ports, *(port.name for port in link.ports)}:
            derived: Explained[Any] | None = getattr(link, _OF_LINKS[key.name])
            return derived
    return None
