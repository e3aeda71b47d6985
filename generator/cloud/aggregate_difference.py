"""Host aggregates as they are and as they should be.

A host that others put into one stays, and so do their metadata.
"""

from collections.abc import Iterator

from generator.cloud.changes import Change, FieldChange, field_changes
from generator.cloud.state import CloudAggregate, CloudState
from generator.plan.desired import DesiredAggregate, DesiredState
from generator.plan.ownership import AGGREGATE_MARK, aggregate_mark, read_aggregate_mark
from generator.values import ReadOnly

ZONE = "availability_zone"
_SHOWN = 4

_TAKEN_OVER = "others made it; from now on it is ours, and destroy deletes it"
_DELETED = "it is no longer in the inventory; hosts that are in it leave it"


def is_of(aggregate: CloudAggregate, site: str) -> bool:
    """Whether the aggregate was made for this site."""
    return _site(aggregate) == site


def _site(aggregate: CloudAggregate) -> str | None:
    mark = aggregate.metadata.get(AGGREGATE_MARK)
    return None if mark is None else read_aggregate_mark(mark)[0]


def aggregate_problems(desired: DesiredState, cloud: CloudState) -> Iterator[str]:
    """Aggregates of another site that have a name of ours."""
    wanted = {aggregate.name for aggregate in desired.aggregates}
    for now in cloud.aggregates:
        site = _site(now)
        if now.name in wanted and site not in (None, desired.site):
            yield f"aggregate {now.name} belongs to the site {site}; choose another name"


def aggregate_notes(desired: DesiredState, cloud: CloudState) -> Iterator[str]:
    """What is left as it is, and why."""
    found = {aggregate.name: aggregate for aggregate in cloud.aggregates}
    for aggregate in desired.aggregates:
        if missing := [host for host in aggregate.hosts if host not in cloud.hosts]:
            yield (
                f"aggregate {aggregate.name}: Nova does not know {_few(missing)} yet; apply again"
                " once they are deployed"
            )
        if now := found.get(aggregate.name):
            if theirs := [host for host in now.hosts if host not in desired.hosts]:
                yield f"aggregate {now.name}: the inventory does not name {_few(theirs)}; they stay"
            if ZONE in now.metadata and ZONE not in aggregate.metadata:
                yield (
                    f"aggregate {now.name}: the zone {now.metadata[ZONE]} stays, for Nova cannot"
                    " take it away; to be rid of it, delete the aggregate and apply again"
                )


def _few(hosts: list[str]) -> str:
    """Hosts in a message: a role may have hundreds."""
    shown = ", ".join(hosts[:_SHOWN])
    return f"{shown} and {len(hosts) - _SHOWN} more" if len(hosts) > _SHOWN else shown


def aggregate_changes(desired: DesiredState, cloud: CloudState) -> Iterator[Change]:
    """Deletes first: a host may go into another zone with another aggregate only."""
    found = {aggregate.name: aggregate for aggregate in cloud.aggregates}
    wanted = {aggregate.name for aggregate in desired.aggregates}
    for now in cloud.aggregates:
        if is_of(now, desired.site) and now.name not in wanted:
            yield deletion(now, _DELETED)
    for aggregate in desired.aggregates:
        present = found.get(aggregate.name)
        target = _target(aggregate, present, desired, cloud)
        fields = _fields(present or CloudAggregate("", aggregate.name), target)
        if present is None:
            yield Change("create", "aggregate", aggregate.name, "", fields, target=target)
        elif fields and (is_of(present, desired.site) or _is_empty(present)):
            yield Change("change", "aggregate", present.name, present.id, fields, target=target)
        elif fields:
            yield Change(
                "take over", "aggregate", present.name, present.id, fields, _TAKEN_OVER, target
            )


def _is_empty(aggregate: CloudAggregate) -> bool:
    """Whether nothing was done with it, as after a run of ours that ended half-way: Nova
    makes an aggregate without metadata but its zone."""
    return not aggregate.hosts and not aggregate.metadata.keys() - {ZONE}


def deletion(now: CloudAggregate, consent: str) -> Change:
    """The end of an aggregate, which its hosts have to leave first."""
    left = CloudAggregate(now.id, now.name, now.metadata)
    return Change("delete", "aggregate", now.name, now.id, _fields(now, left), consent)


def _target(
    aggregate: DesiredAggregate, now: CloudAggregate | None, desired: DesiredState,
    cloud: CloudState,
) -> CloudAggregate:  # fmt: skip
    """The aggregate as it should be, with what others added to it."""
    before = now or CloudAggregate("", aggregate.name)
    stale = read_aggregate_mark(before.metadata.get(AGGREGATE_MARK, ""))[1] - {ZONE}
    metadata = {key: value for key, value in before.metadata.items() if key not in stale}
    metadata |= aggregate.metadata
    metadata[AGGREGATE_MARK] = aggregate_mark(desired.site, aggregate.metadata)
    theirs = [host for host in before.hosts if host not in desired.hosts]
    hosts = [*theirs, *(host for host in aggregate.hosts if host in cloud.hosts)]
    return CloudAggregate(before.id, aggregate.name, ReadOnly(metadata), tuple(sorted(hosts)))


def _fields(now: CloudAggregate, target: CloudAggregate) -> tuple[FieldChange, ...]:
    return (
        *field_changes("metadata", dict(now.metadata), dict(target.metadata)),
        *field_changes(
            "hosts", dict.fromkeys(now.hosts, "member"), dict.fromkeys(target.hosts, "member")
        ),
    )
