"""The flavor commands against real Keystone, Nova, Glance and Placement: Train and recent."""

import pytest
from ruamel.yaml import YAML

from .cloud.bench import FLAVOR, Bench
from .cloud.settings import HOSTS

AGGREGATES = {
    "dpdk": {
        "roles": ["ComputeOvsDpdk"],
        "metadata": {"dpdk": "true"},
        "availability_zone": "nfv",
    }
}
QUEUES = {"hw_vif_model": "virtio", "hw_vif_multiqueue_enabled": "true"}


def test_a_whole_life(bench: Bench) -> None:
    image = bench.image("rhel", hw_disk_bus="scsi")
    flavor = {**FLAVOR, "rx_queues": 4, "images": ["rhel"], "aggregate": "dpdk"}
    inventory = bench.inventory({"nfv": flavor}, AGGREGATES, hosts=3)

    planned = bench.run("plan", inventory, code=3)
    assert "2 to create, 1 to change" in planned
    assert bench.flavor("nfv") is None

    done = bench.run("apply", inventory)
    assert [line for line in done.splitlines() if line.startswith("done: ")] == [
        "done: create flavor nfv", "done: change image rhel", "done: create aggregate dpdk",
    ]  # fmt: skip
    assert "does not know overcloud-computeovsdpdk-2.localdomain yet" in done
    made = bench.flavor("nfv")
    assert (made.vcpus, made.ram, made.disk, made.is_public) == (4, 8192, 20, True)
    assert made.extra_specs == {
        "aggregate_instance_extra_specs:dpdk": "true",
        "hw:cpu_policy": "dedicated",
        "hw:emulator_threads_policy": "share",
        "hw:mem_page_size": "1GB",
    }
    assert made.description.startswith('[nfvgen {"site": "bench"')
    assert bench.properties(image) == {"hw_disk_bus": "scsi", **QUEUES}
    aggregate = bench.aggregate("dpdk")
    assert sorted(aggregate.hosts) == sorted(HOSTS)
    assert aggregate.metadata["availability_zone"] == "nfv"
    bench.settled(inventory)

    shown = bench.run("destroy", inventory, code=3)
    assert "nothing was done; agree with --yes" in shown
    assert bench.flavor("nfv")
    bench.run("destroy", inventory, "--yes")
    assert bench.flavor("nfv") is None
    assert bench.aggregate("dpdk") is None
    assert bench.properties(image) == {"hw_disk_bus": "scsi"}
    assert bench.run("destroy", inventory).splitlines()[-1] == "nothing to do"


def test_drift_is_mended_and_what_others_added_stays(bench: Bench) -> None:
    image = bench.image("rhel")
    flavor = {**FLAVOR, "rx_queues": 4, "images": ["rhel"]}
    inventory = bench.inventory({"nfv": flavor}, AGGREGATES, hosts=2)
    bench.run("apply", inventory)

    nova, made, aggregate = bench.nova, bench.flavor("nfv"), bench.aggregate("dpdk")
    nova.create_flavor_extra_specs(made, {"hw:cpu_policy": "shared", "vendor:key": "theirs"})
    nova.delete_flavor_extra_specs_property(made, "hw:mem_page_size")
    bench.glance.update_image(image, hw_vif_multiqueue_enabled="false", hw_disk_bus="scsi")
    nova.set_aggregate_metadata(aggregate, {"dpdk": "false", "theirs": "1"})
    nova.remove_host_from_aggregate(aggregate, HOSTS[0])

    planned = bench.run("plan", inventory, code=3)
    for line in (
        "    extra_specs hw:cpu_policy: shared -> dedicated",
        "    extra_specs hw:mem_page_size: 1GB",
        "    properties hw_vif_multiqueue_enabled: false -> true",
        "    metadata dpdk: false -> true",
        f"    hosts {HOSTS[0]}: member",
    ):
        assert line in planned.splitlines()
    assert "theirs" not in planned
    bench.run("apply", inventory)
    bench.settled(inventory)
    assert bench.flavor("nfv").extra_specs["vendor:key"] == "theirs"
    assert bench.aggregate("dpdk").metadata["theirs"] == "1"
    assert bench.properties(image) == {"hw_disk_bus": "scsi", **QUEUES}


def test_what_the_inventory_gives_up_goes(bench: Bench) -> None:
    bench.image("rhel")
    image = bench.image("old")
    before = {**FLAVOR, "rx_queues": 4, "images": ["rhel", "old"], "access": ["demo"]}
    more = {"extra_specs": {"vendor:key": "ours"}, "description": "Guests"}
    inventory = bench.inventory({"nfv": {**before, **more}, "gone": FLAVOR}, AGGREGATES)
    bench.run("apply", inventory)
    assert bench.flavor("nfv").description.startswith("Guests [nfvgen ")

    inventory = bench.inventory({"nfv": {**before, "images": ["rhel"], "access": ["admin"]}})
    refused = bench.run("apply", inventory, code=3)
    assert "needs --yes: it is no longer in the inventory; servers that run with it" in refused
    bench.run("apply", inventory, "--yes")
    bench.settled(inventory)
    assert bench.flavor("gone") is None
    assert bench.aggregate("dpdk") is None
    assert bench.properties(image) == {}
    assert "vendor:key" not in bench.flavor("nfv").extra_specs
    assert len(bench.nova.get_flavor_access(bench.flavor("nfv"))) == 1


