"""Hold one rendered directory against tripleo-heat-templates under Heat's engine.

    check_overcloud.py RENDERED THT CACHE

Prints one JSON report. Runs with the interpreter of the Heat environment.
"""

import json
import os
import sys
import tempfile

import data_files
import services
import tree
from deployment import THT_PREFIX, Deployment
from environments import Environments
from findings import BrokenError, Findings
from heat_engine import Heat
from heat_templates import load_yaml, walk
from nic_configs import NicConfigs
from overcloud import Overcloud
from parameters import ParameterCheck
from values import ValueCheck
from yaml_text import check_text

BASE_ENVIRONMENT = "overcloud-resource-registry-puppet.yaml"


def check(rendered, tht, cache, scratch, findings, report):
    deployment = Deployment(rendered, findings)
    for path in deployment.files():
        if path.endswith((".yaml", ".yml")):
            with open(path, encoding="utf-8") as stream:
                check_text(deployment.name(path), stream.read(), findings)
    roles = data_files.read_named(deployment.roles_file, "roles_data")
    networks = data_files.read_networks(deployment.networks_file)
    data_files.check_roles(roles, networks, findings)
    data_files.check_networks(networks, findings)

    place, facts = tree.processed(tht, deployment.roles_file, deployment.networks_file, cache)
    findings.hide(place, THT_PREFIX)
    copy = os.path.join(scratch, "rendered")
    findings.hide(copy + "/", "")
    deployment.move(copy, place)
    # A name that only our own nic configs declare is declared as well.
    facts.scan(copy)
    envs = Environments(deployment, [os.path.join(place, BASE_ENVIRONMENT)], findings)

    missing = services.check_services(roles, envs, findings)
    services.check_registry_keys(roles, envs, facts, findings)
    services.check_plugin(roles, envs, findings)
    data_files.check_address_lists(roles, networks, envs, findings)
    data_files.check_hostname_map(deployment.stack, roles, envs, findings)
    net_map = _service_net_map(place)
    data_files.check_service_networks(net_map, roles, networks, envs, findings)

    heat = Heat()
    values = ValueCheck(heat, facts, findings)
    parameters = ParameterCheck(facts, envs, roles, values, findings)
    parameters.check_declared()
    overcloud = Overcloud(heat, place, envs, roles, facts, values.unloadable, missing, findings)
    parameters.check_reached(overcloud.nodes, place)
    parameters.check_role_maps(roles, overcloud.nodes, place)
    overcloud.validate()
    nic_configs = NicConfigs(heat, envs, networks, overcloud.nodes, findings)
    for role in roles:
        nic_configs.check(role)
    report["environments"] = deployment.arguments["environments"]
    report["parameters"] = envs.parameters
    report["network_config"] = nic_configs.resolved
    report["effective"] = overcloud.effective_values()
    report["pre_configs"] = overcloud.pre_configs()
    report["first_nodes"] = overcloud.first_nodes()


def _service_net_map(place):
    template = load_yaml(os.path.join(place, "network", "service_net_map.yaml"))
    for _, node in walk(template):
        if isinstance(node, dict) and isinstance(node.get("NeutronTenantNetwork"), str):
            return node
    raise RuntimeError("service_net_map.yaml has no map of services to networks")


def main():
    rendered, tht, cache = sys.argv[1:]
    findings = Findings()
    report = {
        "network_config": {},
        "effective": {},
        "parameters": {},
        "environments": [],
        "pre_configs": {},
    }
    with tempfile.TemporaryDirectory(prefix="overcloud-") as scratch:
        try:
            check(rendered, tht, cache, scratch, findings, report)
        except BrokenError as error:
            findings.error("unusable", rendered, error)
    report["findings"] = findings.items
    json.dump(report, sys.stdout, default=str)


if __name__ == "__main__":
    main()
