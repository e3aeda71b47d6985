#!/bin/bash
openstack overcloud deploy --templates \
  --answers-file answers.yaml \
  -e /usr/share/openstack-tripleo-heat-templates/environments/network-isolation.yaml \
  -e site.yaml
