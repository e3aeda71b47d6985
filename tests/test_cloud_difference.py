"""What changes between a cloud and an inventory: pure values, one behaviour a test."""

from dataclasses import replace
from typing import Any

from generator.cloud.changes import Change, Difference
from generator.cloud.difference import difference, removal
from generator.cloud.state import CloudAggregate, CloudFlavor, CloudImage, CloudState
from generator.plan.desired import DesiredAggregate, DesiredFlavor, DesiredImage, DesiredState
from generator.plan.ownership import Ownership, described

SPECS = {"hw:cpu_policy": "dedicated", "hw:mem_page_size": "1GB"}
QUEUES = {"hw_vif_multiqueue_enabled": "true"}
IMAGE, PROJECT = "0a" * 16, "0b" * 16


def wanted(**changes: Any) -> DesiredFlavor:
    own = Ownership("lab", tuple(SPECS), changes.pop("access", ()), changes.pop("images", {}))
    return replace(DesiredFlavor("nfv", 4, 8192, 20, SPECS, own), **changes)


def state(*flavors: DesiredFlavor, **others: Any) -> DesiredState:
    return replace(DesiredState("lab", flavors or (wanted(),), (), ()), **others)


def there(**changes: Any) -> CloudFlavor:
    """The flavor as `wanted` makes it."""
    own = Ownership("lab", tuple(SPECS))
    return replace(
        CloudFlavor("f1", "nfv", 4, 8192, 20, True, described("", own), SPECS), **changes
    )


def cloud(*flavors: CloudFlavor, **others: Any) -> CloudState:
    return CloudState(flavors, **others)


def only(found: Difference) -> Change:
    assert not found.problems
    (change,) = found.changes
    return change


def values(change: Change) -> dict[str, tuple[str | None, str | None]]:
    return {field.label: (field.before, field.after) for field in change.fields}


def drift(now: CloudFlavor, flavor: DesiredFlavor | None = None) -> dict[str, Any]:
    change = only(difference(state(flavor or wanted()), cloud(now)))
    assert str(change) == "change flavor nfv"
    assert not change.consent
    return values(change)


# Flavors


def test_a_flavor_is_created_whole() -> None:
    change = only(difference(state(wanted(text="Guests")), cloud()))
    assert str(change) == "create flavor nfv"
    assert not change.consent
    assert values(change)["vcpus"] == (None, "4")
    assert values(change)["extra_specs hw:cpu_policy"] == (None, "dedicated")
    assert change.target == CloudFlavor(
        "", "nfv", 4, 8192, 20, True, described("Guests", Ownership("lab", tuple(SPECS))), SPECS
    )


def test_what_is_as_it_should_be_is_left() -> None:
    assert difference(state(), cloud(there())) == Difference()


def test_drift_is_told_field_by_field() -> None:
    now = there(extra_specs={"hw:cpu_policy": "shared"})
    assert drift(now) == {
        "extra_specs hw:cpu_policy": ("shared", "dedicated"),
        "extra_specs hw:mem_page_size": (None, "1GB"),
    }


def test_extra_specs_of_others_stay() -> None:
    now = there(extra_specs={**SPECS, "hw:watchdog_action": "reset"})
    assert difference(state(), cloud(now)) == Difference()


def test_an_extra_spec_of_others_that_the_inventory_takes_up_is_owned_from_then_on() -> None:
    now = there(extra_specs={**SPECS, "theirs": "1"})
    more = {**SPECS, "theirs": "2"}
    flavor = replace(wanted(), extra_specs=more, own=Ownership("lab", tuple(more)))
    found = drift(now, flavor)
    assert found["extra_specs theirs"] == ("1", "2")
    assert found["description"][1] == described("", flavor.own)


def test_an_extra_spec_that_the_inventory_gives_up_goes() -> None:
    more = {**SPECS, "ours": "1"}
    now = there(extra_specs=more, description=described("", Ownership("lab", tuple(more))))
    found = drift(now)
    assert found["extra_specs ours"] == ("1", None)
    assert found["description"] == (now.description, there().description)


def test_words_in_a_description_stay_unless_the_inventory_has_others() -> None:
    now = there(description=described("By hand", Ownership("lab", tuple(SPECS))))
    assert difference(state(), cloud(now)) == Difference()
    assert drift(now, wanted(text="Guests")).keys() == {"description"}


