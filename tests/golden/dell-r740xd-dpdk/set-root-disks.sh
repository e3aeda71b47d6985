#!/bin/bash
# Tells Ironic which disk of each node takes the operating system. Run it on the
# director, after the nodes are registered and source ~/stackrc; once is enough.
# Rendered by nfvgen; edit the inventory, not this file.
set -eu

openstack baremetal node set controller-0 \
  --property 'root_device={"name": "/dev/sda"}'

openstack baremetal node set controller-1 \
  --property 'root_device={"name": "/dev/sda"}'

openstack baremetal node set controller-2 \
  --property 'root_device={"name": "/dev/sda"}'

openstack baremetal node set compute-0 \
  --property 'root_device={"name": "/dev/sda"}'

openstack baremetal node set compute-1 \
  --property 'root_device={"name": "/dev/sda"}'

openstack baremetal node set ceph-0 \
  --property 'root_device={"name": "/dev/sda"}'

openstack baremetal node set ceph-1 \
  --property 'root_device={"name": "/dev/sda"}'

openstack baremetal node set ceph-2 \
  --property 'root_device={"name": "/dev/sda"}'