def test_sizes_are_changed_by_replacing(bench: Bench) -> None:
    bench.run("apply", bench.inventory({"nfv": FLAVOR}))
    made = bench.flavor("nfv")
    bench.nova.create_flavor_extra_specs(made, {"vendor:key": "theirs"})
    inventory = bench.inventory({"nfv": {**FLAVOR, "vcpus": 6, "access": ["demo"]}})

    refused = bench.run("apply", inventory, code=3)
    assert "    vcpus: 4 -> 6" in refused.splitlines()
    assert "servers that run with it keep what they have until they are resized" in refused
    assert bench.flavor("nfv").vcpus == 4
    bench.run("apply", inventory, "--yes")
    replaced = bench.flavor("nfv")
    assert (replaced.id, replaced.vcpus, replaced.is_public) == (made.id, 6, False)
    assert replaced.extra_specs["vendor:key"] == "theirs"
    bench.settled(inventory)


def test_access_that_others_gave_stays(bench: Bench) -> None:
    inventory = bench.inventory({"nfv": {**FLAVOR, "access": ["demo"]}})
    bench.run("apply", inventory)
    made = bench.flavor("nfv")
    admin = str(bench.admin.sdk.current_project_id)
    bench.nova.flavor_add_tenant_access(made, admin)
    bench.settled(inventory)
    demo = next(each for each in bench.nova.get_flavor_access(made) if each["tenant_id"] != admin)
    bench.settled(bench.inventory({"nfv": {**FLAVOR, "access": [demo["tenant_id"]]}}))
    inventory = bench.inventory({"nfv": {**FLAVOR, "access": ["demo"]}})
    bench.nova.flavor_remove_tenant_access(made, demo["tenant_id"])
    assert f"access {demo['tenant_id']}: demo" in bench.run("apply", inventory)
    assert len(bench.nova.get_flavor_access(made)) == 2


def test_flavors_of_others_are_taken_over_with_consent_only(bench: Bench) -> None:
    bench.nova.create_flavor(name="nfv", vcpus=4, ram=8192, disk=20, description="By hand")
    inventory = bench.inventory({"nfv": FLAVOR})
    assert "take over flavor nfv" in bench.run("apply", inventory, code=3)
    assert bench.flavor("nfv").description == "By hand"
    assert bench.run("destroy", inventory).splitlines()[-1] == "nothing to do"
    bench.run("apply", inventory, "--yes")
    bench.settled(inventory)

    inventory = bench.inventory({"other": {**FLAVOR, "id": bench.flavor("nfv").id}})
    bench.nova.update_flavor(bench.flavor("nfv"), description="By hand")
    failed = bench.run("plan", inventory, code=2)
    assert "flavor other cannot have the id" in failed
    inventory = bench.inventory({"nfv": {**FLAVOR, "vcpus": 6}})
    assert "was made by others and differs in vcpus" in bench.run("apply", inventory, code=2)
    assert bench.flavor("nfv").vcpus == 4


def test_an_id_of_ones_own(bench: Bench) -> None:
    inventory = bench.inventory({"nfv": {**FLAVOR, "id": "nfv-1"}})
    bench.run("apply", inventory)
    assert bench.flavor("nfv").id == "nfv-1"
    bench.settled(inventory)
    inventory = bench.inventory({"renamed": {**FLAVOR, "id": "nfv-1"}})
    bench.run("apply", inventory, "--yes")
    assert bench.flavor("nfv") is None
    bench.settled(inventory)


def test_images_have_to_be_there_once(bench: Bench) -> None:
    flavor = {**FLAVOR, "rx_queues": 4, "images": ["rhel"]}
    inventory = bench.inventory({"nfv": flavor})
    assert "image rhel was not found; upload it" in bench.run("plan", inventory, code=2)
    first, second = bench.image("rhel"), bench.image("rhel")
    failed = bench.run("apply", inventory, code=2)
    assert f"2 images are called rhel: {', '.join(sorted((first, second)))}" in failed
    assert bench.flavor("nfv") is None
    inventory = bench.inventory({"nfv": {**flavor, "images": [first]}})
    bench.run("apply", inventory)
    bench.settled(inventory)
    assert bench.properties(first) == QUEUES
    assert bench.properties(second) == {}


