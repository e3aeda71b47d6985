"""The overcloud stack and everything nested in it, as Heat instantiates it."""

import collections
import copy
import os
import re

from environments import NONE, as_text
from heat_engine import StackResource, resolved
from heatclient.common import template_utils

Node = collections.namedtuple("Node", "path role template stack")

# What the client adds to every deployment.
_CLIENT_PARAMETERS = {
    "RootStackName": "overcloud",
    "StackAction": "CREATE",
    "DeployIdentifier": "",
    "UpdateIdentifier": "",
    "UndercloudHostsEntries": ["192.168.24.1 undercloud.ctlplane.localdomain"],
}
# What image preparation and password generation fill in, and values that fit.
_GENERATED = re.compile(
    r"^(Docker|Container)\w*Image\w*$|"
    r"(Password|Passphrase|Secret|Token|Cookie|Kek|FSID|Suffix|Keys?\d?|Credential\d)$"
)
_GENERATED_VALUES = (
    "registry.example.com/namespace/image:tag",
    "A" * 38 + "==",
    "00000000-0000-4000-8000-000000000000",
    {"0": {"content": "x"}},
    1,
)


class Overcloud:
    def __init__(self, heat, tree, envs, roles, facts, unloadable, missing_services, findings):
        self._heat, self._findings = heat, findings
        self._roles = [role["name"] for role in roles]
        self._server_names = {  # of the resource in the role's stack
            role["name"]: role.get("deprecated_server_resource_name", role["name"])
            for role in roles
        }
        files, self._template = template_utils.get_template_contents(
            os.path.join(tree, "overcloud.yaml")
        )
        self._files = {**as_text(files), **envs.files}
        self._env = copy.deepcopy(envs.merged)
        values = self._env["parameter_defaults"]
        # One value that Heat cannot load would hide everything else.
        for name in unloadable:
            values.pop(name, None)
        for service in missing_services:
            self._env["resource_registry"][service] = NONE
        for name, value in _CLIENT_PARAMETERS.items():
            values.setdefault(name, value)
        for name, declarations in facts.declared.items():
            if name not in values and (value := self._generated(name, declarations)) is not None:
                values[name] = value
        self._unloadable = unloadable
        self.nodes = []
        self._walk()

    def _generated(self, name, declarations):
        hidden = any(item.schema.get("hidden") for item in declarations)
        if not (hidden or _GENERATED.search(name)):
            return None
        # None stands for the declared default, which may be unusable, too.
        for value in (None, *_GENERATED_VALUES):
            try:
                for item in declarations:
                    self._heat.check_value(name, item.schema, value, item.version)
            except Exception:
                continue
            return value
        return None

    def _walk(self):
        try:
            stack = self._heat.build(self._template, self._files, self._env)
        except Exception as error:
            self._failed("overcloud", error)
            return
        self._descend(stack, "overcloud", None, "overcloud.yaml")

    def _descend(self, stack, path, role, template):
        self.nodes.append(Node(path, role, template, stack))
        try:
            members = sorted(stack.items())
        except Exception as error:
            self._failed(path, error)
            return
        for name, resource in members:
            if not isinstance(resource, StackResource):
                continue
            here = f"{path}.{name}"
            try:
                nested = resource.get_nested_parameters_stack()
            except Exception as error:
                self._failed(here, error)
                continue
            if nested is not None:
                inner = getattr(resource, "template_url", template)
                self._descend(nested, here, role or self._role_of(name), inner)

    def _failed(self, path, error):
        self._findings.error("heat-build", path, f"{type(error).__name__}: {error}")

    def _role_of(self, resource):
        for role in self._roles:
            if resource in (role, f"{role}ServiceChain"):
                return role
        return None

    def validate(self):
        """Heat's verdict on the whole, and the parameters that nothing sets."""
        try:
            self._heat.build(self._template, self._files, self._env, strict=True).validate()
        except Exception as error:
            self._findings.error("heat-validate", "overcloud", f"{type(error).__name__}: {error}")
        for node in self.nodes:
            for name, parameter in node.stack.parameters.params.items():
                if not parameter.has_value() and name not in self._unloadable:
                    text = f"{name} has no default and nothing sets it"
                    self._findings.error("parameter-missing", node.template, text)

    def effective_values(self):
        """What the services of each role get once role and global values are merged."""
        values = collections.defaultdict(dict)
        for node in self.nodes:
            for name, resource in _members(node.stack) if node.role else ():
                if resource.type() == "OS::Heat::Value" and name.startswith("RoleParameters"):
                    for key, value in _entries(resource).items():
                        values[node.role].setdefault(key, value)
            for key, value in _texts(node.stack) if node.role else ():
                values[node.role].setdefault(key, value)
        return values

    def pre_configs(self):
        """What Heat hands to the nodes of a role before services are configured, by role."""
        found = collections.defaultdict(list)
        for node in self.nodes:
            if node.role and node.path.endswith(f".{node.role}ExtraConfigPre"):
                for _, resource in _members(node.stack):
                    if resource.type() == "OS::Heat::SoftwareConfig":
                        found[node.role].append(resource.properties["config"])
        return found

    def first_nodes(self):
        """What the first node of each role asks of Nova and Neutron: the scheduler hints of its
        server, and fixed addresses by network."""
        found = {role: {"hints": {}, "addresses": {}} for role in self._roles}
        for node in self.nodes:
            if node.path == f"overcloud.{node.role}.0":
                server = node.stack[self._server_names[node.role]].properties
                found[node.role]["hints"] = server["scheduler_hints"] or {}
                if address := server["networks"][0]["fixed_ip"]:
                    found[node.role]["addresses"]["ctlplane"] = address
            elif node.role and node.path.endswith("Port") and "/ports/" in str(node.template):
                lower = os.path.basename(node.template).removesuffix(".yaml")
                for fixed in node.stack.parameters["FixedIPs"]:
                    if "ip_address" in fixed:
                        found[node.role]["addresses"][lower] = fixed["ip_address"]
        return found


def _members(stack):
    try:
        return sorted(stack.items())
    except Exception:
        return []  # reported when the stack was built


def _texts(stack):
    """Settings of a service that its output makes of parameters alone, by str_replace."""
    outputs = stack.t[stack.t.OUTPUTS] or {}
    data = (outputs.get("role_data") or {}).get("value")
    settings = data.get("config_settings") if isinstance(data, dict) else None
    parts = settings.get("map_merge", [settings]) if isinstance(settings, dict) else ()
    for part in parts:
        for key, value in part.items() if isinstance(part, dict) else ():
            if isinstance(value, dict) and "str_replace" in value and "get_attr" not in str(value):
                yield key, resolved(stack, value)


def _entries(resource):
    try:
        value = resource.properties["value"]
    except Exception:
        return {}  # Heat's validation of the whole reports it
    return value if isinstance(value, dict) else {}
