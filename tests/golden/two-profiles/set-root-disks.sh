#!/bin/bash
# Tells Ironic which disk of each node takes the operating system. Run it on the
# director, after the nodes are registered and source ~/stackrc; once is enough.
# Rendered by nfvgen; edit the inventory, not this file.
set -eu

openstack baremetal node set controller-0 \
  --property 'root_device={"by_path": "/dev/disk/by-path/pci-0000:18:00.0-scsi-0:2:0:0"}'

openstack baremetal node set intel-0 \
  --property 'root_device={"name": "/dev/sda"}'

openstack baremetal node set intel-1 \
  --property 'root_device={"name": "/dev/sda"}'

openstack baremetal node set amd-0 \
  --property 'root_device={"wwn": "0x5000c500a1b2c3d4"}'

openstack baremetal node set ceph-0 \
  --property 'root_device={"name": "/dev/sda"}'

openstack baremetal node set ceph-1 \
  --property 'root_device={"name": "/dev/sda"}'

openstack baremetal node set ceph-2 \
  --property 'root_device={"name": "/dev/sda"}'
