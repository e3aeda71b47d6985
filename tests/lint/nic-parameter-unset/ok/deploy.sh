#!/bin/bash
openstack overcloud deploy --templates -r roles_data.yaml -e environment.yaml
