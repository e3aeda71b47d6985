"""Rules over the names of parameters: is there such a one, and was it meant."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from generator.catalog.product import product
from generator.checks.wording import listed
from generator.deployment.types import DeploymentView, RoleView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.role_names import ACTING, is_role_parameter
from generator.lint.role_parameters import same
from generator.lint.ruleset import Found, rule
from generator.lint.scope import declared_names, unread_templates
from generator.lint.spelling import slips


class _Names:
    """Every parameter name that somebody declares."""

    def __init__(self, view: DeploymentView) -> None:
        self.view = view
        self.own = declared_names(view)
        self._slips: dict[str, list[str]] = {}
        self.facts = product(view.target)
        flavors = {f"{role}Flavor": f"Overcloud{role}Flavor" for role in view.roles}
        self.renamed = {**flavors, **self.facts.renamed}
        filled = [
            shape.replace("{role}", role)
            for shape in (*ACTING, "{role}Parameters", "Overcloud{role}Flavor")
            for role in view.roles
        ]  # fmt: skip
        filled += [
            f"{network}{field}"
            for field in ("NetCidr", "AllocationPools", "NetworkVlanID", "InterfaceDefaultRoute",
                          "Mtu", "VirtualFixedIPs")
            for network in view.networks
        ]  # fmt: skip
        self.all = [*view.catalogue.names, *self.own, *filled]

    def declared(self, name: str) -> bool:
        return name in self.own or self.view.declaration(name) is not None

    def unknown(self) -> Iterator[tuple[str, Value, RoleView | None]]:
        """Names that nobody declares, with the role in whose block they stand."""
        for name, value in self.view.parameters.items():
            if name.startswith("OS::"):
                continue  # section-wrong tells
            if not self.declared(name) and not is_role_parameter(self.view, name, value):
                yield name, value, None
        for role in self.view.roles.values():
            for name, value in role.parameters.items():
                if not self.declared(name):
                    yield name, value, role

    def meant(self, name: str, role: RoleView | None) -> str:
        """The name that was meant, "" where there is none or the right one is set too."""
        renamed = self.renamed.get(name)
        if not renamed and name not in self._slips:
            self._slips[name] = slips(name, self.all)
        found = [renamed] if renamed else self._slips[name]
        if not found or name in self.facts.newer or name in self.facts.removed:
            return ""
        if renamed and self.is_set(renamed, role):
            return ""
        return found[0]

    def harmful(self, name: str, value: Value, role: RoleView | None) -> str:
        """Like `meant`, but "" where the meant one is by default what was written, or stands in
        the same file."""
        meant = self.meant(name, role)
        right = self.view.parameters.get(meant) or (role and role.parameters.get(meant))
        if right and right.at.document is value.at.document:
            return ""  # whoever wrote the file knows the other name
        declared = self.view.catalogue.lookup(meant) if meant else None
        alike = declared is not None and same(declared.default, value.data)
        return "" if alike and meant not in self.own else meant

    def is_set(self, name: str, role: RoleView | None) -> bool:
        """Whether a parameter is set globally, or for the role."""
        return name in self.view.parameters or (role is not None and name in role.parameters)


@lru_cache(maxsize=1)
def names_of(view: DeploymentView) -> _Names:
    """The names of a view, collected once for all rules here."""
    return _Names(view)


@rule("parameter-misspelt", Severity.ERROR)
def parameter_misspelt(view: DeploymentView) -> Iterator[Found]:
    """Parameters are spelt as the templates declare them, letter case included.

    Why: A name that no template declares is accepted and ignored; the parameter that was
    meant keeps its default.
    Fix: Write the declared name.
    Source: Heat, parameter_defaults; parameters of tripleo-heat-templates 11.6.0.
    """
    names = names_of(view)
    for name, value, role in names.unknown():
        if meant := names.harmful(name, value, role):
            where = f" in the block of {role.name}" if role else ""
            yield Found(
                value.at.key,
                f"no template of Train declares {name}{where}; "
                f"{meant} keeps {_kept(view, names.own, meant)}",
                _remedy(view, meant, value, role),
            )


def _kept(view: DeploymentView, own: Mapping[str, str], meant: str) -> str:
    declared = view.declaration(meant)
    if meant in own:
        default = next(
            (
                config.declared[meant].default
                for config in view.nic_configs
                if meant in config.declared
            ),
            None,
        )
        shown = None if default is None else default.data
    else:
        shown = declared.default if declared else None
    simple = isinstance(shown, str | int) and shown != ""
    return f"its default {shown}" if simple else "its default"


def _remedy(view: DeploymentView, meant: str, value: Value, role: RoleView | None) -> str:
    plain = not isinstance(value.content, str) or value.content.isalnum()
    shown = f": {value.text}" if plain and value.text else f': "{value.text}"' if value.text else ""
    declared = view.declaration(meant)
    if role is not None and not (declared and declared.role_read):
        return f"write {meant}{shown} at the top level of parameter_defaults: it acts there only"
    return f"write {meant}{shown}"


@rule("parameter-unknown", Severity.WARNING)
def parameter_unknown(view: DeploymentView) -> Iterator[Found]:
    """Every parameter is one that a template declares.

    Why: Heat ignores a name that nobody declares, and the client only warns.
    Fix: Remove it, correct it, or give the template that declares it to the linter too.
    Source: Heat, parameter_defaults; parameters of tripleo-heat-templates 11.6.0.
    """
    names = names_of(view)
    sure = view.complete and not unread_templates(view)
    for name, value, role in names.unknown():
        if name in names.facts.newer or names.harmful(name, value, role):
            continue
        meant = names.meant(name, role)
        if not sure and not meant:
            continue  # what was not read may declare it
        hint = names.facts.removed.get(name)
        if meant and not names.is_set(meant, role):
            hint = f"write {meant}, whose default is the same, or remove it"
        elif also := meant or names.renamed.get(name):
            hint = f"remove it; {also} is set too"
        where = f" in the block of {role.name}" if role else ""
        yield Found(
            value.at.key,
            f"no template declares {name}{where}; it has no effect",
            hint or "remove it, or give the template that declares it too",
        )


@rule("parameter-deprecated", Severity.WARNING)
def parameter_deprecated(view: DeploymentView) -> Iterator[Found]:
    """Deprecated parameters are not used.

    Why: They go away with the next release, and some of them no longer do all that their
    successor does.
    Fix: Use the parameter that replaces it.
    Source: tripleo-heat-templates 11.6.0, parameter_groups "deprecated".
    """
    successors = product(view.target).successors
    for name, value, role in _set_anywhere(view):
        declared = view.declaration(name)
        if declared is None or not declared.deprecated or value.content is None:
            continue
        successor = successors.get(name)
        other = _effective(view, successor, role) if successor else None
        if other is not None and not (value.entries and other.entries):
            continue  # parameter-and-successor tells
        yield Found(
            value.at.key,
            f"{name} is deprecated in Train",
            _INSTEAD.get(name) or (f"use {successor}" if successor else "remove it"),
        )


_INSTEAD = {
    "NeutronSriovNumVFs": "write numvfs on the sriov_pf of the nic-config",
    "NeutronL3HA": "remove it; routers are highly available where there are several controllers",
}


@rule("parameter-and-successor", Severity.ERROR)
def parameter_and_successor(view: DeploymentView) -> Iterator[Found]:
    """A deprecated parameter does not stand beside the one that replaces it.

    Why: With NovaVcpuPinSet beside NovaComputeCpuDedicatedSet nova-compute of Train
    refuses to start; of the other pairs the old name wins over the new one, but of maps,
    which are merged, the new one.
    Fix: Remove the old one.
    Source: Nova 20.0 (Train), cpu_dedicated_set; tripleo-heat-templates 11.6.0.
    """
    successors = product(view.target).successors
    for name, value, role in _set_anywhere(view):
        successor = successors.get(name)
        other = _effective(view, successor, role) if successor else None
        if other is None or not _says_something(value) or not _says_something(other):
            continue
        if value.entries and other.entries and not _contradicts(value, other):
            continue  # the templates merge the two maps
        if name != "NovaVcpuPinSet" and other.data == value.data:
            continue
        result = (
            "nova-compute of Train refuses to start with both"
            if name == "NovaVcpuPinSet"
            else f"{successor if value.entries else name} wins"
        )
        yield Found(
            value.at.key, f"{listed([name, successor])} are both set; {result}",
            f"remove {name}", (other.at.key,),
        )  # fmt: skip


def _contradicts(one: Value, other: Value) -> bool:
    return any(
        each.data != other.entries[key].data
        for key, each in one.entries.items()
        if key in other.entries
    )


def _says_something(value: Value) -> bool:
    return value.content not in (None, "") and (value.content != () or not value.known)


def _set_anywhere(view: DeploymentView) -> Iterator[tuple[str, Value, RoleView | None]]:
    for name, value in view.parameters.items():
        yield name, value, None
    for role in view.roles.values():
        for name, value in role.parameters.items():
            yield name, value, role


def _effective(view: DeploymentView, name: str, role: RoleView | None) -> Value | None:
    """What acts beside a value: for a global one also what the role with both has."""
    if role is not None:
        return view.effective(role.name, name)
    return view.parameters.get(name)
