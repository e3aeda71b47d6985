#!/bin/bash
# Deploys the overcloud, or updates it. Run it on the director, after: source ~/stackrc
# Rendered by nfvgen; edit the inventory, not this file.
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")"

openstack overcloud deploy \
  --templates /usr/share/openstack-tripleo-heat-templates \
  --stack overcloud \
  -r roles_data.yaml \
  -n network_data.yaml \
  -e /usr/share/openstack-tripleo-heat-templates/environments/network-isolation.yaml \
  -e /usr/share/openstack-tripleo-heat-templates/environments/docker-ha.yaml \
  -e /usr/share/openstack-tripleo-heat-templates/environments/podman.yaml \
  -e /usr/share/openstack-tripleo-heat-templates/environments/ceph-ansible/ceph-ansible.yaml \
  -e /usr/share/openstack-tripleo-heat-templates/environments/services/neutron-ovs.yaml \
  -e /usr/share/openstack-tripleo-heat-templates/environments/services/neutron-ovs-dpdk.yaml \
  -e /usr/share/openstack-tripleo-heat-templates/environments/services/neutron-sriov.yaml \
  -e environments/network.yaml \
  -e environments/node-info.yaml \
  -e environments/ovs-dpdk.yaml \
  -e environments/sriov.yaml \
  -e environments/containers.yaml \
  -e environments/ceph.yaml
