"""Whether services and resource types of the rendered files mean something to THT."""

import collections
import fnmatch
import os

from environments import NONE
from findings import closest


def check_services(roles, envs, findings):
    """Every service has a registry entry; returns those that have none."""
    patterns = [key for key in envs.registry if "*" in key]
    missing = set()
    for role in roles:
        name = role["name"]
        listed = envs.values.get(f"{name}Services", role.get("ServicesDefault")) or []
        for service, count in collections.Counter(listed).items():
            if count > 1:
                findings.error("service-twice", "roles_data", f"{name}: {service}")
            known = service in envs.registry or any(
                fnmatch.fnmatch(service, pattern) for pattern in patterns
            )
            if not known:
                missing.add(service)
                text = f"{name}: {service} has no registry entry{closest(service, envs.registry)}"
                findings.error("service-unknown", "roles_data", text)
    return missing


def check_registry_keys(roles, envs, facts, findings):
    """Registry entries that no template and no role asks for."""
    services = {service for role in roles for service in role.get("ServicesDefault") or ()}
    targets = {value for value in envs.registry.values() if isinstance(value, str)}
    wanted = facts.types | services | targets
    for key, (where, _) in envs.registry_by.items():
        if key in wanted or not key.startswith("OS::TripleO::"):
            continue
        if envs.registry.get(key) == NONE and "::Services::" in key:
            continue  # switching off what is not there does no harm
        text = f"{key}: no template and no role uses this type{closest(key, wanted)}"
        findings.error("registry-key", where, text)


def check_plugin(roles, envs, findings):
    """One Neutron plugin everywhere. Neither the client nor Heat insists on it."""
    base = envs.registry.get("OS::TripleO::Docker::NeutronMl2PluginBase")
    ovn = "ovn" in os.path.basename(str(base))
    drivers = envs.parameters.get("NeutronMechanismDrivers") or []
    drivers = drivers.split(",") if isinstance(drivers, str) else drivers
    if ovn != ("ovn" in drivers):
        text = f"{drivers} does not go with the plugin template {os.path.basename(str(base))}"
        findings.error("neutron-plugin", "NeutronMechanismDrivers", text)
    agent = "OS::TripleO::Services::ComputeNeutronOvsDpdk"
    template = os.path.basename(str(envs.registry.get(agent)))
    services = {service for role in roles for service in role.get("ServicesDefault") or ()}
    if agent in services and template.endswith(".yaml") and ovn != ("ovn" in template):
        text = f"{agent} is {template}, but the plugin is {os.path.basename(str(base))}"
        findings.error("neutron-plugin", "resource_registry", text)
