"""The MTU chain: networks -> link -> bond and ports, and what Neutron is told."""

from collections.abc import Mapping

from generator.catalog.release import Release
from generator.explained import Explained, by_hand
from generator.findings import Path, path_text

_CHAIN = "every device below a network carries at least its MTU (RHOSP 16.1 NFV guide, MTU)"
_NEUTRON = "tripleo-heat-templates 11.6.0 deployment/neutron/neutron-base.yaml"


def link_mtu(
    networks: Mapping[str, int],
    physical: Mapping[str, int],
    stated: int | None,
    release: Release,
    at: Path,
) -> Explained[int]:
    """The MTU of a link, its bond, bridge and ports: the largest of its networks and of the
    physical networks on its bridge. `stated` is the link's mtu, at the path `at`."""
    derived = _largest({**networks, **physical}, release, _CHAIN)
    return derived if stated is None else by_hand(stated, path_text(at), derived)


def global_physnet_mtu(
    physical: Mapping[str, int], underlay: int | None, release: Release
) -> Explained[int]:
    """NeutronGlobalPhysnetMtu: the largest MTU Neutron has to know of. `underlay` is the
    MTU of the Tenant network where tunnels run over it."""
    carried = dict(physical) if underlay is None else {**physical, "Tenant": underlay}
    return _largest(carried, release, _NEUTRON)


def physical_network_mtus(physical: Mapping[str, int], largest: int) -> Explained[tuple[str, ...]]:
    """NeutronML2PhysicalNetworkMtus: the physical networks that stay below the global MTU."""
    lower = {name: mtu for name, mtu in physical.items() if mtu != largest}
    return Explained(
        tuple(f"{name}:{mtu}" for name, mtu in lower.items()),
        f"below the global MTU {largest}: {_listed(lower)}"
        if lower
        else f"every physical network has the global MTU {largest}",
        "tripleo-heat-templates 11.6.0 deployment/neutron/neutron-plugin-ml2.yaml",
    )


def tenant_mtu(underlay: int, network_type: str, release: Release) -> Explained[int]:
    """The MTU left to guests on tenant networks of this type."""
    overhead = release.tunnel_overhead[network_type]
    return Explained(
        underlay - overhead.value,
        f"{underlay} - {overhead.value} bytes of {network_type} = {underlay - overhead.value}",
        overhead.source,
        (overhead,),
    )


def _largest(mtus: Mapping[str, int], release: Release, source: str) -> Explained[int]:
    standard = release.tuning.standard_mtu
    if not mtus:
        return Explained(standard.value, f"no network: {standard.value}", standard.source)
    value = max(mtus.values())
    return Explained(value, f"the largest of {_listed(mtus)} = {value}", source)


def _listed(mtus: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {mtu}" for name, mtu in mtus.items())
