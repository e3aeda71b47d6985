"""Reading a cloud."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from generator.cloud.claims import is_ours, ownership
from generator.cloud.connection import Cloud, answer
from generator.cloud.errors import CloudError
from generator.cloud.state import CloudAggregate, CloudFlavor, CloudImage, CloudState
from generator.plan.desired import DesiredState
from generator.plan.ownership import AGGREGATE_MARK, read_aggregate_mark
from generator.values import ReadOnly

Told = Callable[[str], None]
"""Is told what is being done, for whoever waits."""

_IMAGE_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_PROJECT_ID = re.compile(r"[0-9a-f]{32}")
_DESCRIPTIONS = (2, 61)  # from 2.55 a flavor has one, from 2.61 extra specs come with it


def observe(cloud: Cloud, desired: DesiredState, told: Told = lambda _: None) -> CloudState:
    """What the cloud holds, as far as the inventory or marks of its site are concerned."""

    def concerned(flavor: CloudFlavor) -> bool:
        wanted = any(each.name == flavor.name or each.id == flavor.id for each in desired.flavors)
        return wanted or is_ours(flavor, desired.site)

    told("reading flavors")
    flavors = tuple(read_flavors(cloud, concerned))
    told("reading aggregates")
    aggregates = tuple(
        aggregate
        for aggregate in _aggregates(cloud)
        if read_aggregate_mark(aggregate.metadata.get(AGGREGATE_MARK, ""))[0] == desired.site
        or aggregate.name in {each.name for each in desired.aggregates}
    )
    told("reading images")
    own = [mark for each in flavors if (mark := ownership(each)) and mark.site == desired.site]
    own += [flavor.own for flavor in desired.flavors]
    keys = {key for mark in own for keys in mark.images.values() for key in keys}
    images = {name: _images(cloud, name, keys) for mark in own for name in mark.images}
    told("reading projects and hosts")
    wanted = {name for flavor in desired.flavors for name in flavor.access}
    named = {name for mark in own for name in mark.access if not _PROJECT_ID.fullmatch(name)}
    return CloudState(
        flavors, aggregates, ReadOnly(images),
        ReadOnly((name, _projects(cloud, name)) for name in sorted(wanted | named)),
        _known_hosts(cloud, desired),
    )  # fmt: skip


def read_flavors(
    cloud: Cloud, chosen: Callable[[CloudFlavor], bool] = lambda _: True
) -> Iterator[CloudFlavor]:
    """The chosen flavors by name; private ones with the projects that may use them."""
    found = sorted(cloud.sdk.compute.flavors(details=True, is_public=None), key=lambda f: f.name)
    if newest_microversion(cloud) < _DESCRIPTIONS:
        raise CloudError(f"cloud {cloud.name}: Nova is too old: it needs API 2.61 (Queens)")
    for each in found:
        flavor = CloudFlavor(
            each.id, each.name, each.vcpus, each.ram, each.disk, each.is_public,
            each.description or "",
            ReadOnly((key, str(value)) for key, value in sorted(each.extra_specs.items())),
            swap=each.swap or 0, ephemeral=each.ephemeral or 0,
        )  # fmt: skip
        if chosen(flavor):
            access = [] if each.is_public else cloud.sdk.compute.get_flavor_access(each)
            projects = tuple(sorted(entry["tenant_id"] for entry in access))
            yield replace(flavor, access=projects)


def newest_microversion(cloud: Cloud) -> tuple[int, ...]:
    """The newest version of its API that Nova offers."""
    data = cloud.sdk.compute.get_endpoint_data()
    return tuple(int(part) for part in data.max_microversion or ()) if data else ()


def _aggregates(cloud: Cloud) -> Iterable[CloudAggregate]:
    for each in sorted(cloud.sdk.compute.aggregates(), key=lambda each: each.name):
        metadata = ReadOnly(sorted((each.metadata or {}).items()))
        yield CloudAggregate(str(each.id), each.name, metadata, tuple(sorted(each.hosts or ())))


def _images(cloud: Cloud, reference: str, keys: set[str]) -> tuple[CloudImage, ...]:
    """The image of an id, or those of a name. As they come: the SDK would turn some
    properties into numbers and booleans."""
    glance = cloud.sdk.image
    if _IMAGE_ID.fullmatch(reference):
        response = glance.get(f"/images/{reference}")
        found = [] if response.status_code == 404 else [answer(response)]
    else:
        # Glance takes in:A,B for a list of names, and some databases know no case.
        name = f'in:"{reference}"' if reference.startswith("in:") else reference
        found = answer(glance.get("/images", params={"name": name, "limit": 100}))["images"]
        found = [data for data in found if data["name"] == reference]
    return tuple(
        CloudImage(
            data["id"], data.get("name") or "",
            ReadOnly((key, str(data[key])) for key in sorted(keys) if data.get(key) is not None),
        )
        for data in sorted(found, key=lambda data: str(data["id"]))
    )  # fmt: skip


def _projects(cloud: Cloud, reference: str) -> tuple[str, ...]:
    """The project of an id, or those of a name, whatever their domain."""
    keystone: Any = cloud.sdk.identity
    if _PROJECT_ID.fullmatch(reference):
        known = keystone.find_project(reference, ignore_missing=True)
        return (known.id,) if known else ()
    return tuple(sorted(project.id for project in keystone.projects(name=reference)))


def _known_hosts(cloud: Cloud, desired: DesiredState) -> tuple[str, ...]:
    wanted = {host for aggregate in desired.aggregates for host in aggregate.hosts}
    if not wanted:
        return ()
    services = cloud.sdk.compute.services(binary="nova-compute")
    return tuple(sorted(wanted & {service.host for service in services}))
