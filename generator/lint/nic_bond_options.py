"""The options of bonds, parsed, with the tables of what programs take."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from generator.checks.bond_values import BondOption
from generator.checks.bond_values import bond_options as options_of
from generator.deployment.types import ConfigObject, DeploymentView
from generator.deployment.values import Value
from generator.inventory import Link
from generator.lint.ruleset import Found
from generator.lint.terms import titled

KERNEL_MODES = (
    "balance-rr", "active-backup", "balance-xor", "broadcast", "802.3ad", "balance-tlb",
    "balance-alb",
)  # fmt: skip
"""The modes of the kernel's bonding driver, by number."""
SELF_WATCHING = ("802.3ad", "balance-tlb", "balance-alb")
"""The modes in which the kernel sets miimon where nobody does."""
OVS_MODES = ("active-backup", "balance-slb", "balance-tcp")
OVS_LACP = ("active", "passive", "off")
MAPS = ("other_config", "external_ids")
"""Columns of Open vSwitch's Port table that are maps."""
_OVS_BONDS = frozenset({"ovs_bond", "ovs_dpdk_bond"})


class Options(NamedTuple):
    """The options of a bond. `pairs` has the names as they are written, `odd` what is no
    KEY=VALUE. `around` is the object that the bond is in."""

    view: DeploymentView
    role: str
    bond: ConfigObject
    around: ConfigObject | None
    value: Value
    pairs: Mapping[str, str]
    odd: tuple[str, ...]
    ports: tuple[str, ...]

    def get(self, name: str) -> str | None:
        """An option by its name in Open vSwitch, where `-` and `_` are the same."""
        return next((v for key, v in self.pairs.items() if column(key) == name), None)

    @property
    def mode(self) -> str | None:
        """The mode of a Linux bond by its name, None where it has none."""
        written = self.pairs.get("mode")
        if written and written.isdecimal() and int(written) < len(KERNEL_MODES):
            return KERNEL_MODES[int(written)]
        return written

    def fault(self, option: BondOption, value: str) -> str | None:
        """How a value has to be mended, None for one that is taken."""
        return option.fault(value, Link(self.ports))

    def found(self, message: str, hint: str, key: str = "") -> Found:
        """Something about the options, or one of them, at the place that decides it."""
        return Found(self.value.place(key), f"{titled(self.view, self.bond)}: {message}", hint)


def column(key: str) -> str:
    """The name of a column, without the key of a map."""
    return key.partition(":")[0].replace("-", "_")


def of_ovs(key: str) -> bool:
    """Whether an option is one of Open vSwitch that the kernel has not."""
    return column(key) in {"bond_mode", "lacp", *MAPS}


def acts(found: Options, key: str) -> bool:
    """Whether an option of a Linux bond is there and not 0. miimon acts unwritten in the modes
    that watch by themselves."""
    itself = "100" if key == "miimon" and found.mode in SELF_WATCHING else "0"
    return found.pairs.get(key, itself) != "0"


def table(view: DeploymentView, program: str) -> Mapping[str, BondOption]:
    """The options that a program takes: linux, ovs, other_config."""
    return options_of(view.target, program)


def linux_options(view: DeploymentView) -> tuple[Options, ...]:
    """The options of every Linux bond."""
    return _parsed(view, frozenset({"linux_bond"}), "bonding_options")


def ovs_options(view: DeploymentView) -> tuple[Options, ...]:
    """The options of every bond of Open vSwitch."""
    return _parsed(view, _OVS_BONDS, "ovs_options")


@lru_cache(maxsize=2)
def _parsed(view: DeploymentView, types: frozenset[str], key: str) -> tuple[Options, ...]:
    """Many rules ask one after the other."""
    return tuple(_parse(view, types, key))


def _parse(view: DeploymentView, types: frozenset[str], key: str) -> Iterator[Options]:
    for config in view.nic_configs:
        for each, owners in config.nested():
            value = each.get(key) if each.type in types else None
            if value is None or not isinstance(value.content, str):
                continue
            words = value.content.split()
            yield Options(
                view, config.role, each, owners[-1] if owners else None, value,
                dict(word.split("=", 1) for word in words if "=" in word),
                tuple(word for word in words if "=" not in word),
                tuple(m.name for m in each.members if m.name),
            )  # fmt: skip
