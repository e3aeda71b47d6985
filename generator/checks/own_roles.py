"""Rules over roles with names of their own."""

from collections.abc import Iterator
from difflib import SequenceMatcher

from generator.checks.registry import INVENTORY_RULES
from generator.checks.repeats import repeats
from generator.checks.subject import InventorySubject
from generator.checks.wiring import CONTROLLER
from generator.findings import Fault, Place, Severity


def nearest_role(subject: InventorySubject, name: str) -> str:
    """The role of the product that does what a role of another name is wired for: switch
    guests with DPDK, lend them virtual functions, make OSDs; among several the one with the
    most similar name."""
    role, known = subject.inventory.roles[name], subject.product_roles
    server = subject.inventory.servers.get(role.server)
    kinds = {link.kind for link in role.links}
    osds = bool(server and server.osd_disks)
    may_be = {each: facts for each, facts in known.items() if each != CONTROLLER}
    wired = [
        each
        for each, facts in may_be.items()
        if facts.has("ComputeNeutronOvsDpdk") == ("ovs-dpdk" in kinds)
        and facts.has("NeutronSriovAgent") == ("sriov" in kinds)
        and facts.has("CephOSD") == osds
    ]

    def likeness(each: str) -> float:
        return SequenceMatcher(None, name.lower(), each.lower()).ratio()

    return max(wired or may_be, key=likeness)


@INVENTORY_RULES.rule("role-renamed", Severity.ERROR)
def role_renamed(subject: InventorySubject) -> Iterator[Fault]:
    """A role of the product keeps its services, and Controller its name.

    Why: Files of the product set parameters by the names of its roles: such a role would get
    those of the one it is called like. Gateways of OVN and more are for Controller alone.
    Fix: Remove `like`, or give the role another name.
    Source: tripleo-heat-templates 11.6.0, <Role>Parameters in
    environments/services/neutron-ovn-ha.yaml.
    """
    for name, role in subject.inventory.roles.items():
        if role.like in (None, name) or role.like not in subject.product_roles:
            continue
        if name in subject.product_roles:
            yield Fault(
                Place(("roles", name, "like")),
                f"{name} is a role of the product, and like {role.like} it would not be that one",
                f"remove like, or give the role another name, such as {role.like}2",
            )
        elif role.like == CONTROLLER:
            yield Fault(
                Place(("roles", name, "like")),
                f"the product gives {CONTROLLER} what it needs by its name, and {name} nothing",
                f"call the role {CONTROLLER}, and remove like",
            )


@INVENTORY_RULES.rule("role-names-alike", Severity.ERROR)
def role_names_alike(subject: InventorySubject) -> Iterator[Fault]:
    """The names of two roles differ in more than capitals.

    Why: Names of hosts, nic-configs and capabilities are made of them in lower case: the
    nodes of both roles would have the same.
    Fix: Rename one of the two.
    Source: tripleo-heat-templates (Train), <Role>HostnameFormat.
    """
    for other, name in repeats((name.lower(), name) for name in subject.inventory.roles):
        yield Fault(
            Place(("roles", name), on_key=True),
            f"{name} and {other} are one name in lower case",
            "rename one of the two",
            related=(Place(("roles", other), on_key=True),),
        )
