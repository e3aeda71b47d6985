"""Rules over whole environment files: their sections, and values set in two of them."""

from collections.abc import Iterator, Mapping

from generator.catalog.product import product
from generator.deployment.classify import SECTIONS
from generator.deployment.types import DeploymentView, Kind
from generator.deployment.values import At, Value
from generator.findings import Severity
from generator.lint.role_parameters import same
from generator.lint.ruleset import Found, rule
from generator.lint.scope import declared_names
from generator.lint.spelling import slips


@rule("section-unknown", Severity.ERROR)
def section_unknown(view: DeploymentView) -> Iterator[Found]:
    """An environment file has only the sections that Heat's client knows.

    Why: The client stops at parameters_default; a parameter that lost its indentation is
    a section of its own to it.
    Fix: Correct the name, or indent the parameter below parameter_defaults.
    Source: python-heatclient, environment_format.
    """
    for file in view.of_kind(Kind.ENVIRONMENT):
        data = file.document.data if file.document else None
        for key in data if isinstance(data, Mapping) else ():
            if file.document and key not in SECTIONS:
                yield Found(
                    At(file.document, (key,), on_key=True),
                    f"Heat's client knows no section {key}",
                    _section_meant(view, key),
                )


def _section_meant(view: DeploymentView, key: str) -> str:
    if view.declaration(key) or key in declared_names(view):
        return f"indent {key} below parameter_defaults"
    if key.startswith("OS::"):
        return f"indent {key} below resource_registry"
    meant = slips(key, SECTIONS)
    near = {"parameters_default": "parameter_defaults", "resources_registry": "resource_registry"}
    name = near.get(key) or (meant[0] if meant else "")
    return f"write {name}" if name else "write one of parameter_defaults and resource_registry"


@rule("section-no-mapping", Severity.ERROR)
def section_no_mapping(view: DeploymentView) -> Iterator[Found]:
    """Parameters and types of resources stand below their section as keys with values.

    Why: The client merges the sections of all files key by key, and stops at a section that
    is a list or a single value. An empty one adds nothing.
    Fix: Write keys with values below the section.
    Source: python-heatclient, template_utils deep_update.
    """
    for file in view.of_kind(Kind.ENVIRONMENT):
        data = file.document.data if file.document else {}
        for key in SECTIONS[:3]:
            content = data.get(key) if isinstance(data, Mapping) else None
            if file.document and content is not None and not isinstance(content, Mapping):
                kind = "a list" if isinstance(content, list) else "a single value"
                yield Found(
                    At(file.document, (key,)), f"{key} holds {kind}, not keys with values",
                    f"write 'Name: value' in the lines below {key}",
                )  # fmt: skip


@rule("section-wrong", Severity.ERROR)
def section_wrong(view: DeploymentView) -> Iterator[Found]:
    """Parameters stand in parameter_defaults, types of resources in resource_registry.

    Why: In the other section the name means nothing, and the value has no effect.
    Fix: Move it to its section.
    Source: Heat, environment files.
    """
    for name, value in view.registry.items():
        if "::" not in name and view.declaration(name) is not None:
            yield Found(
                value.at.key, f"the parameter {name} stands in resource_registry",
                f"move {name} to parameter_defaults",
            )  # fmt: skip
    for name, value in view.parameters.items():
        if name.startswith("OS::"):
            yield Found(
                value.at.key, f"{name} is no parameter, but a type of resources",
                f"move {name} to resource_registry",
            )  # fmt: skip


@rule("stack-parameter-unknown", Severity.ERROR)
def stack_parameter_unknown(view: DeploymentView) -> Iterator[Found]:
    """The section `parameters` holds only parameters of overcloud.yaml.

    Why: Heat refuses the stack for any other name there.
    Fix: Move it to parameter_defaults.
    Source: Heat 13.1.0; tripleo-heat-templates 11.6.0, overcloud.j2.yaml.
    """
    known = product(view.target).stack_parameters
    for name, value in view.stack_parameters.items():
        if not any(pattern.fullmatch(name) for pattern in known):
            yield Found(
                value.at.key, f"overcloud.yaml has no parameter {name}",
                f"move {name} to parameter_defaults",
            )  # fmt: skip


@rule("stack-parameter", Severity.WARNING)
def stack_parameter(view: DeploymentView) -> Iterator[Found]:
    """Values stand in parameter_defaults, not in `parameters`.

    Why: TripleO deprecates the section: a value there reaches the top template only, and
    wins over parameter_defaults wherever that is passed.
    Fix: Move it to parameter_defaults.
    Source: RHOSP director guide, environment files.
    """
    known = product(view.target).stack_parameters
    for name, value in view.stack_parameters.items():
        if any(pattern.fullmatch(name) for pattern in known):
            yield Found(
                value.at.key, f"{name} stands in the section parameters, which is deprecated",
                f"move {name} to parameter_defaults",
            )  # fmt: skip


@rule("template-version", Severity.ERROR)
def template_version(view: DeploymentView) -> Iterator[Found]:
    """heat_template_version is one that Heat of the release knows.

    Why: Heat of Train takes rocky at most and refuses stein, train and wallaby.
    Fix: Write rocky.
    Source: Heat 13.1.0, HOT versions.
    """
    known = product(view.target).template_versions
    for file in view.files:
        if file.kind in {Kind.NIC_CONFIG, Kind.TEMPLATE} and file.document:
            written = file.document.data.get("heat_template_version")
            if str(written) not in known:
                yield Found(
                    At(file.document, ("heat_template_version",)),
                    f"Heat of Train knows no heat_template_version {written}",
                    "write heat_template_version: rocky",
                )


@rule("value-overridden", Severity.INFO)
def value_overridden(view: DeploymentView) -> Iterator[Found]:
    """A parameter is set in one file, or alike in all.

    Why: The last file wins; who reads the other one is misled.
    Fix: Remove the value that has no effect, if it is not a default meant to be replaced.
    Source: python-heatclient: environments are merged in -e order.
    """
    for name, value in view.parameters.items():
        for key, each in _single(name, value):
            lost = [old for old in each.shadowed if not same(old.data, each.data)]
            if lost and lost[-1].at.document is not each.at.document:
                yield Found(
                    lost[-1].at.key,
                    f"{key} has no effect here: {each.at.document.file} sets it after",
                    "remove one of the two",
                    (each.at.key,),
                )


def _single(name: str, value: Value) -> Iterator[tuple[str, Value]]:
    """A value, or those of a block or map that is merged key by key."""
    if not value.entries:
        yield name, value
    for key, entry in value.entries.items():
        yield from _single(f"{name}.{key}", entry)
