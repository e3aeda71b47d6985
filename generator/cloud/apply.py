"""Carrying changes out, one by one."""

from collections.abc import Callable, Iterator, Sequence

from generator.cloud.changes import Change, FieldChange
from generator.cloud.connection import Cloud, answer, plain_words
from generator.cloud.errors import CloudError
from generator.cloud.observe import Told, newest_microversion
from generator.cloud.state import CloudAggregate, CloudFlavor

_VALIDATES_SPECS = (2, 86)  # the SDK never asks for it by itself
_PATCH = "application/openstack-images-v2.1-json-patch"
_ZONE = "availability_zone"


class StoppedError(CloudError):
    """A run ended half-way."""

    def __init__(
        self, reason: str, done: Sequence[Change], failed: Change, left: Sequence[Change]
    ) -> None:
        self.done, self.failed, self.left = tuple(done), failed, tuple(left)
        lines = [reason, f"it happened here: {failed}"]
        if failed.action == "replace":
            lines.append(f"    the flavor {failed.name} may be deleted and not made again")
        lines += [f"done: {change}" for change in done]
        lines += [f"not done: {change}" for change in left]
        super().__init__("\n".join([*lines, "run it again to finish"]))


def apply_changes(
    cloud: Cloud, changes: Sequence[Change], told: Told = lambda _: None
) -> Iterator[Change]:
    """Make changes in their order, and yield each that is done.

    Raises StoppedError at the first that fails. What was done stays done: the next run
    finds it as it is and makes the rest.
    """
    done: list[Change] = []
    for change in changes:
        told(str(change))
        try:
            with plain_words(cloud.name, cloud.secrets):
                _MAKERS[change.kind](cloud, change)
        except CloudError as error:
            raise StoppedError(str(error), done, change, changes[len(done) + 1 :]) from None
        done.append(change)
        yield change


def _flavor(cloud: Cloud, change: Change) -> None:
    nova = cloud.sdk.compute
    if change.action in {"delete", "replace"}:
        nova.delete_flavor(change.id, ignore_missing=True)
    if isinstance(change.target, CloudFlavor):
        if change.action in {"create", "replace"}:
            _create_flavor(cloud, change.target)
        else:
            _change_flavor(cloud, change)


def _create_flavor(cloud: Cloud, wanted: CloudFlavor) -> None:
    """The flavor with its mark first: if what follows fails, the next run knows it as ours."""
    nova = cloud.sdk.compute
    given = {"id": wanted.id} if wanted.id else {}
    made = nova.create_flavor(
        name=wanted.name, vcpus=wanted.vcpus, ram=wanted.ram, disk=wanted.disk,
        swap=wanted.swap, ephemeral=wanted.ephemeral, is_public=wanted.is_public,
        description=wanted.description, **given,
    )  # fmt: skip
    _set_specs(cloud, made.id, dict(wanted.extra_specs))
    for project in wanted.access:
        nova.flavor_add_tenant_access(made.id, project)


def _change_flavor(cloud: Cloud, change: Change) -> None:
    """What goes, then the mark, then what comes: the mark names whatever is ours meanwhile."""
    nova = cloud.sdk.compute
    for key in _gone(change, "extra_specs"):
        nova.delete_flavor_extra_specs_property(change.id, key)
    for project in _gone(change, "access"):
        nova.flavor_remove_tenant_access(change.id, project)
    for field in _of(change, "description"):
        nova.update_flavor(change.id, description=field.after)
    _set_specs(cloud, change.id, _new(change, "extra_specs"))
    for project in _new(change, "access"):
        nova.flavor_add_tenant_access(change.id, project)


def _set_specs(cloud: Cloud, flavor: str, specs: dict[str, str]) -> None:
    """With the version that checks them, where Nova has it."""
    if specs:
        newest = newest_microversion(cloud)
        version = "2.86" if newest >= _VALIDATES_SPECS else None
        path = f"/flavors/{flavor}/os-extra_specs"
        body = {"extra_specs": specs}
        answer(cloud.sdk.compute.post(path, json=body, microversion=version))


def _image(cloud: Cloud, change: Change) -> None:
    def pointer(key: str) -> str:
        return "/" + key.replace("~", "~0").replace("/", "~1")

    patch = [{"op": "remove", "path": pointer(key)} for key in _gone(change, "properties")]
    new = _new(change, "properties").items()
    operations = [*patch, *({"op": "add", "path": pointer(k), "value": v} for k, v in new)]
    headers = {"Content-Type": _PATCH}
    answer(cloud.sdk.image.patch(f"/images/{change.id}", json=operations, headers=headers))


def _aggregate(cloud: Cloud, change: Change) -> None:
    nova = cloud.sdk.compute
    metadata: dict[str, str | None] = dict.fromkeys(_gone(change, "metadata"))
    metadata |= _new(change, "metadata")
    made = change.id
    if change.action == "create" and isinstance(change.target, CloudAggregate):
        made = str(
            nova.create_aggregate(name=change.name, availability_zone=metadata.pop(_ZONE, None)).id
        )
    for host in _gone(change, "hosts"):
        nova.remove_host_from_aggregate(made, host)
    if metadata:
        nova.set_aggregate_metadata(made, metadata)
    for host in _new(change, "hosts"):
        nova.add_host_to_aggregate(made, host)
    if change.action == "delete":
        nova.delete_aggregate(made)


def _of(change: Change, part: str) -> Sequence[FieldChange]:
    return [field for field in change.fields if field.part == part]


def _gone(change: Change, part: str) -> list[str]:
    return [field.key for field in _of(change, part) if field.after is None]


def _new(change: Change, part: str) -> dict[str, str]:
    return {field.key: field.after for field in _of(change, part) if field.after is not None}


_MAKERS: dict[str, Callable[[Cloud, Change], None]] = {
    "flavor": _flavor,
    "image": _image,
    "aggregate": _aggregate,
}
