"""Rules over host names and scheduler hints."""

import re
from collections.abc import Iterator

from generator.checks.repeats import repeats
from generator.deployment.types import DeploymentView, RoleView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.ruleset import Found, rule
from generator.lint.scope import deployed, nodes, several_deployments, texts
from generator.lint.spelling import folded, slips

_INDEX = "%index%"
_STACK = "%stackname%"
_HINT = "capabilities:node"


def _format(view: DeploymentView, role: RoleView) -> str:
    """How the nodes of a role are named."""
    written = view.parameters.get(f"{role.name}HostnameFormat")
    written = written or role.fields.get("HostnameFormatDefault")
    if written is not None and isinstance(written.content, str) and written.content:
        return written.content
    name = "novacompute" if role.name == "Compute" else role.name.lower()
    return f"{_STACK}-{name}-{_INDEX}"


def _pattern(view: DeploymentView, role: RoleView) -> re.Pattern[str]:
    """The names of a role's nodes; of a stack that no deploy command names, any."""
    stack = re.escape(view.stack) if view.deploy or view.planned else r"[\w.-]+"
    text = re.escape(_format(view, role))
    text = text.replace(re.escape(_STACK), stack).replace(re.escape(_INDEX), r"(?P<index>\d+)", 1)
    return re.compile(text.replace(re.escape(_INDEX), r"\d+"), re.IGNORECASE)


@rule("hostname-map-unused", Severity.WARNING)
def hostname_map_unused(view: DeploymentView) -> Iterator[Found]:
    """Every key of HostnameMap is the name of a node.

    Why: A key that matches no node is ignored, and the node keeps the name it has.
    Fix: Write the name as <Role>HostnameFormat makes it, with the index of a node.
    Source: tripleo-heat-templates 11.6.0, HostnameMap.
    """
    written = view.parameters.get("HostnameMap")
    if written is None or not view.complete or not (view.roles_read or view.planned):
        return
    if several_deployments(view):
        return
    patterns = [(role, _pattern(view, role)) for role in view.roles.values()]
    for key, value in written.entries.items():
        matches = [
            (role, int(found["index"]) if "index" in found.groupdict() else 0)
            for role, pattern in patterns
            if (found := pattern.fullmatch(key))
        ]
        if not matches:
            yield Found(
                value.at.key, f"{key} is the name of no node",
                f"nodes are named like {_like(view, key)}",
            )  # fmt: skip
        elif all((nodes(role) or index + 1) <= index for role, index in matches):
            role = matches[0][0]
            yield Found(
                value.at.key,
                f"{key} is the name of no node: {role.name} has {nodes(role)}",
                f"remove it, or raise {role.name}Count",
            )


def _like(view: DeploymentView, key: str) -> str:
    """A name as that role makes it which a key names most likely."""
    named = [role for role in view.roles.values() if role.name.lower() in folded(key)]
    longest = sorted(named, key=lambda role: -len(role.name))
    among = longest or list(deployed(view))
    if not among:
        return "<Role>HostnameFormat says"
    found = re.search(r"(\d+)$", key)
    text = _format(view, among[0]).replace(_STACK, view.stack)
    return text.replace(_INDEX, found[1] if found else "0")


@rule("hostname-invalid", Severity.WARNING)
def hostname_invalid(view: DeploymentView) -> Iterator[Found]:
    """Names of nodes are made of letters, digits and hyphens.

    Why: Other characters are none of a host name: the name does not resolve, and the services
    that compare it with their own do not find themselves.
    Fix: Write a hyphen instead.
    Source: RFC 952 and RFC 1123, host names.
    """
    written = view.parameters.get("HostnameMap")
    names = list(written.entries.values()) if written else []
    formats = (view.parameters.get(f"{role}HostnameFormat") for role in view.roles)
    for value in (*names, *(each for each in formats if each)):
        text = value.content if isinstance(value.content, str) and value.known else ""
        plain = text.replace(_INDEX, "0").replace(_STACK, "stack")
        if plain and "{" not in plain and not _HOST.fullmatch(plain):
            better = re.sub(r"[^A-Za-z0-9.%-]+", "-", text).strip("-.")
            yield Found(value.at, f"{text} is no host name", f"write {better}")


_HOST = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*")


@rule("hostname-format-shared", Severity.ERROR)
def hostname_format_shared(view: DeploymentView) -> Iterator[Found]:
    """Two roles do not name their nodes alike.

    Why: Node 0 of both gets the same name: the second overwrites the first in every hosts
    file, in Ansible's inventory and in Nova.
    Fix: Give each role a format of its own.
    Source: tripleo-heat-templates 11.6.0, <Role>HostnameFormat.
    """
    for (other, before), (role, written) in repeats(_formats(view)):
        yield Found(
            written.at, f"the nodes of {role.name} get the names of those of {other.name}",
            f"write {role.name}HostnameFormat: '{_STACK}-{role.name.lower()}-{_INDEX}'",
            (before.at,),
        )  # fmt: skip


