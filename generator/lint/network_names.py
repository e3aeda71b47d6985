"""Rules over the names of networks."""

from collections.abc import Iterator, Mapping

from generator.deployment.types import DeploymentView, Kind
from generator.deployment.values import Value, whole
from generator.findings import Severity
from generator.lint.nics import text
from generator.lint.ruleset import Found, rule

_Entry = Mapping[str, Value]


@rule("network-name-twice", Severity.ERROR)
def network_name_twice(view: DeploymentView) -> Iterator[Found]:
    """A network stands once among the networks, and has names in lower case of its own.

    Why: Ports and addresses are named by name_lower, InternalApi's by internal_api, and host
    names by the name itself in lower case: the second network takes the place of the first,
    or the stack fails.
    Fix: Rename or remove one of the two; often it is the other one, misspelt.
    Source: tripleo-heat-templates (Train), network_data.yaml; puppet/role.role.j2.yaml,
    NetHostMap.
    """
    for entries in _lists(view):
        seen: dict[tuple[str, str], tuple[Value, str]] = {}
        for entry in entries:
            name = text(entry.get("name")) or ""
            found = None
            for form, value in _forms(entry):
                before, other = seen.setdefault(form, (value, name))
                if before is not value and found is None:
                    found = value, before, other, form
            if found:
                value, before, other, (kind, same) = found
                message = f"there is a network with {kind} {same} already"
                if view.planned:
                    message = f"{name} and {other} are one name to TripleO: {same}"
                yield Found(value.at, message, "rename or remove one of the two", (before.at,))


def _lists(view: DeploymentView) -> Iterator[list[_Entry]]:
    """The networks as they are written, also one that a later one of its name replaces. A
    deployment has one list: several files of them are several deployments."""
    if view.planned:
        yield [network.fields for network in view.networks.values()]
    for file in view.of_kind(Kind.NETWORKS):
        if file.document:
            yield [item.entries for item in whole(file.document).items]


def _forms(entry: _Entry) -> Iterator[tuple[tuple[str, str], Value]]:
    """What has to be a network's own, and the value that says it."""
    for key in ("name", "name_lower"):
        value = entry.get(key)
        if value and (written := text(value)):
            yield (key, written), value
    if (value := entry.get("name")) and (written := text(value)):
        yield ("the host names of", written.lower()), value