def test_sizes_are_changed_by_replacing_the_flavor_with_consent() -> None:
    now = there(vcpus=2, disk=10, extra_specs={**SPECS, "theirs": "1"}, swap=512)
    change = only(difference(state(), cloud(now)))
    assert str(change) == "replace flavor nfv"
    assert values(change) == {"vcpus": ("2", "4"), "disk": ("10", "20")}
    assert "Nova cannot change vcpus and disk" in change.consent
    assert "servers that run with it" in change.consent
    assert change.target == replace(now, vcpus=4, disk=20)  # the same id, what others added


def test_a_wanted_id_is_a_reason_to_replace() -> None:
    change = only(difference(state(wanted(id="nfv-1")), cloud(there())))
    assert values(change) == {"id": ("f1", "nfv-1")}
    assert change.action == "replace"
    assert difference(state(wanted(id="f1")), cloud(there())) == Difference()


def test_a_flavor_of_others_is_taken_over_with_consent() -> None:
    change = only(difference(state(), cloud(there(description="By hand"))))
    assert str(change) == "take over flavor nfv"
    assert "destroy deletes it" in change.consent
    assert values(change) == {
        "description": ("By hand", described("By hand", Ownership("lab", tuple(SPECS))))
    }


def test_a_flavor_of_others_is_never_replaced() -> None:
    found = difference(state(), cloud(there(description="", ram=4096)))
    assert found.changes == ()
    assert found.problems == (
        "flavor nfv was made by others and differs in ram, which Nova cannot change; choose"
        " another name, or delete it yourself",
    )


def test_a_flavor_of_another_site_is_not_touched() -> None:
    now = there(description=described("", Ownership("lab-b", tuple(SPECS))))
    assert difference(state(), cloud(now)).problems == (
        "flavor nfv belongs to the site lab-b; choose another name",
    )


def test_an_id_in_use_is_a_problem() -> None:
    found = difference(state(wanted(id="f9")), cloud(there(id="f9", name="theirs", description="")))
    assert found.problems == (
        "flavor nfv cannot have the id f9, which is that of theirs; choose another id",
    )


def test_a_flavor_that_left_the_inventory_is_deleted_with_consent() -> None:
    gone = there(id="f2", name="old")
    change = only(difference(state(), cloud(there(), gone)))
    assert str(change) == "delete flavor old"
    assert "servers that run with it go on" in change.consent


def test_a_renamed_flavor_may_keep_its_id() -> None:
    found = difference(state(wanted(id="f2")), cloud(there(id="f2", name="old")))
    assert [str(change) for change in found.changes] == ["delete flavor old", "create flavor nfv"]


# Access


def private(**changes: Any) -> CloudFlavor:
    own = Ownership("lab", tuple(SPECS), (PROJECT,))
    return there(is_public=False, description=described("", own), access=(PROJECT,), **changes)


PROJECTS = {"team": (PROJECT,)}


def test_a_mark_may_name_projects_either_way() -> None:
    now = private()
    by_name = replace(now, description=described("", Ownership("lab", tuple(SPECS), ("team",))))
    for each in (now, by_name):
        found = difference(state(wanted(access=("team",))), cloud(each, projects=PROJECTS))
        assert found == Difference()


def test_access_that_others_gave_stays() -> None:
    now = replace(private(), access=(PROJECT, "theirs"))
    found = difference(state(wanted(access=("team",))), cloud(now, projects=PROJECTS))
    assert found == Difference()


def test_access_follows_the_inventory() -> None:
    projects = {"other": ("0c" * 16,)}
    found = difference(state(wanted(access=("other",))), cloud(private(), projects=projects))
    fields = values(only(found))
    assert fields.pop("description")
    assert fields == {
        f"access {PROJECT}": (PROJECT, None),
        f"access {'0c' * 16}": (None, "other"),
    }


def test_a_flavor_becomes_public_by_being_replaced() -> None:
    change = only(difference(state(), cloud(private())))
    assert change.action == "replace"
    assert values(change)["is_public"] == ("false", "true")


