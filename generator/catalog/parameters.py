"""The Heat parameters that a release's templates declare.

The data file is made from tripleo-heat-templates 11.6.0; only linting reads it, so
nothing here is loaded before `parameters()` is called.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

_FOLDER = Path(__file__).parent / "targets"
_SLOT = re.compile(r"\{(role|network|subnet)\}")

_FLAGS = ("role_specific", "role_read", "deprecated", "unread", "hidden", "constrained_in_some")


class HeatParameter(NamedTuple):
    """One declaration. `default` is None where `has_default` is False or it is not told.

    `role_specific`: tagged as meant for <Role>Parameters; `role_read`: some template
    really takes it from there. `unread`: no template uses the value. `constraints` are
    Heat's: {"allowed_values": [...]}, {"range": {...}}, {"allowed_pattern": "..."} ...
    """

    name: str  # for a pattern the concrete name that was looked up
    type: str  # string, number, boolean, json, comma_delimited_list; two with "|"
    default: Any = None
    has_default: bool = True
    constraints: tuple[Mapping[str, Any], ...] = ()
    role_specific: bool = False
    role_read: bool = False
    deprecated: bool = False
    unread: bool = False
    hidden: bool = False  # a secret
    constrained_in_some: bool = False  # other templates declare it without the constraints
    pattern: str = ""  # {network}NetCidr, or "" for a plain name
    role: str = ""  # what stands for the {role} of the pattern
    network: str = ""
    subnet: str = ""

    @property
    def types(self) -> tuple[str, ...]:
        """The types; more than one where templates disagree."""
        return tuple(self.type.split("|"))


class ParameterCatalogue:
    """Every parameter and pattern of one release."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.source: str = data["source"]
        self._rows: Mapping[str, Mapping[str, Any]] = data["parameters"]
        self._patterns: Mapping[str, Mapping[str, Any]] = data["patterns"]
        self._compiled: dict[str, re.Pattern[str]] = {}
        self._declared: dict[str, HeatParameter] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._rows

    @property
    def names(self) -> Collection[str]:
        """The plain names, patterns left out."""
        return self._rows.keys()

    def lookup(
        self, name: str, roles: Collection[str] = (), networks: Collection[str] = ()
    ) -> HeatParameter | None:
        """The declaration of a name. A pattern is filled with one of the given roles or
        networks only; of `{subnet}` any name will do."""
        if known := self._declared.get(name):
            return known
        if row := self._rows.get(name):
            self._declared[name] = found = _declaration(name, row)
            return found
        for pattern, row in self._patterns.items():
            parts = self._match(pattern, name)
            if parts is None:
                continue
            role, network = parts.get("role", ""), parts.get("network", "")
            if (not role or role in roles) and (not network or network in networks):
                return _declaration(name, row)._replace(
                    pattern=pattern, role=role, network=network, subnet=parts.get("subnet", "")
                )
        return None

    def shapes(self, name: str) -> tuple[HeatParameter, ...]:
        """The patterns that a name fits whatever the roles and networks are: `FooParameters`
        is the block of a role Foo. The longest fixed text comes first."""
        found = [
            _declaration(name, row)._replace(
                pattern=pattern, role=parts.get("role", ""), network=parts.get("network", ""),
                subnet=parts.get("subnet", ""),
            )
            for pattern, row in self._patterns.items()
            if (parts := self._match(pattern, name)) is not None
        ]  # fmt: skip
        return tuple(sorted(found, key=lambda each: -len(_SLOT.sub("", each.pattern))))

    def suggestions(
        self, name: str, roles: Iterable[str] = (), networks: Iterable[str] = ()
    ) -> tuple[str, ...]:
        """Names that a misspelt one may have meant: those that differ in case or in
        underscores only come first, then what looks alike; three at most."""
        from difflib import get_close_matches

        known = [*self._rows, *self._filled(tuple(roles), tuple(networks))]
        folded = _folded(name)
        same = [each for each in known if each != name and _folded(each) == folded]
        near = get_close_matches(name, [each for each in known if each != name], 3, 0.8)
        return tuple(dict.fromkeys((*same, *near)))[:3]

    def _filled(self, roles: tuple[str, ...], networks: tuple[str, ...]) -> Iterable[str]:
        for pattern in self._patterns:
            if "{subnet}" in pattern:
                continue
            slot, names = ("{role}", roles) if "{role}" in pattern else ("{network}", networks)
            yield from (pattern.replace(slot, name) for name in names)

    def _match(self, pattern: str, name: str) -> dict[str, str] | None:
        """What stands for the slots of a pattern."""
        begin, _, rest = pattern.partition("{")
        if not name.startswith(begin) or (rest[-1:] != "}" and not name.endswith(rest[-2:])):
            return None
        if pattern not in self._compiled:
            text = _SLOT.sub(_slot, pattern)
            self._compiled[pattern] = re.compile(text)
        found = self._compiled[pattern].fullmatch(name)
        return found.groupdict() if found else None


@cache
def parameters(target: str) -> ParameterCatalogue:
    """The parameters of a release target."""
    path = _FOLDER / f"{target}-parameters.json"
    return ParameterCatalogue(json.loads(path.read_text(encoding="utf-8")))


def _declaration(name: str, row: Mapping[str, Any]) -> HeatParameter:
    written = row.get("flags", "").split()
    flags: dict[str, Any] = {flag: flag in written for flag in _FLAGS}
    constraints = tuple(row.get("constraints", ()))
    required = "required" in written
    return HeatParameter(name, row["type"], row.get("default"), not required, constraints, **flags)


def _slot(found: re.Match[str]) -> str:
    """Names of networks begin with a letter; some roles have a digit or an underscore."""
    letters = "[A-Za-z][A-Za-z0-9]*" if found[1] == "network" else "[A-Za-z0-9_]+"
    return f"(?P<{found[1]}>{letters})"


def _folded(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()
