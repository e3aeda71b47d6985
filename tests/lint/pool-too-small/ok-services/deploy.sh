#!/bin/bash
# Addresses of Redis and of the OVN databases are taken from InternalApi too.
openstack overcloud deploy --templates -r roles_data.yaml -n network_data.yaml \
  -e /usr/share/openstack-tripleo-heat-templates/environments/network-isolation.yaml \
  -e environment.yaml
