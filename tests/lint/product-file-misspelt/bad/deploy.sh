#!/bin/bash
openstack overcloud deploy --templates \
  -e /usr/share/openstack-tripleo-heat-templates/environment/network-isolation.yaml \
  -e site.yaml
