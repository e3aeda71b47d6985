"""Real services that refuse, vanish or hang."""

import re
import socket
import time
from dataclasses import replace
from itertools import count

import pytest

from generator import build_plan, desired_state, load_inventory
from generator.cloud import connection
from generator.cloud.apply import StoppedError, apply_changes
from generator.cloud.difference import difference
from generator.cloud.observe import observe
from generator.commands import progress
from generator.plan.ownership import Ownership

from .cloud.bench import FLAVOR, Bench
from .cloud.cut import Cut
from .test_flavors import AGGREGATES

GUESTS = {**FLAVOR, "rx_queues": 4, "images": ["rhel"], "access": ["demo"]}


def nova_at(port: int) -> dict[str, object]:
    return {"compute_endpoint_override": f"http://127.0.0.1:{port}/v2.1"}


def glance_at(port: int) -> dict[str, object]:
    return {"image_endpoint_override": f"http://127.0.0.1:{port}"}


def test_however_far_a_run_comes_the_next_one_finishes_it(bench: Bench) -> None:
    image = bench.image("rhel")
    inventory = bench.inventory({"nfv": GUESTS}, AGGREGATES)
    for changes in count():
        with Cut(bench.plane.ports["nova"], changes) as line:
            bench.clouds(cut=nova_at(line.port))
            said = bench.run("apply", inventory, cloud="cut", code=0 if changes == 6 else 2)
        if changes == 6:  # flavor, specs, access; aggregate, metadata, host
            break
        assert "a service cannot be reached" in said
        assert (
            f"it happened here: create {'flavor nfv' if changes < 3 else 'aggregate dpdk'}" in said
        )
        assert said.endswith("run it again to finish\n")
        bench.run("apply", inventory)
        assert bench.run("plan", inventory).splitlines()[-1] == "nothing to do"
        bench.destroy()
        assert bench.properties(image) == {}
    assert bench.run("plan", inventory).splitlines()[-1] == "nothing to do"


def test_glance_goes_before_the_property_is_set(bench: Bench) -> None:
    image = bench.image("rhel")
    inventory = bench.inventory({"nfv": GUESTS})
    with Cut(bench.plane.ports["glance"], 0) as line:
        bench.clouds(cut=glance_at(line.port))
        said = bench.run("apply", inventory, cloud="cut", code=2)
    assert "it happened here: change image rhel\ndone: create flavor nfv" in said
    bench.run("destroy", inventory, "--yes")  # the mark claims what was never set
    assert bench.properties(image) == {}


def test_a_replacement_that_stops_in_the_middle_says_so(bench: Bench) -> None:
    bench.run("apply", bench.inventory({"nfv": FLAVOR}))
    inventory = bench.inventory({"nfv": {**FLAVOR, "vcpus": 6}})
    with Cut(bench.plane.ports["nova"], 1) as line:
        bench.clouds(cut=nova_at(line.port))
        said = bench.run("apply", inventory, "--yes", cloud="cut", code=2)
    assert "the flavor nfv may be deleted and not made again" in said
    assert bench.flavor("nfv") is None
    bench.run("apply", inventory)
    assert bench.flavor("nfv").vcpus == 6


def test_nothing_listens(bench: Bench) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    bench.image("rhel")
    inventory = bench.inventory({"nfv": GUESTS})
    auth = {**bench.plane.clouds()["clouds"]["admin"]["auth"]}
    for user in ("somebody:hidden-and-wrong", "somebody:hidden@and@wrong", "somebody:hidden/wrong"):
        auth["auth_url"] = f"http://{user}@127.0.0.1:{port}/v3"
        bench.clouds(nova=nova_at(port), glance=glance_at(port), keystone={"auth": auth})
        failed = bench.run("plan", inventory, cloud="keystone", code=2)
        assert "nfvgen: cloud keystone: " in failed
        assert not re.search("somebody|hidden|wrong", failed)
    for cloud in ("nova", "glance"):
        failed = bench.run("plan", inventory, cloud=cloud, code=2)
        assert f"nfvgen: cloud {cloud}: a service cannot be reached: " in failed


def test_a_login_without_a_password(bench: Bench) -> None:
    auth = {**bench.plane.clouds()["clouds"]["admin"]["auth"]}
    del auth["password"]
    bench.clouds(careless={"auth": auth})
    failed = bench.run("plan", bench.inventory({"nfv": FLAVOR}), cloud="careless", code=2)
    assert "cloud careless: the login is not complete: password; write" in failed


def test_a_service_that_hangs_is_given_up_and_who_waits_is_told(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "REQUEST_SECONDS", 1)
    monkeypatch.setattr(progress, "_PATIENCE_SECONDS", 0.5)
    inventory = bench.inventory({"nfv": FLAVOR})
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        bench.clouds(silent=nova_at(silent.getsockname()[1]))
        begin = time.monotonic()
        failed = bench.run("plan", inventory, cloud="silent", code=2)
        assert time.monotonic() - begin < 8
    assert "nfvgen: reading flavors ...\nnfvgen: cloud silent: no answer within 1 seconds" in failed


def test_a_value_that_nova_refuses(bench: Bench) -> None:
    """Train takes every extra spec; a recent Nova is asked to check them, and says why."""
    inventory = bench.inventory({"nfv": FLAVOR})
    desired = desired_state(build_plan(load_inventory(inventory)))
    wrong = {"hw:cpu_policy": "dedicatedd"}
    flavor = replace(desired.flavors[0], extra_specs=wrong, own=Ownership("bench", tuple(wrong)))
    desired = replace(desired, flavors=(flavor,))
    found = difference(desired, observe(bench.admin, desired))
    if bench.plane.series == "train":
        assert len(list(apply_changes(bench.admin, found.changes))) == 1
    else:
        with pytest.raises(StoppedError, match=r"dedicatedd.*\(400\)\nit happened here: create"):
            list(apply_changes(bench.admin, found.changes))
    bench.run("apply", inventory)
    assert bench.flavor("nfv").extra_specs["hw:cpu_policy"] == "dedicated"


def test_a_size_that_nova_refuses(bench: Bench) -> None:
    desired = desired_state(build_plan(load_inventory(bench.inventory({"nfv": FLAVOR}))))
    desired = replace(desired, flavors=(replace(desired.flavors[0], disk=1 << 40),))
    found = difference(desired, observe(bench.admin, desired))
    with pytest.raises(StoppedError, match=r"disk.*\(400\)"):
        list(apply_changes(bench.admin, found.changes))
    assert bench.flavor("nfv") is None
