"""The commands and the playbook, run against a real cloud: afterwards there is nothing left
for `nfvgen flavors apply` to do."""

import os
import subprocess
from pathlib import Path

import pytest

from generator import build_plan, load_inventory
from generator.plan.desired import desired_state
from generator.render.flavors import render_flavors

from .cloud.bench import FLAVOR, Bench
from .oracles import ENVIRONMENTS

ANSIBLE = ENVIRONMENTS / "ansible"
train = pytest.mark.parametrize("bench", ["train"], indirect=True)


def wished(bench: Bench) -> Path:
    """Everything there is to make: private and public, image, zone, a host still unknown."""
    bench.image("rhel", hw_disk_bus="scsi")
    bench.image("--help")
    private = {
        **FLAVOR, "rx_queues": 4, "images": ["rhel", "--help"], "aggregate": "dpdk",
        "access": ["demo"],
        "description": "It's {{ jumbo }} for $HOME", "extra_specs": {"trait:CUSTOM_X": "required"},
    }  # fmt: skip
    aggregates = {
        "dpdk": {
            "roles": ["ComputeOvsDpdk"], "metadata": {"dpdk": "true"}, "availability_zone": "nfv"
        }
    }  # fmt: skip
    flavors = {"nfv": private, "plain": {**FLAVOR, "id": "-plain"}}
    return bench.inventory(flavors, aggregates, hosts=3)


def text(inventory: Path, form: str) -> str:
    return render_flavors(desired_state(build_plan(load_inventory(inventory))), form)


def run(bench: Bench, *words: object) -> str:
    done = subprocess.run(
        list(map(str, words)),
        env={
            "PATH": f"{ANSIBLE / 'bin'}:{os.environ['PATH']}", "HOME": str(bench.folder),
            "OS_CLIENT_CONFIG_FILE": str(bench.folder / "clouds.yaml"), "OS_CLOUD": "admin",
            "ANSIBLE_COLLECTIONS_PATH": str(ANSIBLE / "collections"), "LC_ALL": "C.UTF-8",
            "ANSIBLE_PYTHON_INTERPRETER": str(ANSIBLE / "bin" / "python"),
        },
        cwd=bench.folder, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def nothing_left(bench: Bench, inventory: Path) -> None:
    assert bench.run("plan", inventory).splitlines()[-1] == "nothing to do"
    assert bench.flavor("nfv").extra_specs["trait:CUSTOM_X"] == "required"
    assert bench.flavor("plain").id == "-plain"


@train
def test_the_commands_do_what_apply_does(bench: Bench) -> None:
    inventory = wished(bench)
    script = bench.folder / "flavors.sh"
    script.write_text(text(inventory, "cli"))
    assert "does not know the host" in run(bench, "bash", script)
    nothing_left(bench, inventory)
    bench.nova.create_flavor_extra_specs(bench.flavor("nfv"), {"site:owner": "me"})
    run(bench, "bash", script)
    nothing_left(bench, inventory)
    assert bench.flavor("nfv").extra_specs["site:owner"] == "me"


@train
def test_the_playbook_does_what_apply_does(bench: Bench) -> None:
    inventory = wished(bench)
    playbook = bench.folder / "flavors.yaml"
    playbook.write_text(text(inventory, "ansible"))
    run(bench, ANSIBLE / "bin" / "ansible-playbook", playbook)
    nothing_left(bench, inventory)
    before = bench.flavor("nfv")
    bench.nova.create_flavor_extra_specs(before, {"site:owner": "me"})
    run(bench, ANSIBLE / "bin" / "ansible-playbook", playbook)
    nothing_left(bench, inventory)
    assert bench.flavor("nfv").extra_specs["site:owner"] == "me"
    assert bench.flavor("nfv").id == before.id
