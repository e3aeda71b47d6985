"""Flavors and hosts in, how many servers fit by Nova's own functions out."""

import json
import os
import sys
import types

os.environ["OS_NOVA_DISABLE_EVENTLET_PATCHING"] = "1"

import nova.conf
from nova import exception, objects
from nova.compute.api import API
from nova.scheduler import utils
from nova.scheduler.filters.numa_topology_filter import NUMATopologyFilter
from nova.virt import hardware
from nova.virt.libvirt import config
from nova.virt.libvirt.driver import LibvirtDriver

CONF = nova.conf.CONF
ENOUGH = 400  # servers
WORDS = {-1: "small", -2: "large", -3: "any"}


def main():
    objects.register_all()
    CONF([], project="nova", default_config_files=[], default_config_dirs=[])
    nova.conf.neutron.register_dynamic_opts(CONF)
    json.dump([answer(**case) for case in json.load(sys.stdin)], sys.stdout)


def answer(host, flavor, image):
    topology, shared, dedicated = reported(host)
    found = {
        # In the order in which Nova goes through the cores of each node.
        "siblings": [[sorted(core) for core in cell.siblings] for cell in topology.cells],
        "vcpus": len(shared),
        "pcpus": len(dedicated),
    }
    try:
        asked = nova_flavor(flavor)
        meta = objects.ImageMeta.from_dict({"properties": dict(image)})
        validate(asked, image)
        guest = hardware.numa_get_constraints(asked, meta)
        return found | {
            "refused": None,
            "guest": guest_cells(guest),
            "request": request(asked, meta),
            "servers": servers(host, topology, asked, meta) if guest else None,
        }
    except (exception.NovaException, ValueError) as error:
        return found | {"refused": type(error).__name__}


def reported(host):
    """The NUMA topology as nova-compute makes it of libvirt's capabilities."""
    CONF.set_override("cpu_dedicated_set", host["dedicated"], "compute")
    CONF.set_override("cpu_shared_set", host["shared"], "compute")
    CONF.set_override(
        "reserved_huge_pages",
        [
            {"node": str(node), "size": str(size), "count": str(count)}
            for node, cell in enumerate(host["cells"])
            for size, _, count in cell["pages"]
        ],
    )
    capabilities = config.LibvirtConfigCaps()
    capabilities.host = config.LibvirtConfigCapsHost()
    capabilities.host.topology = config.LibvirtConfigCapsNUMATopology()
    capabilities.host.topology.cells = [
        capabilities_cell(node, cell) for node, cell in enumerate(host["cells"])
    ]
    online = {cpu for cell in host["cells"] for core in cell["cores"] for cpu in core}
    libvirt = types.SimpleNamespace(
        get_capabilities=lambda: capabilities, get_online_cpus=lambda: set(online)
    )
    driver = types.SimpleNamespace(
        _has_numa_support=lambda: True,
        _reserved_hugepages=hardware.numa_get_reserved_huge_pages(),
        _host=libvirt,
    )
    for name in ("_get_vcpu_available", "_get_pcpu_available"):
        setattr(driver, name, types.MethodType(getattr(LibvirtDriver, name), driver))
    topology = LibvirtDriver._get_host_numa_topology(driver)
    return topology, driver._get_vcpu_available(), driver._get_pcpu_available()


def capabilities_cell(node, cell):
    found = config.LibvirtConfigCapsNUMACell()
    found.id, found.memory = node, cell["memory_mib"] * 1024
    for core, threads in enumerate(cell["cores"]):
        for thread in threads:
            cpu = config.LibvirtConfigCapsNUMACPU()
            cpu.id, cpu.core_id, cpu.socket_id, cpu.siblings = thread, core, node, set(threads)
            found.cpus.append(cpu)
    small = found.memory - sum(size * total for size, total, _ in cell["pages"])
    for size, total in ((4, small // 4), *((size, total) for size, total, _ in cell["pages"])):
        pages = config.LibvirtConfigCapsNUMAPages()
        pages.size, pages.total = size, total
        found.mempages.append(pages)
    return found


def nova_flavor(flavor):
    return objects.Flavor(
        id=1, flavorid="1", name="flavor", vcpus=flavor["vcpus"], memory_mb=flavor["ram"],
        root_gb=0, ephemeral_gb=0, swap=0, disabled=False, is_public=True, rxtx_factor=1.0,
        description=None, extra_specs=flavor["extra_specs"],
    )  # fmt: skip


def validate(flavor, image):
    """What the API looks at when a server is made."""
    written = {"id": "0" * 8, "status": "active", "properties": dict(image)}
    API._validate_flavor_image_numa_pci(written, flavor)


def guest_cells(topology):
    if topology is None:
        return []
    return [
        [len(cell.cpuset), cell.memory, WORDS.get(cell.pagesize, cell.pagesize)]
        for cell in topology.cells
    ]


def request(flavor, meta):
    asked = utils.ResourceRequest(
        objects.RequestSpec(flavor=flavor, image=meta, is_bfv=False, requested_resources=[])
    )
    groups = list(asked._rg_by_id.values())
    return {
        "resources": asked.merged_resources(),
        "required": sorted(set().union(*(group.required_traits for group in groups))),
        "forbidden": sorted(set().union(*(group.forbidden_traits for group in groups))),
    }


def servers(host, topology, flavor, meta):
    """How many fit by the filter's own questions, one after the other."""
    limits = objects.NUMATopologyLimits(
        cpu_allocation_ratio=host["cpu_ratio"], ram_allocation_ratio=host["ram_ratio"]
    )
    state = types.SimpleNamespace(numa_topology=topology)
    if not NUMATopologyFilter()._satisfies_cpu_policy(state, flavor.extra_specs, meta.properties):
        return 0
    for count in range(ENOUGH):
        guest = hardware.numa_get_constraints(flavor, meta)
        fitted = hardware.numa_fit_instance_to_host(topology, guest, limits=limits)
        if not fitted:
            return count
        topology = hardware.numa_usage_from_instance_numa(topology, fitted)
    return ENOUGH


if __name__ == "__main__":
    main()
