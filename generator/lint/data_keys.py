"""Rules over the keys of roles_data and network_data."""

from collections.abc import Iterator, Mapping

from generator.catalog.product import product
from generator.deployment.types import DeploymentView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.ruleset import Found, rule
from generator.lint.spelling import fitting, slips

_LONG = 5  # letters; less of a name may begin many


@rule("data-key-misspelt", Severity.ERROR)
def data_key_misspelt(view: DeploymentView) -> Iterator[Found]:
    """The keys of roles_data and network_data are those that the templates read.

    Why: Any other key is ignored in silence: the role stays without its parameters or
    services, the network without its pool or gateway.
    Fix: Write the key as the hint has it.
    Source: tripleo-heat-templates 11.6.0, roles/README.rst and network_data.yaml.
    """
    facts = product(view.target)
    for role in view.roles.values():
        yield from _misspelt("a role", role.fields, facts.role_keys)
    for network in view.networks.values():
        yield from _misspelt("a network", network.fields, facts.network_keys)
        for subnet in network.subnets.values():
            yield from _misspelt("a subnet", subnet.fields, facts.network_keys)


def _misspelt(what: str, fields: Mapping[str, Value], known: frozenset[str]) -> Iterator[Found]:
    for key, value in fields.items():
        if key in known or key.startswith("deprecated_"):
            continue
        near = slips(key, known) or _longer(key, known)
        meant = next((each for each in near if each not in fields), None)
        if meant:
            yield Found(value.at.key, f"nothing reads the key {key} of {what}", f"write {meant}")


def _longer(key: str, known: frozenset[str]) -> list[str]:
    """The keys that one cut short, or with more at its end, stands for."""
    found = sorted(fitting(key, known), key=len) if len(key) >= _LONG else []
    return [each for each in found if len(each) >= _LONG or each == "vlan"]