@pytest.mark.parametrize("name", ["in:rhel", "rhel,old", "--help", 'it\'s "ödd" [nfvgen {'])
def test_an_image_may_be_called_anything(bench: Bench, name: str) -> None:
    other, image = bench.image("rhel"), bench.image(name)
    inventory = bench.inventory({"nfv": {**FLAVOR, "rx_queues": 4, "images": [name]}})
    bench.run("apply", inventory)
    bench.settled(inventory)
    assert bench.properties(image) == QUEUES
    assert bench.properties(other) == {}


def test_words_that_look_like_a_mark(bench: Bench) -> None:
    words = 'Copied: [nfvgen {"site": "other"}]'
    inventory = bench.inventory({"nfv": {**FLAVOR, "description": words}})
    bench.run("apply", inventory)
    bench.settled(inventory)
    bench.run("destroy", inventory, "--yes")
    assert bench.flavor("nfv") is None


def test_a_property_that_was_right_before_is_not_taken_away(bench: Bench) -> None:
    image = bench.image("rhel", **QUEUES)
    inventory = bench.inventory({"nfv": {**FLAVOR, "rx_queues": 4, "images": ["rhel"]}})
    bench.run("apply", inventory)
    bench.settled(inventory)
    bench.run("destroy", inventory, "--yes")
    assert bench.properties(image) == QUEUES


def test_a_project_has_to_be_there(bench: Bench) -> None:
    inventory = bench.inventory({"nfv": {**FLAVOR, "access": ["no-such-team"]}})
    assert "project no-such-team was not found" in bench.run("plan", inventory, code=2)


@pytest.mark.parametrize("user", ["member", "reader"])
def test_users_without_rights_are_told_which(bench: Bench, user: str) -> None:
    inventory = bench.inventory({"nfv": FLAVOR})
    for command in ("plan", "apply"):
        failed = bench.run(command, inventory, cloud=user, code=2)
        assert "missing rights (403)" in failed
        assert "os_compute_api:os-aggregates:index" in failed
    assert bench.flavor("nfv") is None


def test_a_refused_login(bench: Bench) -> None:
    failed = bench.run("plan", bench.inventory({"nfv": FLAVOR}), cloud="refused", code=2)
    assert "cloud refused: the login was refused (401)" in failed


def test_a_sourced_file_of_the_overcloud(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    auth = bench.plane.clouds()["clouds"]["admin"]["auth"]
    for key, value in {**auth, "region_name": "RegionOne", "cloudname": "overcloud"}.items():
        monkeypatch.setenv(f"OS_{key.upper()}", value)
    planned = bench.run("plan", bench.inventory({"nfv": FLAVOR}), cloud="envvars", code=3)
    assert "create flavor nfv" in planned


def test_a_zone_of_another_aggregate_is_refused_and_the_next_run_finishes(bench: Bench) -> None:
    theirs = bench.nova.create_aggregate(name="theirs", availability_zone="other")
    bench.nova.add_host_to_aggregate(theirs, HOSTS[0])
    inventory = bench.inventory({"nfv": FLAVOR}, AGGREGATES)
    failed = bench.run("apply", inventory, code=2)
    assert "(409)" in failed
    assert "it happened here: create aggregate dpdk\ndone: create flavor nfv" in failed
    bench.nova.remove_host_from_aggregate(theirs, HOSTS[0])
    assert "done: change aggregate dpdk" in bench.run("apply", inventory)
    bench.settled(inventory)


def test_flavors_are_imported_as_an_inventory(bench: Bench) -> None:
    made = bench.nova.create_flavor(name="theirs", vcpus=4, ram=8192, disk=0, description="Old")
    specs = {"hw:cpu_policy": "dedicated", "hw:mem_page_size": "1GB", "vendor:key": "1"}
    bench.nova.create_flavor_extra_specs(made, {**specs, "hw:emulator_threads_policy": "share"})
    bench.nova.create_flavor(name="not for yaml", vcpus=1, ram=1, disk=1)
    printed = bench.run("import")
    note, _, section = printed.partition("flavors:")
    assert "nfvgen: 'not for yaml' is left out" in note
    flavors = YAML(typ="safe").load(f"flavors:{section}")["flavors"]
    assert flavors["theirs"] == {
        "vcpus": 4, "ram": "8 GiB", "disk": "0 GiB", "cpu_policy": "dedicated",
        "emulator_threads": "share", "hugepages": "1 GiB", "extra_specs": {"vendor:key": "1"},
        "description": "Old",
    }  # fmt: skip
    inventory = bench.inventory(flavors)
    planned = bench.run("plan", inventory, code=3).splitlines()
    assert planned[-4:] == [
        "take over flavor theirs",
        "    description: 'Old' -> 'Old' and the mark of bench",
        "    needs --yes: others made it; from now on it is ours, and destroy deletes it",
        "1 to take over",
    ]
    bench.run("apply", inventory, "--yes")
    bench.settled(inventory)
