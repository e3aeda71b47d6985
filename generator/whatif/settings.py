"""A deployment as single settings that can be held against those of another."""

from collections.abc import Collection, Iterator

from generator.deployment.types import NETWORK_PARAMETERS, DeploymentView, RoleView
from generator.deployment.values import Value
from generator.whatif.forms import canonical, parameter_form, plain
from generator.whatif.nic_settings import nic_settings
from generator.whatif.places import place, position
from generator.whatif.types import Area, Entry, Key

_WORDS = {"name", "description"}  # of a role or network, that say nothing of what it is
_ROLE_PARTS = {"networks", "ServicesDefault", "RoleParametersDefault"}


def settings(view: DeploymentView, own: Collection[str]) -> dict[Key, Entry]:
    """Every setting of a deployment. `own` are the environment files that are rendered: it
    says nothing that the command passes them."""
    found = dict(_parameters(view))
    for name, role in view.roles.items():
        found |= dict(_role(name, role, view))
        if role.nic_config:
            found |= nic_settings(name, role.nic_config, view.planned)
    for name, network in view.networks.items():
        if network.at is None:
            continue
        found[Key(Area.NETWORK, name, "")] = Entry(name, name, place(network.at, view.planned))
        for field, value in network.fields.items():
            if field not in _WORDS:
                found[Key(Area.NETWORK, name, field)] = entry(value, view.planned)
    found |= dict(_command(view, own))
    return found


def entry(value: Value, planned: bool) -> Entry:
    """A value that nothing converts."""
    data = plain(value.data)
    return Entry(data, canonical(data), place(value.at, planned), None, value.parameters)


def parameter_key(name: str, view: DeploymentView) -> tuple[Key, str]:
    """The key of a parameter that stands in no role's block, and the pattern of its name:
    StorageMtu is the network's, ComputeCount the role's."""
    declared = view.declaration(name)
    if declared and declared.network:
        return Key(Area.NETWORK, declared.network, name), declared.pattern
    if declared and declared.role:
        return Key(Area.PARAMETER, declared.role, name), declared.pattern
    return Key(Area.PARAMETER, "", name), ""


def _parameters(view: DeploymentView) -> Iterator[tuple[Key, Entry]]:
    blocks = {f"{role}Parameters" for role in view.roles}
    for name, value in view.parameters.items():
        if name not in blocks:
            key, pattern = parameter_key(name, view)
            yield key, _parameter(name, value, view, False)._replace(pattern=pattern)


def _role(name: str, role: RoleView, view: DeploymentView) -> Iterator[tuple[Key, Entry]]:
    at = place(role.at, view.planned) if role.at else ""
    yield Key(Area.ROLE, name, ""), Entry(name, name, at)
    for parameter, value in role.parameters.items():
        yield Key(Area.PARAMETER, name, parameter), _parameter(parameter, value, view, True)
    for field, value in role.fields.items():
        if field not in _WORDS | _ROLE_PARTS:
            yield Key(Area.ROLE, name, field), entry(value, view.planned)
    for field, names in (("networks", role.networks), ("services", role.services)):
        if names is not None:
            listed = sorted(names)
            yield Key(Area.ROLE, name, field), Entry(listed, canonical(listed), at)
    if role.nic_registry:
        key = Key(Area.ROLE, name, "nic-config")
        yield key, entry(role.nic_registry, view.planned)


def _parameter(name: str, value: Value, view: DeploymentView, of_role: bool) -> Entry:
    declared = view.catalogue.lookup(name) if of_role else view.declaration(name)
    data = plain(value.data)
    form = parameter_form(name, data, declared, of_role)
    hidden = bool(declared and declared.hidden)
    return Entry(data, form, place(value.at, view.planned), secret=hidden)


def _command(view: DeploymentView, own: Collection[str]) -> Iterator[tuple[Key, Entry]]:
    if call := view.deploy:
        parts = {
            "stack": call.stack,
            "templates": call.templates,
            "environments": [each.path for each in call.environments if each.path not in own],
        }
        for name, data in parts.items():
            at = "" if view.planned else position(call.at)
            yield Key(Area.COMMAND, "", name), Entry(data, canonical(data), at)


TWINS = {pattern: field for field, pattern in NETWORK_PARAMETERS.items()}
"""Pattern of a network's parameter -> the field of network_data with the same fact."""
