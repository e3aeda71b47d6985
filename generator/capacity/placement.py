"""Placement's view of a host: sums of CPUs and memory, and one trait of the hardware.

The rules are those of Nova 20 (Train), nova/virt/libvirt/driver.py update_provider_tree and
nova/scheduler/utils.py; capacity is total less reserved, times the allocation ratio.
"""

from generator.capacity.types import Guest, Host, Use

ENDLESS = 1000000
HYPERTHREADING = "HW_CPU_HYPERTHREADING"


_WORDS = {"VCPU": "shared CPUs", "PCPU": "dedicated CPUs", "MEMORY_MB": "memory of the host"}


def taken(host: Host, use: Use, guest: Guest) -> Use | None:
    """The sums with one guest more, None where the host has not enough."""
    wanted = wanted_of(host, guest)
    if wanted is None:
        return None
    after = _with(use, wanted)
    return None if _missing(host, wanted, after) else after


def with_sums(host: Host, use: Use, guest: Guest, servers: int) -> Use:
    """The sums with so many guests more, of which it is known that they fit."""
    wanted = wanted_of(host, guest) or {}
    return _with(use, {name: amount * servers for name, amount in wanted.items()})


def short_of(host: Host, use: Use, guest: Guest) -> str:
    """What the sums lack for one guest more, in words; "" where they are enough."""
    wanted = wanted_of(host, guest)
    if wanted is None:
        return f"its cores have {'' if host.hyperthreads else 'no '}thread siblings"
    missing = _missing(host, wanted, _with(use, wanted))
    return f"not enough {_WORDS[missing]}" if missing else ""


def _with(use: Use, wanted: dict[str, int]) -> Use:
    return use._replace(
        vcpus=use.vcpus + wanted.get("VCPU", 0),
        pcpus=use.pcpus + wanted.get("PCPU", 0),
        memory_mib=use.memory_mib + wanted.get("MEMORY_MB", 0),
    )


def _missing(host: Host, wanted: dict[str, int], after: Use) -> str | None:
    """The class that is not enough. One guest alone may not have more than there is, whatever
    the ratio."""
    totals, most = _totals(host), capacities(host)
    used = {"VCPU": after.vcpus, "PCPU": after.pcpus, "MEMORY_MB": after.memory_mib}
    for name, amount in wanted.items():
        if amount > totals[name] or (amount and used[name] > most[name]):
            return name
    return None


def most_by_sums(host: Host, guest: Guest) -> int:
    """How many guests fit as far as the sums go; a flavor may ask for nothing at all."""
    wanted = wanted_of(host, guest)
    totals, most = _totals(host), capacities(host)
    if wanted is None or any(amount > totals[name] for name, amount in wanted.items()):
        return 0
    return min((most[name] // amount for name, amount in wanted.items() if amount), default=ENDLESS)


def wanted_of(host: Host, guest: Guest) -> dict[str, int] | None:
    """What the guest asks of this host, None where its trait keeps the guest away.

    Where no host has PCPU for a guest, Train asks for VCPU instead and drops the trait:
    the way to hosts without cpu_dedicated_set.
    """
    wanted = {name: guest.resources.get(name, 0) for name in ("VCPU", "PCPU", "MEMORY_MB")}
    if wanted["PCPU"] and not host.pcpus:
        return wanted | {"VCPU": wanted["VCPU"] + wanted["PCPU"], "PCPU": 0}
    against = guest.forbidden if host.hyperthreads else guest.required
    return None if HYPERTHREADING in against else wanted


def capacities(host: Host) -> dict[str, int]:
    """How much of each class all guests together may have."""
    totals = _totals(host)
    return {
        "VCPU": int(totals["VCPU"] * host.cpu_ratio),
        "PCPU": totals["PCPU"],
        "MEMORY_MB": int((totals["MEMORY_MB"] - host.reserved_mib) * host.ram_ratio),
    }


def _totals(host: Host) -> dict[str, int]:
    memory = sum(own.memory_mib for own in host.cells)
    return {"VCPU": host.vcpus, "PCPU": host.pcpus, "MEMORY_MB": memory}
