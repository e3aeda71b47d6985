#!/bin/bash
openstack overcloud deploy --templates \
  -r roles_data.yaml \
  -e site.yaml
