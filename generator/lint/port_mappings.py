"""Rules over NetConfigDataLookup: which port of a machine an alias of the nic-configs means."""

from collections.abc import Iterator

from generator.checks.repeats import repeats
from generator.deployment.types import DeploymentView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.nics import text
from generator.lint.ruleset import Found, rule
from generator.lint.scope import unread_templates

LOOKUP = "NetConfigDataLookup"
_CHOICE = {"dmiString", "id"}  # they choose the machine
_FIRST_BOOT = "NodeUserData"


def _machines(view: DeploymentView) -> Iterator[tuple[str, dict[str, Value]]]:
    """The machines or groups of them with the ports that they map."""
    value = view.parameters.get(LOOKUP)
    for name, entry in (value.entries if value else {}).items():
        yield name, {key: port for key, port in entry.entries.items() if key not in _CHOICE}


def mapped_aliases(view: DeploymentView) -> frozenset[str]:
    """The aliases that any machine maps to a port."""
    return frozenset(alias for _, ports in _machines(view) for alias in ports)


@rule("port-mapping-twice", Severity.ERROR)
def port_mapping_twice(view: DeploymentView) -> Iterator[Found]:
    """The aliases of a machine in NetConfigDataLookup mean different ports.

    Why: os-net-config stops at a port that two aliases are mapped to.
    Fix: Give each alias the MAC address or name of a port of its own.
    Source: os-net-config 11.5.0, mapped_nics.
    """
    for name, ports in _machines(view):
        mapped = (
            (port.lower(), (alias, value))
            for alias, value in ports.items()
            if (port := text(value))
        )
        for (first, before), (alias, value) in repeats(mapped):
            yield Found(
                value.at, f"{alias} of {name} is {str(value.content).lower()}, as {first} is",
                "give each alias a port of its own", (before.at,),
            )  # fmt: skip


@rule("port-mapping-unread", Severity.WARNING)
def port_mapping_unread(view: DeploymentView) -> Iterator[Found]:
    """With NetConfigDataLookup the registry maps the script that reads it.

    Why: Only firstboot/os-net-config-mappings.yaml reads it, and NodeUserData is mapped to
    nothing by default: the aliases nic1, nic2 count active ports instead.
    Fix: Map OS::TripleO::NodeUserData, or OS::TripleO::<Role>::NodeUserData, to it.
    Source: tripleo-heat-templates 11.6.0, firstboot/os-net-config-mappings.yaml.
    """
    value = view.parameters.get(LOOKUP)
    mapped = any(key.endswith(_FIRST_BOOT) for key in view.registry)
    if value is None or not value.entries or mapped or not view.complete or unread_templates(view):
        return
    if view.registry or view.deploy:
        yield Found(
            value.at.key, f"nothing maps a script that reads {LOOKUP}",
            "map OS::TripleO::NodeUserData to /usr/share/openstack-tripleo-heat-templates/"
            "firstboot/os-net-config-mappings.yaml",
        )  # fmt: skip
