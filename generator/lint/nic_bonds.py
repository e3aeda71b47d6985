"""Rules over the primary member of bonds in nic-configs, and the mode of Linux bonds."""

from collections.abc import Iterator

from generator.checks.wording import listed
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.nic_bond_options import KERNEL_MODES, linux_options, of_ovs
from generator.lint.nic_types import BONDS
from generator.lint.nics import called, spot, taken_default
from generator.lint.ruleset import Found, rule


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


@rule("linux-bond-without-mode", Severity.WARNING)
def linux_bond_without_mode(view: DeploymentView) -> Iterator[Found]:
    """A Linux bond says its mode.

    Why: The kernel's default is balance-rr: it sends frames in turn over all legs, and
    needs a static port channel on the switch.
    Fix: Write `mode=802.3ad` or `mode=active-backup`, with `miimon=100`.
    Source: Linux Documentation/networking/bonding.txt.
    """
    hint = "write bonding_options with mode=802.3ad or mode=active-backup, and miimon=100"
    for found in linux_options(view):
        guess = taken_default(found.value) and not view.roles_read
        named = "mode" in found.pairs or set(found.odd) & set(KERNEL_MODES)
        if not named and not guess and not any(map(of_ovs, found.pairs)):
            yield found.found("no mode, so it runs balance-rr", hint)
    for config in view.nic_configs:
        for each in config.walk():
            named = {"bonding_options", "ovs_options"} & set(each.settings)
            if each.type == "linux_bond" and not named:
                at = each.at.step("type")
                yield Found(at, f"{called(each)}: no mode, so it runs balance-rr", hint)
