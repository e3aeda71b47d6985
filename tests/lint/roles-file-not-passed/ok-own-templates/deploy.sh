#!/bin/bash
openstack overcloud deploy --templates ~/my-templates \
  -e site.yaml
