"""Rules over the name servers of the nodes."""

from collections.abc import Iterator

from generator.catalog.release import release
from generator.checks.wording import listed
from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.ruleset import Found, rule


@rule("name-servers-dropped", Severity.WARNING)
def name_servers_dropped(view: DeploymentView) -> Iterator[Found]:
    """A device has at most two DNS servers.

    Why: os-net-config keeps the first two and drops the others silently.
    Fix: Keep the two that matter.
    Source: os-net-config 11.5.0, ifcfg provider; measured.
    """
    kept = release(view.target).limits.name_servers.value
    for each in (each for config in view.nic_configs for each in config.walk()):
        value = each.get("dns_servers")
        if value and len(value.items) > kept and value.known:
            dropped = [str(item.content) for item in value.items[kept:]]
            verb = "server {} is" if len(dropped) == 1 else "servers {} are"
            yield Found(
                value.items[kept].at, f"the DNS {verb.format(listed(dropped))} dropped: a device"
                " keeps the first two", "keep two",
            )  # fmt: skip
