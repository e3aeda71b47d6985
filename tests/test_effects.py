"""What changes need on live nodes: every row has a source, every rendered name a row."""

import pytest
from plan_fixture import plan
from test_render_meaning import PLANS

from generator.catalog.effects import UNKNOWN, Effect, effects
from generator.catalog.files import read
from generator.catalog.parameters import parameters
from generator.catalog.product import product
from generator.deployment.types import NETWORK_PARAMETERS
from generator.explained import Mark

TARGET = "rhosp-16.1"
CATALOGUE = effects(TARGET)
DATA = read(f"targets/{TARGET}-effects")
EFFECTS = {
    (section, name, way): effect
    for (section, name), row in CATALOGUE.rows.items()
    for way, effect in row._asdict().items()
}


@pytest.mark.parametrize("effect", EFFECTS.values(), ids=map("-".join, EFFECTS))
def test_every_row_has_a_source(effect: Effect) -> None:
    assert effect.sources
    assert effect.why
    assert effect.mark in {Mark.DOCUMENTED, Mark.CODE, Mark.INFERRED}
    assert effect.needs
    assert set(effect.needs) <= set(CATALOGUE.needs)
    assert effect.needs == ("none",) or "none" not in effect.needs
    assert set(effect.services) <= product(TARGET).services


def test_every_source_is_used() -> None:
    used = {source for effect in EFFECTS.values() for source in effect.sources}
    assert used == set(DATA["sources"].values())


def test_every_class_is_used() -> None:
    used = {need for effect in EFFECTS.values() for need in effect.needs}
    assert used == set(CATALOGUE.needs)


def rendered() -> set[str]:
    """The names of all parameters that plans render; of networks and roles the patterns."""
    names = set()
    for made in (*PLANS.values(), plan(login=True)):
        roles, networks = ([each.name for each in some] for some in (made.roles, made.networks))
        for file in made.environments:
            blocks = [file.parameters, *(block for _, block in file.role_parameters)]
            for parameter in (each for block in blocks for each in block):
                declared = parameters(made.target).lookup(parameter.name, roles, networks)
                names.add(declared.pattern or parameter.name if declared else parameter.name)
    return names


def test_every_rendered_parameter_has_a_row_or_is_not_known() -> None:
    rows = {name for section, name in CATALOGUE.rows if section == "parameters"}
    unknown = set(DATA["not_known"].split())
    assert rows.isdisjoint(unknown)
    names = rendered()
    assert len(names) > 50
    assert names <= rows | unknown
    assert unknown <= names | {"CloudName{network}", "ControllerExtraConfig"}


def test_rows_are_of_parameters_that_there_are() -> None:
    known = parameters(TARGET)
    for section, name in CATALOGUE.rows:
        if section == "parameters":
            filled = name.replace("{role}", "Compute").replace("{network}", "Storage")
            assert known.lookup(filled, ["Compute"], ["Storage"]), name


def test_facts_of_networks_need_what_their_parameters_do() -> None:
    for field, pattern in NETWORK_PARAMETERS.items():
        row = CATALOGUE.find("parameters", pattern)
        assert CATALOGUE.find("networks", field) == row
        assert row.grows.known


def test_what_has_no_row_is_not_known() -> None:
    assert CATALOGUE.find("parameters", "SomebodysOwn").grows == UNKNOWN
    assert not UNKNOWN.known


@pytest.mark.parametrize(
    ("section", "name", "needs"),
    [
        ("parameters", "KernelArgs", "reboot"),
        ("parameters", "OvsDpdkSocketMemory", "ovs-restart"),
        ("parameters", "OvsDpdkCoreList", "ovs-restart"),
        ("parameters", "OvsPmdCoreList", "none"),
        ("nic_config", "ovs_dpdk_bond.rx_queue", "network-config"),
        ("nic_config", "ovs_dpdk_bond.rx_queue", "ovs-restart"),
        ("parameters", "NovaComputeCpuDedicatedSet", "service-restart"),
        ("parameters", "NovaLibvirtRxQueueSize", "guests"),
        ("parameters", "{network}NetCidr", "redeploy"),
    ],
)
def test_what_upstream_says(section: str, name: str, needs: str) -> None:
    assert needs in CATALOGUE.find(section, name).grows.needs
