"""Rules over Heat's functions in nic-configs."""

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import PurePath

from generator.checks.wording import listed
from generator.deployment.types import DeploymentView, NicConfig
from generator.deployment.values import Value, whole
from generator.findings import Severity
from generator.lint.ruleset import Found, rule

_SCRIPT, _PLACEHOLDER = "run-os-net-config.sh", "$network_config"
_PRODUCT = f"/usr/share/openstack-tripleo-heat-templates/network/scripts/{_SCRIPT}"
_FUNCTIONS = (
    "get_param", "get_file", "get_attr", "get_resource", "list_join", "list_concat",
    "list_concat_unique", "str_replace", "str_replace_strict", "str_split", "map_merge",
    "map_replace",
)  # fmt: skip
_LIKE = 0.8  # of difflib: `get_parm` is like `get_param`, `ip_netmask` is like none


def _templates(view: DeploymentView) -> Iterator[NicConfig]:
    """Every template once, whatever roles it is for."""
    if not view.planned:
        yield from {config.document.file: config for config in view.nic_configs}.values()


@rule("nic-file-absent", Severity.WARNING)
def nic_file_absent(view: DeploymentView) -> Iterator[Found]:
    """The files that a nic-config names by get_file are there.

    Why: A relative path counts from the template that it stands in. In a template that was
    copied out of the product's, ../../scripts/run-os-net-config.sh leads nowhere, and the
    client stops before it deploys.
    Fix: Write the path of the product's own script.
    Source: python-heatclient, template_utils; RHOSP Advanced Overcloud Customization, custom
    network interface templates.
    """
    for config in _templates(view):
        for value in config.absent:
            path = str(value.content)
            own = PurePath(path).name == _SCRIPT
            hint = f"write get_file: {_PRODUCT}" if own else "correct the path"
            yield Found(value.at, f"{path} is not there: it counts from the template", hint)


@rule("nic-placeholder-missing", Severity.ERROR)
def nic_placeholder_missing(view: DeploymentView) -> Iterator[Found]:
    """The configuration is put in the place that the product's script has for it.

    Why: The script holds the word $network_config. Under any other name nothing is put in,
    and os-net-config stops at a file that is no JSON.
    Fix: Name the parameter of str_replace $network_config.
    Source: tripleo-heat-templates 11.6.0, network/scripts/run-os-net-config.sh.
    """
    for config in _templates(view):
        for found in _replacing(whole(config.document)):
            params = found.get("params")
            names = list(params.entries) if params else []
            if params is None or _PLACEHOLDER in names:
                continue
            yield Found(
                next((each.at.key for each in params.entries.values()), params.at),
                f"{_SCRIPT} has no place for {listed(names) if names else 'nothing'}",
                f"write {_PLACEHOLDER}:",
            )


def _replacing(value: Value) -> Iterator[Value]:
    """The str_replace whose template is the product's script."""
    found = value.get("str_replace")
    template = found.get("template") if found else None
    file = template.get("get_file") if template else None
    if found and file and PurePath(str(file.content)).name == _SCRIPT:
        yield found
    for part in value.parts():
        yield from _replacing(part)


@rule("heat-function-misspelt", Severity.ERROR)
def heat_function_misspelt(view: DeploymentView) -> Iterator[Found]:
    """The functions of a nic-config are those that Heat has.

    Why: Heat passes on what it does not know as a map, and os-net-config finds a map where
    it wants a number or a name.
    Fix: Write the function of the hint.
    Source: Heat (Train), functions of the template version rocky.
    """
    for config in _templates(view):
        for value in _alone(whole(config.document).get("resources")):
            name = next(iter(value.entries))
            near = get_close_matches(name.replace("-", "_"), _FUNCTIONS, 1, _LIKE)
            if name not in _FUNCTIONS and near:
                yield Found(
                    value.entries[name].at.key, f"Heat has no function {name}", f"write {near[0]}"
                )


def _alone(value: Value | None) -> Iterator[Value]:
    """The maps of one entry below a value."""
    if value is None:
        return
    if len(value.entries) == 1:
        yield value
    for part in value.parts():
        yield from _alone(part)
