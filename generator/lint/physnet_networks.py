"""Whether networks can be made on the physical networks."""

from collections.abc import Iterator

from generator.deployment.types import DeploymentView
from generator.deployment.values import At, Value
from generator.findings import Severity
from generator.lint.physical_networks import DEVICES, FLAT, RANGES, Physnets, items
from generator.lint.ruleset import Found, rule
from generator.lint.scope import deployed, texts
from generator.lint.tenant_types import overcloud


@rule("physnet-without-networks", Severity.WARNING)
def physnet_without_networks(view: DeploymentView) -> Iterator[Found]:
    """A physical network that is mapped is flat, has VLAN ranges, or both.

    Why: Neutron allows no network on it.
    Fix: Add it to NeutronFlatNetworks or NeutronNetworkVLANRanges; in an inventory write
    `flat: true` or `vlans`.
    Source: Neutron ML2 flat_networks and network_vlan_ranges.
    """
    physnets = Physnets(view)
    ranged, flat = (view.parameters.get(name) for name in (RANGES, FLAT))
    told = view.planned or ranged is not None or flat is not None
    if not physnets.known or not view.complete or not told:
        return
    usable = {item.fields[0] for value in (ranged, flat) for item in items(value)}
    usable |= {"datacentre"} if ranged is None or flat is None else set()
    unknown = any(value is not None and not value.known for value in (ranged, flat))
    mapped = [*physnets.values, *_device_maps(view)]
    for value in mapped if not unknown and "*" not in usable else ():
        for item in items(value):
            name = item.fields[0]
            if len(item.fields) == 2 and name not in usable:
                at, hint = item.at, f"add {name}:FIRST:LAST to {RANGES}, or {name} to {FLAT}"
                if view.planned:  # the item lies at a bridge or a link
                    at = At(at.document, ("physical_networks", name), on_key=True)
                    hint = "write flat: true, or vlans: FIRST-LAST"
                yield Found(
                    at, f"{name} is neither flat nor has VLAN ranges: no network can be made on it",
                    hint,
                )  # fmt: skip


def _device_maps(view: DeploymentView) -> Iterator[Value]:
    """Every value of the ports of the SR-IOV agents."""
    found = {}
    for role in deployed(view):
        value = view.effective(role.name, DEVICES) if role.has("NeutronSriovAgent") else None
        if value is not None:
            found[id(value)] = value
    yield from found.values()


@rule("tenant-vlans-missing", Severity.ERROR)
def tenant_vlans_missing(view: DeploymentView) -> Iterator[Found]:
    """Tenant networks of type vlan have VLAN ranges to take ids from.

    Why: Neutron refuses every tenant network for want of a free id.
    Fix: Write a range in NeutronNetworkVLANRanges, in an inventory `vlans` on the physical
    network of the tenants; or let tenants have networks of another type.
    Source: Neutron ML2 tenant_network_types and network_vlan_ranges.
    """
    kinds, ranged = overcloud(view, "NeutronNetworkType"), overcloud(view, RANGES)
    if not view.complete or ranged is None or not ranged.known or items(ranged):
        return  # unset, the ranges are datacentre:1:1000; a bare name is meant for providers
    if set(texts(kinds) or ()) == {"vlan"}:
        hint = f"write PHYSICAL_NETWORK:FIRST:LAST in {RANGES}"
        yield Found(
            ranged.at, "tenants get VLANs, but no physical network has VLAN ranges",
            "write vlans: FIRST-LAST on a physical network" if view.planned else hint,
        )  # fmt: skip
