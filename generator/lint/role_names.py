"""Rules over names with a role in them: is there such a role."""

from collections.abc import Iterator, Mapping

from generator.catalog.parameters import HeatParameter
from generator.deployment.types import DeploymentView, RoleView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.ruleset import Found, rule
from generator.lint.spelling import fitting, slips

_BLOCK = "{role}Parameters"
ACTING = {
    "{role}Count", "{role}HostnameFormat", "{role}SchedulerHints", "{role}IPs", "{role}ExtraConfig",
    "{role}NetworkDeploymentActions", "{role}ServerMetadata", "{role}Services",
}  # fmt: skip


def _shape(view: DeploymentView, name: str) -> HeatParameter | None:
    """The pattern of a parameter of a role that is none of this deployment's."""
    if view.declaration(name) is not None:
        return None
    shapes = [each for each in view.catalogue.shapes(name) if each.role]
    return next((each for each in shapes if each.pattern in {_BLOCK, *ACTING}), None) or (
        shapes[0] if shapes and shapes[0].pattern.startswith("Overcloud") else None
    )


def is_role_parameter(view: DeploymentView, name: str, value: Value) -> bool:
    """Whether the rules here speak of a name, so that others need not."""
    shape = _shape(view, name)
    if shape is None:
        return False
    if shape.pattern == _BLOCK:
        return isinstance(value.content, Mapping)
    return not slips(shape.role, view.roles)  # a slip is one in the whole name


def _of_no_role(view: DeploymentView) -> Iterator[tuple[Value, HeatParameter]]:
    for name, value in view.parameters.items():
        if is_role_parameter(view, name, value) and (shape := _shape(view, name)):
            yield value, shape


@rule("role-block-without-role", Severity.ERROR)
def role_block_without_role(view: DeploymentView) -> Iterator[Found]:
    """The block <Role>Parameters names a role of roles_data.

    Why: The whole block is accepted and ignored; the nodes keep the defaults: no huge
    pages, no isolated CPUs, no PCI devices.
    Fix: Write the role's name as roles_data has it.
    Source: tripleo-heat-templates 11.6.0, overcloud.j2.yaml.
    """
    for value, shape in _blocks(view):
        meant = _meant(view, shape.role, _needy(view, value))
        if meant:
            yield Found(
                value.at.key,
                f"roles_data has no role {shape.role}: nothing reads {shape.name}",
                f"name it {meant}Parameters",
            )
    for role, meant in _strangers(view):
        if role.block is not None:
            yield Found(
                role.block.at.key,
                f"{role.name}Parameters is for no role: the files name {meant}",
                f"name it {meant}Parameters",
            )


def _strangers(view: DeploymentView) -> Iterator[tuple[RoleView, str]]:
    """Without roles_data: roles that only a block names, and which other one was meant."""
    if view.roles_read:
        return
    real = [role.name for role in view.roles.values() if role.nic_registry]
    for role in view.roles.values():
        stranger = role.services is None and role.nic_registry is None and role.count is None
        meant = slips(role.name, real) if stranger else []
        if meant:
            yield role, meant[0]


@rule("role-block-unused", Severity.INFO)
def role_block_unused(view: DeploymentView) -> Iterator[Found]:
    """A block <Role>Parameters belongs to a role that is deployed.

    Why: It has no effect. Files that serve several deployments often have such blocks.
    Fix: Nothing, if the role is left out on purpose.
    Source: tripleo-heat-templates 11.6.0, overcloud.j2.yaml.
    """
    for value, shape in _blocks(view):
        if not _meant(view, shape.role, _needy(view, value)):
            yield Found(
                value.at.key,
                f"roles_data has no role {shape.role}: nothing reads {shape.name}",
                "remove it if the role is not left out on purpose",
            )


def _blocks(view: DeploymentView) -> Iterator[tuple[Value, HeatParameter]]:
    if view.roles_read:
        for value, shape in _of_no_role(view):
            if shape.pattern == _BLOCK and value.entries:
                yield value, shape


def _needy(view: DeploymentView, block: Value) -> list[RoleView]:
    """The roles that a block was meant for, if any: those that have none of its values."""
    return [
        role
        for role in view.roles.values()
        if not any(name in (role.block.entries if role.block else {}) for name in block.entries)
        and _may_use(role, block)
    ]


_GUEST_NAMES = ("Ovs", "Nova", "KernelArgs", "IsolCpusList", "TunedProfileName", "NeutronPhysical")


def _may_use(role: RoleView, block: Value) -> bool:
    """Whether a role may be the one: parameters of computes are for computes."""
    for_guests = any(name.startswith(_GUEST_NAMES) for name in block.entries)
    return not for_guests or role.has("NovaCompute") is not False


def _meant(view: DeploymentView, name: str, among: list[RoleView]) -> str:
    """The role that a name stands for: a slip, a name cut short, the only one possible."""
    if misspelt := slips(name, view.roles):
        return misspelt[0]
    names = [role.name for role in among]
    if close := list(fitting(name, names)):
        return close[0]
    computes = [role.name for role in among if role.has("NovaCompute")]
    return computes[0] if len(computes) == 1 and "ompute" in name else ""


@rule("role-parameter-of-no-role", Severity.WARNING)
def role_parameter_of_no_role(view: DeploymentView) -> Iterator[Found]:
    """Count, names, hints, addresses and the like name a role of roles_data.

    Why: For a role that is not there the value is accepted and ignored.
    Fix: Write the role's name as roles_data has it, or remove the line.
    Source: tripleo-heat-templates 11.6.0, overcloud.j2.yaml.
    """
    if not view.roles_read:
        return
    for value, shape in _of_no_role(view):
        if shape.pattern not in ACTING or not _wants_something(shape, value):
            continue
        yield Found(
            value.at.key,
            f"roles_data has no role {shape.role}: nothing reads {shape.name}",
            "remove it, or add the role to roles_data",
        )


def _wants_something(shape: HeatParameter, value: Value) -> bool:
    """A count of 0 or an empty map asks for nothing."""
    return value.content not in (0, "0", "", None, ()) and value.data not in ({}, [])
