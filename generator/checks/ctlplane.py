"""Rules over the provisioning network."""

from collections.abc import Iterator

from generator.catalog.release import release
from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import CTLPLANE
from generator.findings import Fault, Place, Severity
from generator.inventory import Network


@INVENTORY_RULES.rule("ctlplane-missing", Severity.ERROR)
def ctlplane_missing(subject: InventorySubject) -> Iterator[Fault]:
    """The provisioning network is declared under the name ctlplane.

    Why: Every node is installed and configured over it; the addresses, routes and name
    servers of the nic configs begin with it.
    Fix: Declare `ctlplane` under `networks`, with the CIDR of the undercloud's subnet.
    Source: tripleo-heat-templates (Train), values passed to the nic-config templates.
    """
    if CTLPLANE not in subject.inventory.networks:
        yield Fault(
            Place(("networks",), on_key=True),
            "the provisioning network ctlplane is not declared",
            "add ctlplane: {cidr: ..., gateway: ...} with the subnet of the undercloud",
        )


@INVENTORY_RULES.rule("ctlplane-vlan", Severity.WARNING)
def ctlplane_vlan(subject: InventorySubject) -> Iterator[Fault]:
    """The provisioning network is untagged at the nodes.

    Why: The nodes boot over it before anything is configured, and the nic-config
    templates get no VLAN id for it.
    Fix: Make its VLAN the native one of the switch ports and remove `vlan` here.
    Source: tripleo-heat-templates (Train), values passed to the nic-config templates.
    """
    ctlplane = subject.inventory.networks.get(CTLPLANE)
    if ctlplane is not None and ctlplane.vlan is not None:
        yield Fault(
            Place(("networks", CTLPLANE, "vlan")),
            f"ctlplane has VLAN {ctlplane.vlan}, but nodes boot over it untagged",
            f"remove vlan, and make {ctlplane.vlan} the native VLAN of the switch ports",
        )


@INVENTORY_RULES.rule("ctlplane-key-without-effect", Severity.WARNING)
def ctlplane_key_without_effect(subject: InventorySubject) -> Iterator[Fault]:
    """Routes and pool of the provisioning network are left to the undercloud.

    Why: The undercloud made the subnet, and TripleO passes its routes and addresses to the
    nodes; those written here reach nobody.
    Fix: Remove the key; write host_routes, dhcp_start and dhcp_end in undercloud.conf.
    Source: tripleo-heat-templates (Train), ControlPlaneStaticRoutes; undercloud.conf.
    """
    ctlplane = subject.inventory.networks.get(CTLPLANE)
    for key, option in (("routes", "host_routes"), ("pool", "dhcp_start and dhcp_end")):
        if ctlplane is not None and getattr(ctlplane, key):
            yield Fault(
                Place(("networks", CTLPLANE, key)),
                f"networks.ctlplane.{key} has no effect: the undercloud has its own",
                f"remove it, and write {option} in undercloud.conf",
            )


@INVENTORY_RULES.rule("ctlplane-mtu", Severity.WARNING)
def ctlplane_mtu(subject: InventorySubject) -> Iterator[Fault]:
    """The provisioning network has the MTU of the undercloud.

    Why: The nodes get the MTU of the undercloud's network, 1500 unless local_mtu says
    otherwise; what is written here only sizes the links.
    Fix: Set local_mtu in undercloud.conf to the same, or remove `mtu`.
    Source: tripleo-heat-templates (Train), ControlPlaneMtu; undercloud.conf, local_mtu.
    """
    ctlplane: Network | None = subject.inventory.networks.get(CTLPLANE)
    usual = release(subject.inventory.site.target).limits.undercloud_mtu.value
    if ctlplane is not None and ctlplane.mtu != usual:
        yield Fault(
            Place(("networks", CTLPLANE, "mtu")),
            f"ctlplane has MTU {ctlplane.mtu} only if the undercloud has it",
            f"set local_mtu = {ctlplane.mtu} in undercloud.conf, or remove mtu",
        )
