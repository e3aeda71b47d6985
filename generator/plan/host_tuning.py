"""The files that set and remove what is asked of kernel ports, and how Heat comes to run them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.explained import Explained
from generator.plan.nic_config import role_stem
from generator.plan.types import EnvironmentFile, HeatValue, KernelPort, Parameter, RolePlan

FOLDER = "host-tuning"
SCRIPT = "/usr/local/sbin/nfvgen-kernel-ports"
_DEFAULT_PROFILE = "throughput-performance"  # TunedProfileName of the templates
_TUNED = "tripleo-heat-templates 11.6.0 deployment/tuned; tuned 2.13 profiles/locator.py"


class Hook(NamedTuple):
    """What runs on the nodes of a role."""

    role: RolePlan
    stem: str  # host-tuning/<stem>.yaml and .sh
    ports: tuple[KernelPort, ...]  # none: an earlier setting is undone

    @property
    def rows(self) -> str:
        """The table of the script on the nodes."""
        return "\n".join(row(port) for port in self.ports)

    @property
    def binds(self) -> bool:
        """Whether interrupts are bound."""
        return any(port.irqs for port in self.ports)


def hooks(roles: Sequence[RolePlan]) -> tuple[Hook, ...]:
    """The hooks of the roles that have `kernel_ports`."""
    return tuple(
        Hook(role, role_stem(role.name), role.kernel_ports)
        for role in roles
        if role.kernel_ports is not None
    )


def row(port: KernelPort) -> str:
    """A port as the scripts read it: `ens4f0 8 off 0,2,4`; - leaves a thing alone."""
    xps = port.xps and (_list(port.xps) or "off")
    irqs = port.irqs and _list(port.irqs)
    channels = port.channels and port.channels.value
    return f"{port.port.name} {channels or '-'} {xps or '-'} {irqs or '-'}"


def host_tuning(roles: Sequence[RolePlan]) -> Iterator[EnvironmentFile]:
    """The environment file that maps the hooks, where there are any."""
    found = hooks(roles)
    if found:
        yield EnvironmentFile(
            f"environments/{FOLDER}.yaml",
            tuple(
                (f"OS::TripleO::{each.role.name}ExtraConfigPre", f"../{FOLDER}/{each.stem}.yaml")
                for each in found
            ),
            (),
            tuple((each.role.name, tuple(_tuned(each))) for each in found),
        )


def _tuned(hook: Hook) -> Iterator[Parameter]:
    """tuned's profile of the role, with the script. It keeps its name: a name that is not
    there yet stops the deployment in builds that do not write the custom profile."""
    facts = hook.role.facts
    if not hook.ports or not facts.has("Tuned"):
        return
    name = str(facts.parameters.get("TunedProfileName", _DEFAULT_PROFILE))
    text = (
        f"[main]\nsummary={name}, with queues and interrupts of kernel ports\ninclude={name}\n\n"
        f"[script]\nscript={SCRIPT}\n"
    )
    yield Parameter("TunedProfileName", Explained[HeatValue](name, "the role's own", _TUNED))
    rule = (
        f"written to /etc/tuned/{name}, it includes the product's profile of that name. Builds"
        " that take no role's value for it ignore it: the timer and the udev rule then do alone"
    )
    yield Parameter("TunedCustomProfile", Explained[HeatValue](text, rule, _TUNED))


def _list(cpus: Explained[tuple[int, ...]]) -> str:
    return ",".join(map(str, cpus.value))
