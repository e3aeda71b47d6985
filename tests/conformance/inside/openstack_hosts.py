"""Make compute nodes known to Nova, with the interpreter of an OpenStack environment.

    openstack_hosts.py CONFIG HOST...

No program runs on them; aggregates can have them all the same.
"""

import sys
import uuid

from nova import config, context, objects


def main(file, *hosts):
    config.parse_args(["nova"], default_config_files=[file])
    objects.register_all()
    admin = context.get_admin_context()
    cell = next(c for c in objects.CellMappingList.get_all(admin) if c.name == "cell1")
    for host in hosts:
        with context.target_cell(admin, cell) as inside:
            service = objects.Service(
                inside, host=host, binary="nova-compute", topic="compute", report_count=0,
                disabled=False,
            )  # fmt: skip
            service.create()
            objects.ComputeNode(
                inside, uuid=str(uuid.uuid5(uuid.NAMESPACE_DNS, host)), service_id=service.id,
                host=host, hypervisor_hostname=host, hypervisor_type="QEMU",
                hypervisor_version=1, vcpus=80, vcpus_used=0, memory_mb=393216,
                memory_mb_used=0, local_gb=1000, local_gb_used=0, free_ram_mb=393216,
                free_disk_gb=1000, running_vms=0, cpu_info="{}", host_ip="127.0.0.1",
                cpu_allocation_ratio=1.0, ram_allocation_ratio=1.0, disk_allocation_ratio=1.0,
                supported_hv_specs=[], stats={},
            ).create()  # fmt: skip
        objects.HostMapping(admin, host=host, cell_mapping=cell).create()


if __name__ == "__main__":
    main(*sys.argv[1:])
