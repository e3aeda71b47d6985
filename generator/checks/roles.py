"""Rules over roles: what they are, how many nodes they have, what runs on them."""

from collections.abc import Iterator
from dataclasses import fields

from generator.checks.own_roles import nearest_role
from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import CONTROLLER, all_links
from generator.checks.wording import did_you_mean, listed
from generator.derive.datapath import datapath
from generator.findings import Fault, Place, Severity
from generator.inventory import Tuning

_OF_DPDK = (
    "pmd_cores_per_numa", "pmd_cpus", "socket_memory", "vhostuser_socket_group",
    "reserved_hugepages",
)  # fmt: skip


@INVENTORY_RULES.rule("role-unknown", Severity.ERROR)
def role_unknown(subject: InventorySubject) -> Iterator[Fault]:
    """Every role is one that the release has, or says which one it is like.

    Why: A role is a list of services; for an unknown one there is nothing to deploy.
    Fix: Write the role's name as the product spells it; under a name of your own, write in
    `like` the role of the product whose services it has.
    Source: tripleo-heat-templates (Train), roles/*.yaml.
    """
    known = subject.product_roles
    for name, role in subject.inventory.roles.items():
        if role.like is not None and role.like not in known:
            yield Fault(
                Place(("roles", name, "like")),
                f"{subject.inventory.site.target} has no role {role.like} here",
                did_you_mean(role.like, known, f"known roles are {listed(known)}"),
            )
        elif role.like is None and name not in known:
            own = f"write like: {nearest_role(subject, name)} if the name is one of your own"
            slip = did_you_mean(name, known, "")
            yield Fault(
                Place(("roles", name), on_key=True),
                f"{subject.inventory.site.target} has no role {name} here",
                f"{slip} Else {own}" if slip else own,
            )


@INVENTORY_RULES.rule("server-unknown", Severity.ERROR)
def server_unknown(subject: InventorySubject) -> Iterator[Fault]:
    """The server of a role is a profile under `servers`.

    Why: Everything of the role is derived from its hardware.
    Fix: Correct the name, or add the profile.
    Source: our reading of the inventory.
    """
    known = subject.inventory.servers
    for name, role in subject.inventory.roles.items():
        if role.server not in known:
            yield Fault(
                Place(("roles", name, "server")),
                f"there is no server profile {role.server!r}",
                did_you_mean(role.server, known, f"add {role.server} under servers"),
            )


@INVENTORY_RULES.rule("server-unused", Severity.INFO)
def server_unused(subject: InventorySubject) -> Iterator[Fault]:
    """Every server profile belongs to a role.

    Why: A profile that nothing uses is often one that a role should have used.
    Fix: Write it as `server` of a role, or remove it.
    Source: our reading of the inventory.
    """
    used = {role.server for role in subject.inventory.roles.values()}
    for profile in subject.inventory.servers:
        if profile not in used:
            yield Fault(
                Place(("servers", profile), on_key=True),
                f"no role uses the server profile {profile}",
                "write it as server of a role, or remove it",
            )


@INVENTORY_RULES.rule("datapath-against-role", Severity.ERROR)
def datapath_against_role(subject: InventorySubject) -> Iterator[Fault]:
    """A stated datapath is the one that the role's services make.

    Why: The service list decides: DPDK is switched on by ComputeNeutronOvsDpdk, SR-IOV by
    NeutronSriovAgent, and either by nothing else.
    Fix: Take the role that has the datapath, or remove `datapath`.
    Source: tripleo-heat-templates (Train), roles/ComputeOvsDpdk.yaml, roles/ComputeSriov.yaml.
    """
    for name, role in subject.inventory.roles.items():
        facts = subject.role_facts.get(name)
        if facts and role.datapath not in (None, makes := datapath(facts)):
            yield Fault(
                Place(("roles", name, "datapath")),
                f"the datapath of {name} is {makes}, not {role.datapath}",
                "remove datapath, or take a role with that datapath",
            )


@INVENTORY_RULES.rule("dpdk-role-without-dpdk-link", Severity.ERROR)
def dpdk_role_without_dpdk_link(subject: InventorySubject) -> Iterator[Fault]:
    """A role with the DPDK service has a link of kind ovs-dpdk.

    Why: Open vSwitch takes cores and huge pages for DPDK, and no port to use them on.
    Fix: Write `kind: ovs-dpdk` on the link of the tenant networks.
    Source: RHOSP NFV guide, OVS-DPDK parameters.
    """
    for name in subject.dpdk_roles:
        links = subject.inventory.roles[name].links
        if not any(link.kind == "ovs-dpdk" for link in links):
            yield Fault(
                Place(("roles", name, "links"), on_key=True),
                f"{name} runs Open vSwitch on DPDK, but has no link of kind ovs-dpdk",
                "write kind: ovs-dpdk on the link that carries the tenant networks",
            )


@INVENTORY_RULES.rule("dpdk-link-on-kernel-role", Severity.ERROR)
def dpdk_link_on_kernel_role(subject: InventorySubject) -> Iterator[Fault]:
    """Only roles with the DPDK service have links of kind ovs-dpdk.

    Why: Without the service nothing initialises DPDK on the node, and the port is
    neither a kernel device nor an OVS port.
    Fix: Write `kind: ovs` or `linux`, or take a role with DPDK.
    Source: tripleo-heat-templates (Train), openvswitch-dpdk service.
    """
    for placed in all_links(subject.inventory):
        known = placed.role in subject.role_facts
        if placed.link.kind == "ovs-dpdk" and known and placed.role not in subject.dpdk_roles:
            yield Fault(
                placed.place("kind"),
                f"{placed.name} is a DPDK link, but {placed.role} has no DPDK service",
                "write kind: ovs",
            )


@INVENTORY_RULES.rule("tuning-without-effect", Severity.WARNING)
def tuning_without_effect(subject: InventorySubject) -> Iterator[Fault]:
    """Tuning is written on roles with DPDK or SR-IOV, and what is DPDK's own on the former.

    Why: CPU sets, huge pages and the rest are rendered for these roles; elsewhere they
    would have no effect.
    Fix: Move the settings to the role with DPDK or SR-IOV.
    Source: tripleo-heat-templates (Train): the parameters act with the services of the role.
    """
    for name, role in subject.inventory.roles.items():
        if name in subject.role_facts and name not in subject.dpdk_roles:
            tuned = name in subject.sriov_roles
            for field in fields(Tuning):
                if tuned and field.name not in _OF_DPDK:
                    continue
                if getattr(role.tuning, field.name) != getattr(Tuning(), field.name):
                    yield Fault(
                        Place(("roles", name, "tuning", field.name)),
                        f"{field.name} has no effect on {name}, which has no DPDK",
                        "remove it, or move it to the role with DPDK",
                    )


@INVENTORY_RULES.rule("controller-missing", Severity.ERROR)
def controller_missing(subject: InventorySubject) -> Iterator[Fault]:
    """There is a Controller role with at least one node.

    Why: Databases, messaging and every API run on it; the deployment starts from its
    first node.
    Fix: Add the role Controller with count 3.
    Source: tripleo-heat-templates (Train), roles tagged primary and controller.
    """
    role = subject.inventory.roles.get(CONTROLLER)
    if role is None:
        yield Fault(
            Place(("roles",), on_key=True), "there is no role Controller",
            "add Controller with count: 3",
        )  # fmt: skip
    elif role.count == 0:
        yield Fault(
            Place(("roles", CONTROLLER, "count")), "there are no Controllers", "write count: 3"
        )
