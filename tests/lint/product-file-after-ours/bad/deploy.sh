#!/bin/bash
openstack overcloud deploy --templates \
  -e site.yaml \
  -e /usr/share/openstack-tripleo-heat-templates/environments/services/neutron-ovs.yaml
