"""Whatever a cloud holds and an inventory wants: one run reaches it, however often it stops,
and what others put there survives both it and its end."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from generator.cloud.changes import Change
from generator.cloud.difference import difference, removal
from generator.cloud.state import CloudAggregate, CloudFlavor, CloudImage, CloudState
from generator.plan.desired import DesiredAggregate, DesiredFlavor, DesiredImage, DesiredState
from generator.plan.ownership import Ownership, read_description
from generator.values import ReadOnly

HOSTS = ("h1", "h2")
PROPERTIES = st.dictionaries(st.sampled_from("xyz"), st.sampled_from("12"), max_size=3)
SPECS = st.dictionaries(st.sampled_from("abc"), st.sampled_from("12"), max_size=3)
PROJECTS = st.sets(st.sampled_from(["p1", "p2"])).map(lambda names: tuple(sorted(names)))


@st.composite
def desired_states(draw: st.DrawFn) -> DesiredState:
    """Up to two flavors that share an image, and an aggregate."""
    properties: dict[str, str] = draw(PROPERTIES)
    flavors = []
    for name in draw(st.sets(st.sampled_from(["f", "g"]))):
        specs = draw(SPECS)
        shares = bool(properties) and draw(st.booleans())
        images = {"image": tuple(sorted(properties))} if shares else {}
        own = Ownership("lab", tuple(specs), draw(PROJECTS), ReadOnly(images))
        text = draw(st.sampled_from([None, "Guests"]))
        flavors.append(
            DesiredFlavor(name, draw(st.sampled_from([2, 4])), 8, 1, specs, own, None, text)
        )
    brought = any(flavor.own.images for flavor in flavors)
    aggregates = [
        DesiredAggregate("z", draw(SPECS), tuple(sorted(draw(st.sets(st.sampled_from(HOSTS))))))
    ]
    return DesiredState(
        "lab", tuple(flavors), (DesiredImage("image", properties),) if brought else (),
        tuple(aggregates if draw(st.booleans()) else ()), HOSTS,
    )  # fmt: skip


@st.composite
def clouds(draw: st.DrawFn) -> CloudState:
    """A cloud of others."""
    flavors = [
        CloudFlavor(
            f"id-{name}", name, 2, 8, 1, not (access := draw(PROJECTS)), "Theirs", draw(SPECS),
            access,
        )
        for name in draw(st.sets(st.sampled_from(["f", "t"])))
    ]  # fmt: skip
    image = CloudImage("i1", "image", draw(PROPERTIES))
    aggregate = CloudAggregate("9", "z", draw(SPECS), draw(st.sampled_from([(), ("h1", "theirs")])))
    return CloudState(
        tuple(flavors), (aggregate,) if draw(st.booleans()) else (), {"image": (image,)},
        {"p1": ("p1",), "p2": ("p2",)}, HOSTS,
    )  # fmt: skip


def made(cloud: CloudState, changes: Iterable[Change]) -> CloudState:
    """What Nova and Glance hold after these changes."""
    for change in changes:
        if change.kind == "image":
            [image] = cloud.images["image"]
            cloud = replace(cloud, images={"image": (_edited(image, change, "properties"),)})
            continue
        part = f"{change.kind}s"
        kept = [each for each in getattr(cloud, part) if each.id != change.id]
        now = next((each for each in getattr(cloud, part) if each.id == change.id), None)
        if change.action in {"create", "replace"}:
            assert change.target
            kept.append(replace(change.target, id=change.target.id or f"new-{change.name}"))
        elif change.action != "delete":
            kept.append(_edited(now, change, "extra_specs", "access", "metadata", "hosts"))
        parts: dict[str, Any] = {part: tuple(kept)}
        cloud = replace(cloud, **parts)
    return cloud


def _edited(now: Any, change: Change, *parts: str) -> Any:
    """An object with the fields of a change, and with nothing else of its target."""
    for part in parts:
        before = getattr(now, part, None)
        fields = {each.key: each.after for each in change.fields if each.part == part}
        if before is None or not fields:
            continue
        values = dict(before) if isinstance(before, dict) else dict.fromkeys(before, "")
        merged = {key: each for key, each in (values | fields).items() if each is not None}
        now = replace(now, **{part: merged if isinstance(before, dict) else tuple(sorted(merged))})
    for each in change.fields:
        if each.part == "description":
            now = replace(now, description=each.after)
    return now


def foreign(desired: DesiredState, cloud: CloudState) -> dict[str, Any]:
    """What others put into a cloud and the inventory says nothing of."""
    specs = {flavor.name: flavor.extra_specs for flavor in desired.flavors}
    keys = {key for image in desired.images for key in image.properties}
    return {
        "specs": {
            (flavor.name, key): value
            for flavor in cloud.flavors
            for key, value in flavor.extra_specs.items()
            if key not in specs.get(flavor.name, {})
        },
        "properties": {
            key: value
            for key, value in cloud.images["image"][0].properties.items()
            if key not in keys
        },
        "hosts": ["theirs" in aggregate.hosts for aggregate in cloud.aggregates],
    }


@given(desired_states(), clouds(), st.data())
def test_a_run_reaches_what_is_wanted_however_often_it_stops(
    desired: DesiredState, before: CloudState, data: st.DataObject
) -> None:
    found = difference(desired, before)
    assume(not found.problems)
    done = data.draw(st.integers(0, len(found.changes)))
    stopped = made(before, found.changes[:done])
    after = made(stopped, difference(desired, stopped).changes)
    assert difference(desired, after).changes == ()
    theirs, still = foreign(desired, before), foreign(desired, after)
    assert theirs["specs"].items() <= still["specs"].items()
    assert theirs["properties"] == still["properties"]
    assert not any(theirs["hosts"]) or any(still["hosts"])


@given(desired_states(), desired_states(), clouds(), st.data())
def test_the_next_inventory_takes_back_what_the_last_one_made(
    first: DesiredState, second: DesiredState, before: CloudState, data: st.DataObject
) -> None:
    assume(not difference(first, before).problems)
    between = made(before, difference(first, before).changes)
    found = difference(second, between)
    assume(not found.problems)
    stopped = made(between, found.changes[: data.draw(st.integers(0, len(found.changes)))])
    after = made(stopped, difference(second, stopped).changes)
    assert difference(second, after).changes == ()

    had = {flavor.name: flavor.extra_specs.keys() for flavor in before.flavors}
    gone, wanted = specs_of(first), specs_of(second)
    for flavor in after.flavors:
        own = read_description(flavor.description)[1]
        assert (own is not None) == (flavor.name in wanted)
        theirs = had.get(flavor.name, set()) - gone.get(flavor.name, set())
        assert flavor.extra_specs.keys() <= theirs | wanted.get(flavor.name, set())

    end = made(after, removal("lab", after).changes)
    properties = before.images["image"][0].properties.items()
    assert end.images["image"][0].properties.items() <= properties


def test_a_property_passes_from_flavor_to_flavor_with_a_mark_all_the_time() -> None:
    def state(holder: str, *names: str) -> DesiredState:
        flavors = tuple(
            DesiredFlavor(
                name, 2, 8, 1, {},
                Ownership("lab", (), (), ReadOnly({"image": ("x",)} if name == holder else {})),
                None, None,
            )
            for name in names
        )  # fmt: skip
        return DesiredState("lab", flavors, (DesiredImage("image", {"x": "1"}),), (), HOSTS)

    cloud = CloudState((), (), {"image": (CloudImage("i1", "image", {}),)}, {}, HOSTS)
    for second in (state("f", "f"), state("f", "g", "f")):
        first = state("g", "g", "f")
        between = made(cloud, difference(first, cloud).changes)
        changes = difference(second, between).changes
        for done in range(len(changes) + 1):
            stopped = made(between, changes[:done])
            after = made(stopped, difference(second, stopped).changes)
            end = made(after, removal("lab", after).changes)
            assert end.images["image"][0].properties == {}


def specs_of(desired: DesiredState) -> dict[str, set[str]]:
    return {flavor.name: set(flavor.extra_specs) for flavor in desired.flavors}


@given(desired_states(), clouds())
def test_the_end_leaves_what_others_had(desired: DesiredState, before: CloudState) -> None:
    assume(not difference(desired, before).problems)
    after = made(before, difference(desired, before).changes)
    end = made(after, removal("lab", after).changes)
    assert removal("lab", end).changes == ()
    assert {each.name for each in end.flavors} == (
        {each.name for each in before.flavors} - {each.name for each in desired.flavors}
    )
    had, has = before.images["image"][0].properties, end.images["image"][0].properties
    wanted = {key: value for image in desired.images for key, value in image.properties.items()}
    assert has == {
        key: value for key, value in had.items() if wanted.get(key, value) == value
    }  # what was overwritten is gone, what was right before is theirs