def _formats(view: DeploymentView) -> Iterator[tuple[str, tuple[RoleView, Value]]]:
    """The formats of the roles with nodes, with the role and the value."""
    for role in deployed(view) if view.roles_read or view.planned else ():
        written = view.parameters.get(f"{role.name}HostnameFormat")
        written = written or role.fields.get("HostnameFormatDefault")
        text = written.content if written else None
        if written and isinstance(text, str) and text and nodes(role):
            yield text.lower(), (role, written)


@rule("hostname-format-without-index", Severity.ERROR)
def hostname_format_without_index(view: DeploymentView) -> Iterator[Found]:
    """The name format of a role with several nodes holds %index%.

    Why: Without it all of them get the same name.
    Fix: Add %index%.
    Source: tripleo-heat-templates 11.6.0, <Role>HostnameFormat.
    """
    for role in deployed(view):
        written = view.parameters.get(f"{role.name}HostnameFormat")
        text = written.content if written else None
        if written is None or not isinstance(text, str) or not text or _INDEX in text:
            continue
        if (nodes(role) or 0) > 1:
            yield Found(
                written.at,
                f"all {nodes(role)} nodes of {role.name} get the name {text}",
                f"write '{text}-{_INDEX}'",
            )


def _hint(view: DeploymentView, role: RoleView) -> Value | None:
    hints = view.parameters.get(f"{role.name}SchedulerHints")
    return hints.get(_HINT) if hints else None


@rule("scheduler-hint-without-index", Severity.ERROR)
def scheduler_hint_without_index(view: DeploymentView) -> Iterator[Found]:
    """The scheduler hint of a role with several nodes holds %index%.

    Why: All nodes ask for the machine of one name; the second finds no valid host.
    Fix: Write '<name>-%index%'.
    Source: RHOSP director guide, assigning specific node IDs.
    """
    for role in deployed(view):
        hint = _hint(view, role)
        text = hint.content if hint else None
        if hint and isinstance(text, str) and _INDEX not in text and (nodes(role) or 0) > 1:
            wanted = re.sub(r"-?\d*$", "", text)
            yield Found(
                hint.at,
                f"all {nodes(role)} nodes of {role.name} ask for the machine {text}",
                f"write '{wanted}-{_INDEX}'",
            )


@rule("scheduler-hint-shared", Severity.ERROR)
def scheduler_hint_shared(view: DeploymentView) -> Iterator[Found]:
    """Two roles do not ask for the same machines.

    Why: Both want node 0 of the same name; one of them finds no valid host.
    Fix: Use a name of its own for each role.
    Source: RHOSP director guide, assigning specific node IDs.
    """
    hints = (
        (hint.content, (role, hint))
        for role in deployed(view)
        if (hint := _hint(view, role)) and isinstance(hint.content, str)
        if nodes(role) is not None
    )
    for (other, before), (role, hint) in repeats(hints):
        yield Found(
            hint.at, f"{role.name} and {other.name} ask for the same machines",
            f"write another name, for example '{role.name.lower()}-{_INDEX}'", (before.at,),
        )  # fmt: skip


@rule("scheduler-hint-unknown", Severity.WARNING)
def scheduler_hint_unknown(view: DeploymentView) -> Iterator[Found]:
    """The scheduler hint that binds a role to machines is capabilities:node.

    Why: Nova ignores a hint that no filter of the undercloud reads.
    Fix: Write 'capabilities:node'.
    Source: RHOSP director guide, assigning specific node IDs.
    """
    for role in view.roles.values():
        hints = view.parameters.get(f"{role.name}SchedulerHints")
        for key, value in (hints.entries if hints else {}).items():
            if key != _HINT and re.fullmatch(r"capabilit\w*[:_.-]+nodes?", key, re.IGNORECASE):
                yield Found(value.at.key, f"no filter reads the hint {key}", f"write '{_HINT}'")


@rule("deployment-action-unknown", Severity.WARNING)
def deployment_action_unknown(view: DeploymentView) -> Iterator[Found]:
    """NetworkDeploymentActions lists CREATE, UPDATE or both, in capitals.

    Why: The play applies the nic-config if the list holds the action of the stack; any other
    word is ignored, and changes never reach the nodes.
    Fix: Write CREATE or UPDATE.
    Source: tripleo-heat-templates 11.6.0, common/deploy-steps.j2; Heat, stack actions.
    """
    for name in ("", *view.roles):
        value = view.parameters.get(f"{name}NetworkDeploymentActions")
        for action in texts(value) or ():
            if value is not None and action not in _ACTIONS:
                meant = next((each for each in _ACTIONS if each == action.upper()), "")
                meant = meant or next(iter(slips(action, _ACTIONS)), "CREATE or UPDATE")
                yield Found(value.at, f"a stack has no action {action}", f"write {meant}")


_ACTIONS = ("CREATE", "UPDATE", "DELETE", "SUSPEND", "RESUME")
