#!/bin/bash
# Tells Ironic which disk of each node takes the operating system. Run it on the
# director, after the nodes are registered and source ~/stackrc; once is enough.
# Rendered by nfvgen; edit the inventory, not this file.
set -eu

openstack baremetal node set edge-compute-0 \
  --property 'root_device={"wwn": "0x5000c500a1b2c3d4", "serial": "Z1Z2Z3", "model": "ST600", "size": 558}'

openstack baremetal node set edge-compute-1 \
  --property 'root_device={"wwn": "0x5000c500a1b2c3d4", "serial": "Z1Z2Z3", "model": "ST600", "size": 558}'

openstack baremetal node set edge-compute-2 \
  --property 'root_device={"wwn": "0x5000c500a1b2c3d4", "serial": "Z1Z2Z3", "model": "ST600", "size": 558}'

openstack baremetal node set edge-compute-3 \
  --property 'root_device={"wwn": "0x5000c500a1b2c3d4", "serial": "Z1Z2Z3", "model": "ST600", "size": 558}'
