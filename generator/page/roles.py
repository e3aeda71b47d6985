"""A role as its part of the page shows it."""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.explained import Explained
from generator.page.cpu_map import WIDTH, cpu_uses, legend
from generator.page.load import role_load
from generator.page.mtus import mtu_steps
from generator.page.nodes import node_views
from generator.page.rates import port_rates, rate_rule
from generator.page.reasons import Reasons
from generator.page.types import LinkView, RoleView
from generator.page.wiring import wiring
from generator.plan.mtu_chain import ChainLink, mtu_chain
from generator.plan.polling_view import polling_view
from generator.plan.types import Plan, RolePlan

_CARD = 18  # padding and border of a card, both sides together


def role_view(role: RolePlan, plan: Plan, reasons: Reasons) -> RoleView:
    """Everything about a role; what is cited first is explained first."""
    server = plan.inventory.servers[role.server]
    named = _named(role)
    uses = cpu_uses(role.cpus)
    nodes = tuple(node_views(role, uses, named, reasons))
    polling: Mapping[str, Any] = polling_view(role.polling) if role.polling else {}
    links = tuple(_link(step, reasons) for step in mtu_chain(plan, [role]))
    return RoleView(
        role.name, f"role-{role.name}", role.count, role.server, server.model, server.cpu,
        str(server.memory), role.flavor, role.datapath,
        legend(thread.use for node in nodes for core in node.cpu_map.cores
               for thread in core.threads),
        nodes,
        tuple(polling.get("notes", ())),
        tuple(f"{each['port']}:{each['queue']}" for each in polling.get("unpolled", ())),
        reasons.fact(role.polling.ovs, role.polling.ovs.value) if role.polling else None,
        links,
        role_load(role.name, role.sizing, role.links, reasons) if role.sizing else None,
        rate_rule(reasons),
        port_rates(role.links, role.sizing, reasons),
        tuple((name, reasons.cite(name, value, role.name)) for name, value in named.items()),
    )  # fmt: skip


def _named(role: RolePlan) -> dict[str, Explained[Any]]:
    """The role's values by the name of the parameter that each becomes."""
    return {
        **dict(_derived(role)),
        **{parameter.name: parameter.value for parameter in role.parameters},
    }


def _derived(role: RolePlan) -> Iterator[tuple[str, Explained[Any]]]:
    if role.cpus and role.dpdk:
        yield "OvsDpdkCoreList", role.cpus.host
        yield "OvsPmdCoreList", role.cpus.pmd
    if role.cpus:
        yield "NovaComputeCpuDedicatedSet", role.cpus.guest
        yield "NovaComputeCpuSharedSet", role.cpus.shared
        yield "IsolCpusList", role.cpus.isolated
    if role.memory:
        if role.memory.socket:
            yield "OvsDpdkSocketMemory", role.memory.socket
        yield "huge pages", role.memory.hugepages
        yield "NovaReservedHostMemory", role.memory.reserved_host


def _link(step: ChainLink, reasons: Reasons) -> LinkView:
    link, role = step.link, step.role
    mtu = reasons.cite(f"MTU of {link.name}", link.mtu, role)
    values = [("MTU", mtu)]
    if link.rx_queues:
        queues = reasons.cite(f"rx queues of each port of {link.name}", link.rx_queues, role)
        values.append(("rx queues per port", queues))
    if link.vfs:
        values.append(("virtual functions", reasons.cite(f"vfs of {link.name}", link.vfs, role)))
    if link.options:
        values.append(("options", reasons.cite(f"options of {link.name}", link.options, role)))
    picture = wiring(step)
    return LinkView(
        link.name, link.link.kind, max(picture.width, WIDTH) + _CARD, picture, tuple(values),
        tuple(mtu_steps(step, mtu._replace(first=False), reasons)),
    )  # fmt: skip
