"""Rules over Heat's functions in nic-configs."""

from collections.abc import Callable, Iterator
from difflib import get_close_matches
from pathlib import PurePath
from typing import NamedTuple

from generator.checks.wording import did_you_mean, listed
from generator.deployment.types import DeploymentView, Kind, NicConfig
from generator.deployment.values import At, Value, whole
from generator.findings import Severity
from generator.lint.ruleset import Found, rule

_SCRIPT, _PLACEHOLDER = "run-os-net-config.sh", "$network_config"
_PRODUCT = f"/usr/share/openstack-tripleo-heat-templates/network/scripts/{_SCRIPT}"
_FUNCTIONS = (
    "get_param", "get_file", "get_attr", "get_resource", "list_join", "list_concat",
    "list_concat_unique", "str_replace", "str_replace_strict", "str_split", "map_merge",
    "map_replace",
)  # fmt: skip
_KINDS = ("string", "number", "boolean", "comma_delimited_list", "json")
_SAME = {"integer": "number", "int": "number", "float": "number", "list": "comma_delimited_list",
         "bool": "boolean", "map": "json", "text": "string"}  # fmt: skip
_LIKE = 0.8  # of difflib: `get_parm` is like `get_param`, `ip_netmask` is like none


class _Arguments(NamedTuple):
    """How the arguments of a function are written, and whether some are."""

    form: str
    fits: Callable[[Value], bool]


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


@rule("template-version-missing", Severity.ERROR)
def template_version_missing(view: DeploymentView) -> Iterator[Found]:
    """A template begins with heat_template_version.

    Why: Heat refuses a template that does not say its version.
    Fix: Write heat_template_version: rocky.
    Source: Heat (Train), Template.
    """
    for file in view.files:
        if file.kind not in {Kind.NIC_CONFIG, Kind.TEMPLATE} or file.document is None:
            continue
        if "heat_template_version" not in whole(file.document).entries:
            yield Found(
                At(file.document, ("resources",), on_key=True),
                "the template has no heat_template_version",
                "write heat_template_version: rocky at its beginning",
            )


@rule("nic-parameter-kind", Severity.ERROR)
def nic_parameter_kind(view: DeploymentView) -> Iterator[Found]:
    """The parameters of a nic-config are of types that Heat has.

    Why: Heat refuses the template.
    Fix: Write string, number, boolean, comma_delimited_list or json.
    Source: Heat (Train), parameter types.
    """
    for config in _templates(view):
        for name, declared in config.declared.items():
            if declared.type and declared.type not in _KINDS:
                near = _SAME.get(declared.type.lower())
                listing = f"write one of {', '.join(_KINDS)}"
                yield Found(
                    declared.at.step("type"),
                    f"Heat has no parameter type {declared.type} ({name})",
                    f"write type: {near}" if near else did_you_mean(declared.type, _KINDS, listing),
                )


@rule("heat-function-arguments", Severity.ERROR)
def heat_function_arguments(view: DeploymentView) -> Iterator[Found]:
    """The functions of a nic-config have the arguments that Heat takes.

    Why: Heat refuses the template: list_join takes the text between first and then the
    lists, str_replace a template and params.
    Fix: Write the arguments as the hint says.
    Source: Heat (Train), functions of the template version rocky.
    """
    for config in _templates(view):
        for value in _alone(whole(config.document).get("resources")):
            name, argument = next(iter(value.entries.items()))
            wanted = _ARGUMENTS.get(name)
            if wanted and not wanted.fits(argument):
                yield Found(
                    argument.at.key,
                    f"{name} does not take these arguments",
                    f"write {wanted.form}",
                )


def _joins(argument: Value) -> bool:
    between, *lists = argument.items or (argument,)
    texts = isinstance(between.content, str) or bool(between.entries)
    return texts and bool(lists) and all(each.items or each.entries for each in lists)


_ARGUMENTS = {
    "list_join": _Arguments("list_join: [TEXT, [VALUE, VALUE]]", _joins),
    "str_replace": _Arguments(
        "str_replace: {template: TEXT, params: {NAME: VALUE}}",
        lambda argument: {"template", "params"} <= argument.entries.keys(),
    ),
    "get_param": _Arguments(
        "get_param: NAME", lambda argument: bool(argument.items or argument.content)
    ),
}


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
