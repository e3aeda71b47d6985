"""A plan that is kept in a file and applied later, against real services."""

import json

from .cloud.bench import FLAVOR, Bench


def test_a_kept_plan_is_applied_exactly(bench: Bench) -> None:
    inventory, kept = bench.inventory({"nfv": FLAVOR}), bench.folder / "plan.json"
    planned = bench.run("plan", inventory, "-o", kept, code=3)
    assert [each["what"] for each in json.loads(kept.read_text())["changes"]] == [
        "create flavor nfv"
    ]
    failed = bench.run("apply", kept, cloud="member", code=2)
    assert "was made for the cloud admin, not for member" in failed
    bench.inventory({"nfv": {**FLAVOR, "vcpus": 6}})  # what is decided is decided
    assert planned.splitlines()[-1] in bench.run("apply", kept, cloud="")
    assert bench.flavor("nfv").vcpus == 4
    assert "has moved since the plan was made: flavor nfv" in bench.run("apply", kept, code=2)


def test_a_kept_plan_is_refused_once_the_cloud_has_moved(bench: Bench) -> None:
    image = bench.image("rhel")
    inventory = bench.inventory({"nfv": {**FLAVOR, "rx_queues": 4, "images": ["rhel"]}})
    kept = bench.folder / "plan.json"
    bench.run("plan", inventory, "-o", kept, code=3)
    bench.glance.update_image(image, hw_vif_model="e1000")
    failed = bench.run("apply", kept, code=2)
    assert "cloud admin has moved since the plan was made: image rhel; nothing was done" in failed
    assert bench.flavor("nfv") is None
    bench.run("plan", inventory, "-o", kept, code=3)
    bench.run("apply", kept)
    bench.settled(inventory)


def test_what_does_not_concern_a_plan_may_move(bench: Bench) -> None:
    inventory, kept = bench.inventory({"nfv": FLAVOR}), bench.folder / "plan.json"
    bench.run("plan", inventory, "-o", kept, code=3)
    bench.nova.create_flavor(name="theirs", vcpus=1, ram=1, disk=1)
    bench.run("apply", kept)
    bench.settled(inventory)


def test_a_kept_plan_that_needs_consent(bench: Bench) -> None:
    bench.run("apply", bench.inventory({"nfv": FLAVOR}))
    inventory, kept = bench.inventory({"nfv": {**FLAVOR, "vcpus": 6}}), bench.folder / "plan.json"
    bench.run("plan", inventory, "-o", kept, code=3)
    bench.run("apply", kept, code=3)
    bench.run("apply", kept, "--yes")
    bench.settled(inventory)
