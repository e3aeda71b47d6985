"""What Heat reads from the rendered files is what the plan says."""

from pathlib import Path
from typing import Any

import pytest
from link_fixture import TARGET
from plan_fixture import plan
from ruamel.yaml import YAML

from generator import build_plan, load_inventory
from generator.catalog.roles import roles
from generator.plan.nic_config import nic_config_name
from generator.plan.types import NetObject
from generator.render.files import render

ROOT = Path(__file__).parents[1]
EXAMPLES = (
    *sorted((ROOT / "examples").glob("*/inventory.yaml")),
    *sorted((ROOT / "tests" / "inventories").glob("*/inventory.yaml")),
)
PLAN = plan(login=True)
# The plan made by hand, those of the examples and of what no example has.
PLANS = {"by-hand": PLAN} | {
    path.parent.name: build_plan(load_inventory(path)) for path in EXAMPLES
}
FILES = {name: render(made) for name, made in PLANS.items()}
each_plan = pytest.mark.parametrize("name", PLANS)


def heat(file: str, name: str = "by-hand") -> Any:
    """A rendered file as Heat's client reads it: YAML 1.1."""
    yaml = YAML(typ="safe")
    yaml.version = (1, 1)
    return yaml.load(FILES[name][file].text)


@pytest.mark.parametrize(
    ("name", "file"),
    [(name, file) for name, made in PLANS.items() for file in made.environments],
    ids=lambda value: value if isinstance(value, str) else str(value.name),
)
def test_environment_files(name: str, file: Any) -> None:
    expected: dict[str, Any] = {entry.name: entry.value.value for entry in file.parameters}
    for role, entries in file.role_parameters:
        if entries:
            expected[f"{role}Parameters"] = {entry.name: entry.value.value for entry in entries}
    read = heat(file.name, name)
    assert read.get("parameter_defaults", {}) == expected
    assert read.get("resource_registry", {}) == dict(file.registry)


@each_plan
def test_roles_data(name: str) -> None:
    made = PLANS[name]
    read = {role["name"]: role for role in heat("roles_data.yaml", name)}
    assert list(read) == [role.name for role in made.roles]
    for role in made.roles:
        written, got = made.inventory.roles.get(role.name), read[role.name]
        like = (written and written.like) or role.name
        known = roles(TARGET)[like]
        assert got["ServicesDefault"] == list(known.services)
        assert got.get("tags", []) == list(known.tags)
        assert got.get("RoleParametersDefault", {}) == dict(known.parameters)
        properties = dict(known.properties)
        if like != role.name:
            # Names of hosts are the role's own, and old names of parameters the product's.
            properties = {
                key: value for key, value in properties.items() if "deprecated" not in key
            }
            properties["HostnameFormatDefault"] = f"%stackname%-{role.name.lower()}-%index%"
            assert not [key for key in got if "deprecated" in key]
        assert properties.items() <= got.items()
        assert set(got["networks"]) == set(role.networks)
        default = "ControlPlane" if role.default_route == "ctlplane" else role.default_route
        assert got["default_route_networks"] == [default]


def test_roles_data_by_the_letter() -> None:
    read = {role["name"]: role for role in heat("roles_data.yaml")}
    assert read["Controller"]["default_route_networks"] == ["External"]
    assert read["CephStorage"]["default_route_networks"] == ["ControlPlane"]
    assert read["CephStorage"]["networks"]["StorageMgmt"] == {"subnet": "storage_mgmt_subnet"}


@each_plan
def test_network_data(name: str) -> None:
    read = heat("network_data.yaml", name)
    for network, got in zip(PLANS[name].networks, read, strict=True):
        pools = [{"start": first, "end": last} for first, last in network.allocation_pools]
        routes = [{"destination": where, "nexthop": hop} for where, hop in network.routes]
        expected = {
            "name": network.name,
            "name_lower": network.name_lower,
            "vip": network.vip,
            "vlan": network.vlan,
            "mtu": network.mtu,
            "ip_subnet": network.ip_subnet,
            "allocation_pools": pools,
            "gateway_ip": network.gateway_ip,
            "routes": routes,
        }
        assert got == {key: value for key, value in expected.items() if value not in (None, [])}


def test_what_is_empty_is_written_as_such() -> None:
    """The product's templates ask for members, and find none in a null."""
    assert heat("network_data.yaml", "ctlplane-only") == []
    assert [role["networks"] for role in heat("roles_data.yaml", "ctlplane-only")] == [{}, {}]
    bare = PLAN._replace(networks=(PLAN.networks[0]._replace(allocation_pools=()),))
    (network,) = YAML(typ="safe").load(render(bare)["network_data.yaml"].text)
    assert "allocation_pools" not in network


@pytest.mark.parametrize(
    ("name", "file"), [(n, file) for n in FILES for file in FILES[n] if file.endswith(".yaml")]
)
def test_nothing_is_null(name: str, file: str) -> None:
    assert None not in values_in(heat(file, name))


def values_in(data: Any) -> list[Any]:
    """Every value inside, however deep."""
    if isinstance(data, dict | list):
        inner = data.values() if isinstance(data, dict) else data
        return [value for entry in inner for value in values_in(entry)]
    return [data]


@pytest.mark.parametrize(
    ("name", "role"),
    [(name, role) for name, made in PLANS.items() for role in made.roles],
    ids=lambda value: value if isinstance(value, str) else str(value.name),
)
def test_nic_configs(name: str, role: Any) -> None:
    read = heat(nic_config_name(role.name), name)
    declared = read["parameters"]
    assert list(declared) == [parameter.name for parameter in role.nic_parameters]
    for parameter in role.nic_parameters:
        assert declared[parameter.name]["type"] == parameter.type
        assert declared[parameter.name].get("default") == parameter.default
    script = read["resources"]["OsNetConfigImpl"]["properties"]["config"]["str_replace"]
    assert script["template"]["get_file"].startswith(PLANS[name].deploy.templates)
    objects = script["params"]["$network_config"]["network_config"]
    assert objects == [as_data(thing) for thing in role.network_config]
    assert set(references(objects)) <= set(declared)
    assert read["outputs"]["OS::stack_id"]["value"] == {"get_resource": "OsNetConfigImpl"}


def as_data(thing: NetObject) -> dict[str, Any]:
    """An os-net-config object as plain data."""
    members = {"members": [as_data(member) for member in thing.members]} if thing.members else {}
    return {"type": thing.type, **{each.key: each.value for each in thing.settings}, **members}


def references(value: Any) -> list[str]:
    """The names of all get_param in a value."""
    if isinstance(value, list):
        return [name for entry in value for name in references(entry)]
    if isinstance(value, dict):
        own = [value["get_param"]] if "get_param" in value else []
        return own + [name for entry in value.values() for name in references(entry)]
    return []
