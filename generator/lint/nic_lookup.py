"""Rules over NetConfigDataLookup, which gives ports of the machines their aliases."""

from collections.abc import Iterator

from generator.deployment.types import DeploymentView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.ruleset import Found, rule

_SELECTORS = {"dmiString", "id"}


@rule("lookup-port-twice", Severity.ERROR)
def lookup_port_twice(view: DeploymentView) -> Iterator[Found]:
    """NetConfigDataLookup gives each port of a machine one alias.

    Why: os-net-config refuses a mapping with two aliases for one port, and the node keeps
    the network that it booted with.
    Fix: Write the MAC address or name of the other port.
    Source: os-net-config 11.5.0, mapping.yaml; measured.
    """
    lookup = view.parameters.get("NetConfigDataLookup")
    for node, entry in (lookup.entries if lookup else {}).items():
        seen: dict[str, tuple[str, Value]] = {}
        for alias, value in entry.entries.items():
            if alias in _SELECTORS or not isinstance(value.content, str):
                continue
            first, before = seen.setdefault(value.content.lower(), (alias, value))
            if first != alias:
                yield Found(
                    value.at,
                    f"{alias} of {node} is the port {value.content}, which is {first} already",
                    f"write the port that {alias} means",
                    (before.at,),
                )
