"""Rules over what stands in the block of a role: does it act there."""

from collections.abc import Iterator

from generator.deployment.types import DeploymentView, RoleView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.ruleset import Found, rule
from generator.lint.scope import DPDK, declared_names, deployed

_OF_DPDK = ("OvsPmdCoreList", "OvsDpdkCoreList", "OvsDpdkSocketMemory", "OvsDpdkMemoryChannels")
_READ_GLOBALLY = {"OvsDisableEMC"}  # tagged, but the DPDK service takes the global value


@rule("role-parameter-global", Severity.ERROR)
def role_parameter_global(view: DeploymentView) -> Iterator[Found]:
    """Only parameters that are read per role stand in the block of a role.

    Why: A service picks single names out of the block. All others are ignored there, and
    what counts is the value in parameter_defaults, or the default.
    Fix: Move it to the top level of parameter_defaults.
    Source: tripleo-heat-templates 11.6.0, RoleParameters; python-tripleoclient, warnings.
    """
    own = declared_names(view)
    for role in deployed(view):
        for name, value in role.parameters.items():
            declared = view.declaration(name)
            if declared is None and name not in own:
                continue
            tagged = declared is not None and (declared.role_read or declared.role_specific)
            if (tagged and name not in _READ_GLOBALLY) or _acts_anyway(view, name, value):
                continue
            yield Found(
                value.at.key,
                f"{name} is not read per role: in the block of {role.name} it has no effect",
                f"move {name} to the top level of parameter_defaults",
            )


def _acts_anyway(view: DeploymentView, name: str, value: Value) -> bool:
    """Whether the same value is in force without the block."""
    everywhere = view.parameters.get(name)
    if everywhere is not None:
        return same(everywhere.data, value.data)
    declared = view.declaration(name)
    return declared is not None and same(declared.default, value.data)


def same(one: object, other: object) -> bool:
    """Whether two values are the same to Heat: `a,b` is the list of both."""
    return one == other or _plain(one) == _plain(other)


def _plain(data: object) -> str:
    if isinstance(data, list):
        return ",".join(map(_plain, data))
    return str(data).lower() if isinstance(data, bool) else str(data)


@rule("parameter-unread", Severity.WARNING)
def parameter_unread(view: DeploymentView) -> Iterator[Found]:
    """No parameter is set that the templates declare and never read.

    Why: The value has no effect, though the parameter exists and may be tagged as meant
    for a role.
    Fix: Remove it; the driver of a DPDK port is `driver` of the ovs_dpdk_port.
    Source: tripleo-heat-templates 11.6.0: every use of every parameter.
    """
    for name, value, role in _everything(view):
        declared = view.declaration(name)
        if declared is None or same(declared.default, value.data) or value.content is None:
            continue
        if declared.unread or (role and declared.role_specific and not declared.role_read):
            where = f" in the block of {role.name}" if role and not declared.unread else ""
            yield Found(
                value.at.key,
                f"nothing in Train reads {name}{where}",
                "write driver on the ovs_dpdk_port of the nic-config"
                if name == "OvsDpdkDriverType"
                else "remove it",
            )


def _everything(view: DeploymentView) -> Iterator[tuple[str, Value, RoleView | None]]:
    for name, value in view.parameters.items():
        yield name, value, None
    for role in deployed(view):
        for name, value in role.parameters.items():
            yield name, value, role


@rule("tuning-without-dpdk", Severity.WARNING)
def tuning_without_dpdk(view: DeploymentView) -> Iterator[Found]:
    """Parameters of OVS-DPDK stand in the block of a role with the DPDK service.

    Why: The service reads them. On another role there is no PMD thread that they could
    place.
    Fix: Move them to the role with DPDK, or give the role the service.
    Source: tripleo-heat-templates 11.6.0, openvswitch-dpdk-baremetal-ansible.yaml.
    """
    for role in deployed(view):
        if role.services is None or role.has(DPDK) or _has_dpdk_ports(role):
            continue
        if any(f"Services::{DPDK}" in key for key in role.fields):
            continue
        for name in _OF_DPDK:
            if (value := role.parameters.get(name)) is not None and value.content:
                yield Found(
                    value.at.key,
                    f"{name} has no effect on {role.name}, which has no service {DPDK}",
                    f"add OS::TripleO::Services::{DPDK} to the role, or move the value",
                )


def _has_dpdk_ports(role: RoleView) -> bool:
    """A role built with DPDK ports gets its service some other way."""
    return role.nic_config is not None and any(
        each.type in {"ovs_dpdk_port", "ovs_dpdk_bond"} for each in role.nic_config.walk()
    )


@rule("kernel-args-for-every-role", Severity.WARNING)
def kernel_args_for_every_role(view: DeploymentView) -> Iterator[Found]:
    """Kernel arguments of compute nodes stand in the block of their role.

    Why: In parameter_defaults they go to every role with the service BootParams, the
    Controllers included: isolated CPUs and huge pages that nobody uses there.
    Fix: Move them to <Role>Parameters.
    Source: tripleo-heat-templates 11.6.0, BootParams.
    """
    for name in ("KernelArgs", "IsolCpusList"):
        value = view.parameters.get(name)
        if value is None or not isinstance(value.content, str) or not value.content:
            continue
        if name == "KernelArgs" and not any(
            part in value.content for part in ("isolcpus", "hugepages=")
        ):
            continue
        others = [
            role.name
            for role in deployed(view)
            if role.has("BootParams")
            and role.has("NovaCompute") is False
            and name not in role.parameters
        ]
        if others:
            yield Found(
                value.at.key,
                f"{name} goes to every role here, to {others[0]} too",
                f"move it to the <Role>Parameters of the computes, for example "
                f"{_compute(view)}Parameters",
            )


def _compute(view: DeploymentView) -> str:
    return next((role.name for role in view.roles.values() if role.has("NovaCompute")), "Compute")