def test_projects_have_to_be_there_once() -> None:
    flavor = wanted(access=("none", "two"))
    found = difference(state(flavor), cloud(projects={"none": (), "two": ("a", "b")}))
    assert found.problems == (
        "project none was not found; make it, or correct its name",
        "2 projects are called two: a, b; write the id of the right one in place of the name",
    )


# Images


def with_image(properties: dict[str, str], *flavors: CloudFlavor) -> CloudState:
    return cloud(*flavors, images={"rhel": (CloudImage(IMAGE, "rhel", properties),)})


WITH_IMAGE = wanted(images={"rhel": tuple(QUEUES)})
IMAGE_STATE = state(WITH_IMAGE, images=(DesiredImage("rhel", QUEUES),))
CLAIMED = there(
    description=described("", Ownership("lab", tuple(SPECS), (), {IMAGE: tuple(QUEUES)}))
)


def test_a_property_is_claimed_before_it_is_set() -> None:
    found = difference(IMAGE_STATE, with_image({}))
    assert [str(change) for change in found.changes] == ["create flavor nfv", "change image rhel"]
    assert found.changes[0].target == replace(CLAIMED, id="")
    assert values(found.changes[1]) == {"properties hw_vif_multiqueue_enabled": (None, "true")}


def test_nothing_is_to_be_done_where_it_is_set() -> None:
    assert difference(IMAGE_STATE, with_image(QUEUES, CLAIMED)) == Difference()


def test_a_property_that_others_set_so_before_stays_theirs() -> None:
    found = difference(IMAGE_STATE, with_image(QUEUES))
    assert only(found).target == replace(there(), id="")
    unclaimed = with_image(QUEUES, there())
    assert difference(IMAGE_STATE, unclaimed) == Difference()
    assert [str(each) for each in removal("lab", unclaimed).changes] == ["delete flavor nfv"]


def test_a_property_with_another_value_is_set_and_claimed() -> None:
    off = {"hw_vif_multiqueue_enabled": "false"}
    found = difference(IMAGE_STATE, with_image(off, there()))
    assert [str(change) for change in found.changes] == ["change flavor nfv", "change image rhel"]
    assert values(found.changes[1]).popitem()[1] == ("false", "true")
    drifted = difference(IMAGE_STATE, with_image(off, CLAIMED))
    assert str(only(drifted)) == "change image rhel"


def test_a_property_that_no_flavor_needs_any_more_goes_before_its_claim() -> None:
    found = difference(state(), with_image(QUEUES, CLAIMED))
    assert [str(change) for change in found.changes] == ["change image rhel", "change flavor nfv"]
    assert values(found.changes[0]).popitem()[1] == ("true", None)


def test_a_property_stays_while_another_flavor_needs_it() -> None:
    other = replace(WITH_IMAGE, name="other")
    desired = state(other, images=IMAGE_STATE.images)
    found = difference(desired, with_image(QUEUES, CLAIMED))
    assert [str(change) for change in found.changes] == ["create flavor other", "delete flavor nfv"]
    assert found.changes[0].target == replace(CLAIMED, id="", name="other")


def test_an_image_has_to_be_there_once() -> None:
    two = (CloudImage("i2", "rhel"), CloudImage("i1", "rhel"))
    assert difference(IMAGE_STATE, cloud()).problems == (
        "image rhel was not found; upload it, or correct its name",
    )
    assert difference(IMAGE_STATE, cloud(images={"rhel": two})).problems == (
        "2 images are called rhel: i1, i2; write the id of the right one in place of the name",
    )


# Aggregates

HOSTS = ("compute-0.lab", "compute-1.lab")
AGGREGATE = DesiredAggregate("dpdk", {"dpdk": "true"}, HOSTS)
WITH_AGGREGATE = DesiredState("lab", (), (), (AGGREGATE,), (*HOSTS, "controller-0.lab"))
MADE = CloudAggregate("7", "dpdk", {"dpdk": "true", "nfvgen": "lab: dpdk"}, HOSTS)


def aggregates(*found: CloudAggregate, hosts: tuple[str, ...] = HOSTS) -> CloudState:
    return CloudState((), found, hosts=hosts)


def test_an_aggregate_is_created_with_metadata_hosts_and_mark() -> None:
    change = only(difference(WITH_AGGREGATE, aggregates()))
    assert str(change) == "create aggregate dpdk"
    assert change.target == replace(MADE, id="")
    assert difference(WITH_AGGREGATE, aggregates(MADE)) == Difference()


