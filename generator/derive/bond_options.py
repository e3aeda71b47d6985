"""Bond options, in the syntax of the program that reads them.

A Linux bond takes the kernel's module options, an OVS bond columns of the Port
table. A word in the other's syntax is accepted by all tools and leaves a Linux bond
in balance-rr, or makes ovs-vsctl refuse the bond.
"""

from collections.abc import Mapping

from generator.explained import Explained
from generator.inventory import BondMode, LinkKind

KERNEL = "Linux Documentation/networking/bonding.txt"
OVS = "Open vSwitch 2.13 ovs-vswitchd.conf.db(5), Port table"
_HASH = {"xmit_hash_policy": "layer3+4"}
_LINUX = {
    "802.3ad": {"miimon": "100", "lacp_rate": "fast", **_HASH},
    "active-backup": {"miimon": "100"},
    "balance-xor": {"miimon": "100", **_HASH},
}
_LINUX_WHY = {
    "802.3ad": "LACP with the switch; fast LACP and a link check every 100 ms notice a dead leg"
    " soon, layer3+4 spreads connections between two hosts over both legs",
    "active-backup": "one leg carries everything; a link check every 100 ms notices a dead leg",
    "balance-xor": "a static port channel on the switch; layer3+4 spreads connections between"
    " two hosts over both legs",
}
_OVS_WHY = {
    "active-backup": "one leg carries everything; the switch ports are no port channel",
    "balance-slb": "source MAC and VLAN choose the leg; the switch ports are no port channel."
    " Tunnel traffic has one source MAC and stays on one leg",
    "balance-tcp": "LACP with the switch spreads connections by layer 4; without negotiated LACP"
    " the bond drops everything. Red Hat calls balance-tcp a technology preview (OpenStack"
    " Platform 13 and 15; the 16.1 statement was not found), and Open vSwitch 2.13"
    " recirculates each packet for it",
}


def bond_options(
    kind: LinkKind, mode: BondMode, lacp: str | None, extra: Mapping[str, str], path: str
) -> Explained[str]:
    """The option string of a bond; `extra` from the inventory at `path` wins key by key."""
    if kind == "linux":
        options = {"mode": mode, **_LINUX[mode], **extra}
        why, source = _LINUX_WHY[mode], KERNEL
    else:
        options = {"bond_mode": mode, **_lacp(mode, lacp), **extra}
        why, source = _OVS_WHY[mode], OVS
    if extra:
        why += f"; by hand: {', '.join(extra)} ({path}.options)"
    text = " ".join(f"{key}={value}" for key, value in options.items())
    return Explained(text, f"{mode}: {why}", source)


def _lacp(mode: BondMode, lacp: str | None) -> dict[str, str]:
    """balance-tcp needs LACP; the other modes have it only where it is asked for."""
    chosen = lacp or ("active" if mode == "balance-tcp" else None)
    return {"lacp": chosen} if chosen else {}
