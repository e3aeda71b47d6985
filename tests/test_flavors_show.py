"""`nfvgen flavors show`: what people and programs read."""

import json
import re
from pathlib import Path

import pytest
from flavor_inventory import rich_inventory
from typer.testing import CliRunner

from generator.cli import app

ROOT = Path(__file__).parents[1]


def shown(path: Path, *options: str) -> str:
    done = CliRunner().invoke(app, ["flavors", "show", str(path), *options])
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.fixture(scope="module")
def inventory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return rich_inventory(tmp_path_factory.mktemp("inventory"))


def test_the_table_says_how_many_fit_and_why_no_more(inventory: Path) -> None:
    text = shown(inventory)
    assert "Capacity of ComputeOvsDpdk, 2 hosts" in text
    assert "    NUMA node 0: 36 CPUs, 18 whole cores, 167 pages of 1 GiB" in text
    assert "    17 on a host (node 0: 9, node 1: 8), 34 on 2 hosts" in text
    assert "    then there is no room: not enough dedicated CPUs" in text
    assert "    on 2 hosts, spread: 12 of 12 nfv.jumbo, 5 of 5 nfv.router" in text
    assert "set by hand at: flavors.nfv.jumbo.cpu_policy" in text
    assert max(map(len, text.splitlines())) <= 80


def test_json_has_what_the_table_has(inventory: Path) -> None:
    data = json.loads(shown(inventory, "--format", "json"))
    role = data["capacity"]["ComputeOvsDpdk"]
    jumbo = role["alone"]["nfv.jumbo"]
    assert (jumbo["host"], jumbo["role"], jumbo["by_numa_node"]) == (17, 34, [9, 8])
    assert jumbo["left"][1] == {
        "cpus": 0, "cores": 0, "memory": "128 GiB", "pages": {"1 GiB": 103},
    }  # fmt: skip
    assert role["room"][0]["pages"] == {"1 GiB": 167}
    assert role["mix"]["role"] == {"nfv.jumbo": 12, "nfv.router": 5}
    assert (data["planned"], data["unplaced"]) == ({"nfv.jumbo": 12, "nfv.router": 5}, {})
    spec = data["flavors"]["nfv.jumbo"]["extra_specs"]["hw:mem_page_size"]
    assert (spec["value"], spec["stated"]) == ("1GB", "flavors.nfv.jumbo.hugepages")
    assert data["aggregates"]["dpdk"]["metadata"]["availability_zone"] == "nfv zone"


def many_hosts(folder: Path) -> Path:
    """A hundred hosts, on which servers of four flavors leave room of many kinds."""
    path = rich_inventory(folder)
    text = path.read_text().replace("count: 2\n", "count: 100\n")
    text = text.replace("servers: 12", "servers: 610").replace("servers: 5", "servers: 217")
    more = """  nfv.small: {vcpus: 1, ram: 2 GiB, disk: 10 GiB, servers: 133, images: [small]}
  nfv.large: {vcpus: 12, ram: 24 GiB, disk: 10 GiB, servers: 41, images: [large]}
aggregates:
"""
    path.write_text(text.replace("aggregates:\n", more))
    return path


def test_what_is_left_of_a_hundred_hosts_is_a_few_lines(tmp_path: Path) -> None:
    path = many_hosts(tmp_path)
    text = shown(path)
    mix = text[text.index("  In the mix of the planned servers") :]
    assert "on 100 hosts, spread: 610 of 610 nfv.jumbo, 201 of 217 nfv.router" in mix
    assert len(mix.splitlines()) < 25
    assert max(map(len, text.splitlines())) <= 80
    groups = json.loads(shown(path, "--format", "json"))["capacity"]["ComputeOvsDpdk"]["mix"]
    left = groups["role_left"]
    assert sum(group["hosts"] for group in left) == 100
    assert all(left.count(group) == 1 for group in left)
    cpus = [group["left"][0]["cpus"] for group in left]
    assert f"left on a host of NUMA node 0: {min(cpus)} to {max(cpus)} CPUs, " in mix
    classes = mix[mix.index("CPUs left of all nodes: ") :]
    assert sum(map(int, re.findall(r"on\s+(\d+)\s+hosts?", classes))) == 100


def test_numbers_in_brackets_say_what_they_count(tmp_path: Path) -> None:
    text = shown(many_hosts(tmp_path))
    assert "6 on a host (each on 2 NUMA nodes; node 0: 6, node 1: 6), 600 on 100 hosts" in text
    assert "  1 vCPU, 2 GiB RAM, 10 GiB disk" in text


def test_what_finds_no_room_is_said(tmp_path: Path) -> None:
    path = rich_inventory(tmp_path)
    path.write_text(path.read_text().replace("servers: 12", "servers: 50"))
    text = shown(path)
    assert "No room for 20 of 50 planned nfv.jumbo" in text
    assert json.loads(shown(path, "--format", "json"))["unplaced"]["nfv.jumbo"] == 20


def test_an_inventory_without_flavors_shows_none() -> None:
    path = ROOT / "examples/minimal/inventory.yaml"
    assert json.loads(shown(path, "--format", "json"))["flavors"] == {}
    assert shown(path) == "the inventory has no flavors\n"


def test_a_faulty_inventory_is_refused_with_its_findings(tmp_path: Path) -> None:
    path = rich_inventory(tmp_path)
    path.write_text(path.read_text().replace("cpu_policy: dedicated", "cpu_policy: dedicatedd"))
    done = CliRunner().invoke(app, ["flavors", "show", str(path)])
    assert done.exit_code == 1
    assert "schema/enum" in done.output


def test_the_page_about_capacity_shows_what_comes_out(update_golden: bool) -> None:
    text = shown(ROOT / "examples/dell-r740xd-dpdk/inventory.yaml")
    capacity = text[text.index("Capacity of") :]
    page = ROOT / "docs" / "capacity.md"
    before, mark, rest = page.read_text().partition("<!-- output: capacity -->\n")
    wanted = (
        f"{before}{mark}```text\n{capacity}```\n<!-- end -->{rest.partition('<!-- end -->')[2]}"
    )
    if update_golden:
        page.write_text(wanted)
    assert page.read_text() == wanted
