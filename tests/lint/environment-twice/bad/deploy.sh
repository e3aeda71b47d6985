#!/bin/bash
openstack overcloud deploy --templates \
  -e /usr/share/openstack-tripleo-heat-templates/environments/network-isolation.yaml \
  -e site.yaml \
  --ntp-server 192.0.2.1 \
  -e ./site.yaml
