"""Each role's nic-config template: mapped, valid, and resolved for the first node."""

import ipaddress
import json
import re

import node_values
from environments import NONE
from findings import closest
from heat_templates import walk
from heatclient.common import template_format

_NO_CONFIG = ("net-config-noop.yaml", "net-config-bridge.yaml")
_CONFIG_IN_SCRIPT = re.compile(r"echo '(.*?)' > /etc/os-net-config/config\.json", re.S)


class NicConfigs:
    def __init__(self, heat, envs, networks, nodes, findings):
        self._heat, self._envs, self._networks = heat, envs, networks
        self._nodes, self._findings = nodes, findings
        self._where = ""
        self.resolved = {}  # role -> network_config

    def check(self, role):
        key = f"OS::TripleO::{role['name']}::Net::SoftwareConfig"
        target = str(self._envs.registry.get(key, NONE))
        self._where = f"{target} ({role['name']})"
        if key not in self._envs.registry_by or target.endswith(_NO_CONFIG):
            text = f"no rendered file maps {key}, so {target} applies"
            self._findings.error("nic-config-missing", "resource_registry", text)
            return
        node_values.check_ports(role, self._networks, self._envs, self._findings)
        node = self._stack_of_one_node(role)
        if target not in self._envs.files or node is None:
            self._error("not readable, or the role's stack could not be built")
            return
        template = template_format.parse(self._envs.files[target])
        passed = node_values.passed_values(node, role, self._networks, self._envs)
        if self._check_names(template, passed):
            script = self._resolve(template, passed)
            if script:
                self._read_script(role, script)

    def _error(self, message):
        self._findings.error("nic-config", self._where, message)

    def _stack_of_one_node(self, role):
        for node in self._nodes:
            if node.role == role["name"] and "NetworkConfig" in (
                node.stack.t.t.get("resources") or {}
            ):
                return node
        return None

    def _check_names(self, template, passed):
        """An unknown name passes Heat's validation and fails while the stack is made."""
        declared = template.get("parameters") or {}
        resources = template.get("resources") or {}
        problems = list(node_values.undeclared(passed, declared))
        for name, schema in declared.items():
            if name not in passed and name not in self._envs.parameters and "default" not in schema:
                problems.append(f"{name} has no default, and nothing sets it")
        for _, part in walk(template):
            for function, names in (
                ("get_param", declared),
                ("get_resource", resources),
                ("get_attr", resources),
            ):
                value = part.get(function) if isinstance(part, dict) else None
                value = value[0] if isinstance(value, list) and value else value
                known = value in names if isinstance(value, str) else True
                if not known and not value.startswith("OS::"):
                    problems.append(f"{function}: there is no {value}{closest(value, names)}")
        for text in problems:
            self._error(text)
        return not problems

    def _resolve(self, template, passed):
        """The script that the node would get, or None."""
        env = {
            "parameter_defaults": self._envs.parameters,
            "resource_registry": self._envs.registry,
            "parameters": passed,
        }
        try:
            stack = self._heat.build(template, self._envs.files, env, name="nic", strict=True)
            stack.validate()
            scripts = _scripts(stack)
        except Exception as error:
            self._error(f"{type(error).__name__}: {error}")
            return None
        if len(scripts) != 1:
            self._error(f"{len(scripts)} resources hold a script, not one")
            return None
        return scripts[0]

    def _read_script(self, role, script):
        match = _CONFIG_IN_SCRIPT.search(script)
        if not match:
            self._error("the script is not THT's run-os-net-config.sh with $network_config")
            return
        text = node_values.fill_in(match[1], role, self._networks, self._envs)
        if "{{" in text:
            self._error("takes apart a value that is an Ansible expression until it runs")
            return
        # The script replaces these two words on the node.
        for word in (': "bridge_name', "interface_name"):
            if word in text:
                self._error(f"{word} would be replaced by the script")
        try:
            # A single quote would end the shell's string early.
            config = json.loads(text.partition("'")[0])["network_config"]
        except (ValueError, KeyError, TypeError) as error:
            self._error(f"not what os-net-config reads: {type(error).__name__} {error}")
            return
        self._check_addresses(config)
        self.resolved[role["name"]] = config

    def _check_addresses(self, config):
        for path, value in walk(config):
            place = ".".join(str(step) for step in path)
            key = path[-1] if path else None
            try:
                if value is None or value == "":
                    raise ValueError("no value")
                if key == "ip_netmask" and "default" not in str(value):
                    if "/" not in str(value):
                        raise ValueError(f"{value} has no prefix length")
                    ipaddress.ip_interface(str(value))
                if key in ("next_hop", "nexthop"):
                    ipaddress.ip_address(str(value))
            except ValueError as error:
                self._error(f"{place}: {error}")


def _scripts(stack):
    values = [item for item in stack.values() if item.type() == "OS::Heat::Value"]
    # Nothing is created, but what such values depend on is all known.
    for item in values:
        item.action, item.status = "CREATE", "COMPLETE"
    for _ in values:
        stack._update_all_resource_data(for_resources=True, for_outputs=True)
    texts = [
        item.properties["config"]
        for item in stack.values()
        if item.type() == "OS::Heat::SoftwareConfig"
    ]
    return [text for text in texts if isinstance(text, str)]
