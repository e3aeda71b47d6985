#!/bin/bash
openstack overcloud deploy --templates \
  -n roles_data.yaml \
  -e network_data.yaml \
  -e /usr/share/openstack-tripleo-heat-templates/environments/network-isolation.yaml \
  -e site.yaml
