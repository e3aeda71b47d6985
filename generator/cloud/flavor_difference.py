"""Flavors as they are and as they should be."""

from collections.abc import Iterator

from generator.cloud.changes import Change, FieldChange, field_changes
from generator.cloud.claims import by_image, claimed, claims_of, is_ours, ownership
from generator.cloud.state import CloudFlavor, CloudState
from generator.plan.desired import DesiredFlavor, DesiredState
from generator.plan.ownership import Ownership, described, read_description
from generator.values import ReadOnly

_SIZES = ("vcpus", "ram", "disk", "is_public", "id")  # Nova cannot change them

_REPLACED = (
    "Nova cannot change {} of a flavor: it is deleted and made again; servers that run with it"
    " keep what they have until they are resized"
)
_TAKEN_OVER = "others made it; from now on it is ours, and destroy deletes it"
_DELETED = "it is no longer in the inventory; servers that run with it go on"


def flavor_problems(desired: DesiredState, cloud: CloudState) -> Iterator[str]:
    """What stands in the way of a flavor and is not ours to move."""
    wanted = {flavor.name: flavor for flavor in desired.flavors}
    for now in cloud.flavors:
        own = ownership(now)
        ours = own is not None and own.site == desired.site
        flavor = wanted.get(now.name)
        if flavor and own and not ours:
            yield f"flavor {now.name} belongs to the site {own.site}; choose another name"
        elif flavor and not ours and (sizes := _sizes(now, flavor)):
            yield (
                f"flavor {now.name} was made by others and differs in {', '.join(sizes)}, which"
                " Nova cannot change; choose another name, or delete it yourself"
            )
        for other in desired.flavors:
            if other.id == now.id and other.name != now.name and not (ours and not flavor):
                yield (
                    f"flavor {other.name} cannot have the id {other.id}, which is that of"
                    f" {now.name}; choose another id"
                )


def flavor_changes(desired: DesiredState, cloud: CloudState) -> Iterator[Change]:
    """Deletes first: an id may be wanted again. But before them a flavor that is to claim
    what another one's mark claims so far: else a run that ends between them leaves a property
    of ours without a mark, and the next takes it for that of others."""
    changes = list(_changes(desired, cloud))
    ids = {flavor.id for flavor in desired.flavors if flavor.id}
    freeing = [each for each in changes if each.action == "delete" and each.id in ids]
    taking = [
        each for each in changes if each not in freeing and _takes_claims(each, desired, cloud)
    ]
    yield from freeing
    yield from taking
    yield from (each for each in changes if each not in freeing and each not in taking)


def _takes_claims(change: Change, desired: DesiredState, cloud: CloudState) -> bool:
    """Whether a flavor comes to claim a property that another flavor of the site claims."""
    own = ownership(change.target) if isinstance(change.target, CloudFlavor) else None
    if own is None:
        return False
    now = next((each for each in cloud.flavors if each.id == change.id), None)
    mark = ownership(now) if now else None
    had = by_image(mark, cloud) if mark and mark.site == desired.site else {}
    ours = claimed(desired.site, cloud)
    return any(
        (keys - had.get(image, frozenset())) & ours.get(image, frozenset())
        for image, keys in by_image(own, cloud).items()
    )


def _changes(desired: DesiredState, cloud: CloudState) -> Iterator[Change]:
    found = {flavor.name: flavor for flavor in cloud.flavors}
    wanted = {flavor.name for flavor in desired.flavors}
    for now in cloud.flavors:
        if is_ours(now, desired.site) and now.name not in wanted:
            yield Change("delete", "flavor", now.name, now.id, consent=_DELETED)
    for flavor in desired.flavors:
        present = found.get(flavor.name)
        target = _target(flavor, present, desired, cloud)
        if present is None:
            nothing = CloudFlavor("", flavor.name, 0, 0, 0)
            fields = tuple(each._replace(before=None) for each in _fields(nothing, target, cloud))
            yield Change("create", "flavor", flavor.name, "", fields, target=target)
        elif fields := _fields(present, target, cloud):
            yield _changed(desired.site, present, target, fields, _sizes(present, flavor))


def _changed(
    site: str, now: CloudFlavor, target: CloudFlavor, fields: tuple[FieldChange, ...],
    sizes: list[str],
) -> Change:  # fmt: skip
    if sizes:
        consent = _REPLACED.format(" and ".join(sizes))
        return Change("replace", "flavor", now.name, now.id, fields, consent, target)
    if not is_ours(now, site):
        return Change("take over", "flavor", now.name, now.id, fields, _TAKEN_OVER, target)
    return Change("change", "flavor", now.name, now.id, fields, target=target)


def _sizes(now: CloudFlavor, flavor: DesiredFlavor) -> list[str]:
    wanted = {name: getattr(flavor, name) for name in _SIZES}
    wanted["id"] = flavor.id or now.id
    return [name for name in _SIZES if wanted[name] != getattr(now, name)]


def _target(
    flavor: DesiredFlavor, now: CloudFlavor | None, desired: DesiredState, cloud: CloudState
) -> CloudFlavor:
    """The flavor as it should be, with what others added to it."""
    before = now or CloudFlavor("", flavor.name, 0, 0, 0)
    text, own = read_description(before.description)
    stale = own.specs if own and own.site == desired.site else ()
    kept = {key: value for key, value in before.extra_specs.items() if key not in stale}
    access = {cloud.projects[project][0] for project in flavor.access}
    granted = set(before.access) - _projects(own, cloud) if flavor.access else set()
    mark = Ownership(
        desired.site, tuple(flavor.extra_specs), tuple(sorted(access)),
        ReadOnly(claims_of(flavor, desired, cloud)),
    )  # fmt: skip
    wanted_text = text if flavor.text is None else flavor.text
    same = own is not None and wanted_text == text and _same(own, mark, cloud)
    return CloudFlavor(
        flavor.id or before.id, flavor.name, flavor.vcpus, flavor.ram, flavor.disk,
        flavor.is_public,
        before.description if same else described(wanted_text, mark),
        ReadOnly(kept | dict(flavor.extra_specs)), tuple(sorted(access | granted)),
        before.swap, before.ephemeral,
    )  # fmt: skip


def _projects(own: Ownership | None, cloud: CloudState) -> set[str]:
    """The ids of a mark's projects, which it may name either way."""
    found = set()
    for name in own.access if own else ():
        ids = cloud.projects.get(name, ())
        found.add(ids[0] if len(ids) == 1 else name)
    return found


def _same(own: Ownership, mark: Ownership, cloud: CloudState) -> bool:
    """Whether two marks mean the same."""
    return (
        own.site == mark.site
        and set(own.specs) == set(mark.specs)
        and _projects(own, cloud) == set(mark.access)
        and by_image(own, cloud) == by_image(mark, cloud)
    )


def _fields(now: CloudFlavor, target: CloudFlavor, cloud: CloudState) -> tuple[FieldChange, ...]:
    names = {id_: name for name, ids in cloud.projects.items() for id_ in ids}
    plain = ("id", "vcpus", "ram", "disk", "is_public", "description")
    fields = [
        FieldChange(name, "", _text(getattr(now, name)), _text(getattr(target, name)))
        for name in plain
        if getattr(now, name) != getattr(target, name)
    ]
    fields += field_changes("extra_specs", dict(now.extra_specs), dict(target.extra_specs))
    before, after = ({id_: names.get(id_, id_) for id_ in each.access} for each in (now, target))
    fields += field_changes("access", before, after)
    return tuple(fields)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
