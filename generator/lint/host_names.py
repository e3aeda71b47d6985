"""The names that nodes are given."""

from collections.abc import Iterator

from generator.checks.repeats import repeats
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.ruleset import Found, rule


@rule("hostname-twice", Severity.ERROR)
def hostname_twice(view: DeploymentView) -> Iterator[Found]:
    """Each node gets a name of its own; capitals make no difference.

    Why: TripleO writes names in lower case; two nodes of one name overwrite each other in
    every hosts file, in Ansible's inventory and in Nova.
    Fix: Give one of the two another name, in HostnameMap or under the inventory's nodes.
    Source: tripleo-heat-templates 11.6.0, HostnameMap; RFC 4343.
    """
    written = view.parameters.get("HostnameMap")
    values = written.entries.values() if written else ()
    for before, value in repeats((str(each.content).lower(), each) for each in values):
        if value.known:
            name = str(value.content).lower()
            yield Found(
                value.at, f"two nodes get the name {name}", "give one of them another name",
                (before.at,),
            )  # fmt: skip
