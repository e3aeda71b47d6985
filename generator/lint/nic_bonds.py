"""Rules over the members of bonds in nic-configs."""

from collections.abc import Iterator

from generator.checks.wording import listed
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.nic_types import BONDS
from generator.lint.nics import called, members_known, spot, unknown_members
from generator.lint.ruleset import Found, rule


@rule("bond-of-one-port", Severity.ERROR)
def bond_of_one_port(view: DeploymentView) -> Iterator[Found]:
    """A bond of Open vSwitch has at least two ports.

    Why: os-net-config writes it, and ovs-vsctl refuses add-bond with one interface: the
    bridge comes up without any port.
    Fix: Add a port, or put the one port into the bridge itself.
    Source: Open vSwitch 2.13, ovs-vsctl add-bond.
    """
    for config in view.nic_configs:
        unknown = unknown_members(config)
        for each in config.walk():
            ovs = each.type in {"ovs_bond", "ovs_dpdk_bond"}
            if ovs and len(each.members) == 1 and members_known(each, unknown):
                yield Found(
                    each.at.step("members").key,
                    f"{called(each)} has one port; Open vSwitch makes a bond of two or more",
                    f"add a port, or put {called(each.members[0])} into the bridge itself",
                )


@rule("bond-primaries", Severity.ERROR)
def bond_primaries(view: DeploymentView) -> Iterator[Found]:
    """A bond has one primary member at most.

    Why: os-net-config refuses the whole configuration.
    Fix: Keep `primary: true` on one.
    Source: os-net-config 11.5.0, object model; measured.
    """
    for config in view.nic_configs:
        for each in config.walk():
            primary = [member for member in each.members if member.data("primary") is True]
            if each.type in BONDS - {"ovs_dpdk_bond"} and len(primary) > 1:
                names = listed(member.name or member.type for member in primary)
                yield Found(
                    spot(primary[1].settings["primary"]).key,
                    f"{called(each)} has the primary members {names}",
                    "keep primary: true on one",
                )