def test_a_host_that_nova_does_not_know_is_a_note_and_no_change() -> None:
    now = replace(MADE, hosts=HOSTS[:1])
    found = difference(WITH_AGGREGATE, aggregates(now, hosts=HOSTS[:1]))
    assert found.changes == ()
    assert found.notes == (
        "aggregate dpdk: Nova does not know compute-1.lab yet; apply again once they are deployed",
    )


def test_hosts_and_metadata_drift() -> None:
    now = replace(MADE, hosts=("compute-0.lab", "controller-0.lab"), metadata={
        "dpdk": "false", "nfvgen": "lab: dpdk, ours", "ours": "1", "theirs": "1",
    })  # fmt: skip
    assert values(only(difference(WITH_AGGREGATE, aggregates(now)))) == {
        "metadata dpdk": ("false", "true"),
        "metadata nfvgen": ("lab: dpdk, ours", "lab: dpdk"),
        "metadata ours": ("1", None),
        "hosts compute-1.lab": (None, "member"),
        "hosts controller-0.lab": ("member", None),
    }


def test_a_host_that_the_inventory_does_not_name_stays() -> None:
    now = replace(MADE, hosts=(*HOSTS, "theirs.lab"))
    found = difference(WITH_AGGREGATE, aggregates(now))
    assert found.changes == ()
    assert found.notes == ("aggregate dpdk: the inventory does not name theirs.lab; they stay",)
    many = replace(MADE, hosts=(*HOSTS, *(f"h{number}" for number in range(6))))
    found = difference(WITH_AGGREGATE, aggregates(many))
    assert "does not name h0, h1, h2, h3 and 2 more; they stay" in found.notes[0]


def test_a_zone_cannot_be_taken_away() -> None:
    marked = {"availability_zone": "nfv", "nfvgen": "lab: availability_zone, dpdk", "dpdk": "true"}
    found = difference(WITH_AGGREGATE, aggregates(replace(MADE, metadata=marked)))
    assert values(only(found)).keys() == {"metadata nfvgen"}
    assert "the zone nfv stays" in found.notes[0]


def test_an_aggregate_of_others_is_taken_over_with_consent() -> None:
    change = only(difference(WITH_AGGREGATE, aggregates(replace(MADE, metadata={"x": "1"}))))
    assert str(change) == "take over aggregate dpdk"
    assert change.consent


def test_an_empty_aggregate_is_what_a_broken_run_leaves() -> None:
    change = only(difference(WITH_AGGREGATE, aggregates(CloudAggregate("7", "dpdk"))))
    assert str(change) == "change aggregate dpdk"
    assert not change.consent


def test_an_aggregate_of_another_site_is_not_touched() -> None:
    other = replace(MADE, metadata={"nfvgen": "lab-b: dpdk"})
    assert difference(WITH_AGGREGATE, aggregates(other)).problems == (
        "aggregate dpdk belongs to the site lab-b; choose another name",
    )
    assert removal("lab", aggregates(other)) == Difference()


def test_an_aggregate_that_left_the_inventory_is_deleted_with_consent() -> None:
    change = only(difference(DesiredState("lab", (), (), ()), aggregates(MADE)))
    assert str(change) == "delete aggregate dpdk"
    assert values(change) == {f"hosts {host}": ("member", None) for host in HOSTS}
    assert change.consent


# Destroying


def test_what_bears_the_mark_goes_and_images_stay() -> None:
    others = there(id="f2", name="theirs", description="By hand")
    other_site = there(id="f3", name="b", description=described("", Ownership("lab-b")))
    now = replace(with_image(QUEUES, CLAIMED, others, other_site), aggregates=(MADE,))
    found = removal("lab", now)
    assert [str(change) for change in found.changes] == [
        "change image rhel", "delete flavor nfv", "delete aggregate dpdk",
    ]  # fmt: skip
    assert values(found.changes[0]) == {"properties hw_vif_multiqueue_enabled": ("true", None)}
    assert all(change.consent for change in found.changes[1:])


def test_an_image_that_is_gone_is_nothing_to_clear() -> None:
    assert [str(each) for each in removal("lab", cloud(CLAIMED)).changes] == ["delete flavor nfv"]
