"""Whether every parameter that the rendered files set is declared, fits and acts."""

import collections
import os
import re

from findings import closest

# Read from the environment by the client, not by a template.
_CLIENT_READS = frozenset(
    (
        "ContainerImagePrepare",
        "ContainerImageRegistryCredentials",
        "ContainerImageRegistryLogin",
    )
)


class ParameterCheck:
    def __init__(self, facts, envs, roles, values, findings):
        self._facts, self._envs, self._findings = facts, envs, findings
        self._roles = [role["name"] for role in roles]
        self._values = values

    def check_declared(self):
        for name, value in self._envs.values.items():
            where = self._envs.set_by[name][-1]
            if name in _CLIENT_READS:
                continue
            if name not in self._facts.declared:
                self._findings.error("parameter-unknown", where, self._unknown(name))
                continue
            if name not in self._facts.read_globally:
                text = f"{name} is declared, but no template uses its global value"
                self._findings.error("parameter-unread", where, text)
            self._warn_deprecated(name, where)
            self._values.check(name, value, where)
        for name in self._envs.merged.get("parameters") or {}:
            text = f"{name}: set it in parameter_defaults, which reaches nested templates"
            self._findings.error("parameter-section", "environments", text)

    def _unknown(self, name):
        role = re.fullmatch(r"(\w+)Parameters", name)
        if role:
            return f"{name}: there is no role {role[1]}{closest(role[1], self._roles)}"
        return f"{name}: no template declares it{closest(name, self._facts.declared)}"

    def _warn_deprecated(self, name, where):
        if name in self._facts.deprecated:
            self._findings.warning("deprecated", where, f"{name} is deprecated")

    def check_reached(self, nodes, tree):
        """Values that no stack of this overcloud takes."""
        open_to, filled = collections.defaultdict(set), set()
        for node in nodes:
            path = template_path(node.template, tree)
            for name, parameter in node.stack.parameters.params.items():
                if parameter.user_value is None:
                    open_to[name].add(path)
                else:
                    filled.add(name)
        for name, value in self._envs.values.items():
            where = self._envs.set_by[name][-1]
            if name in _CLIENT_READS or name not in self._facts.declared:
                continue
            if name in self._values.unloadable:
                continue
            if name in open_to:
                self._values.check(name, value, where, reached=open_to[name])
            elif name in filled:
                text = f"{name}: every template that declares it gets it from its parent"
                self._findings.error("parameter-filled", where, text)
            else:
                places = sorted({item.where for item in self._facts.declared[name]})[:3]
                text = f"{name}: only templates declare it that are not included: {places}"
                self._findings.error("parameter-unused", where, text)

    def check_role_maps(self, roles, nodes, tree):
        reached = collections.defaultdict(set)  # role -> templates
        for node in nodes:
            if node.role:
                reached[node.role].add(template_path(node.template, tree))
        for role in roles:
            name = role["name"]
            in_map = self._envs.values.get(f"{name}Parameters")
            for values, where in (
                (role.get("RoleParametersDefault"), f"roles_data: {name}"),
                (in_map, (self._envs.set_by.get(f"{name}Parameters") or [""])[-1]),
            ):
                if isinstance(values, dict):  # anything else has been refused as a value
                    for key, value in values.items():
                        self._check_in_role(name, key, value, where, reached[name])

    def _check_in_role(self, role, name, value, where, reached):
        shown = f"{role}Parameters.{name}"
        readers = self._facts.read_by_role.get(name, set())
        if name not in self._facts.declared:
            text = f"{shown}: no template declares it{closest(name, self._facts.declared)}"
            self._findings.error("role-parameter-unknown", where, text)
        elif not readers:
            tagged = "although tagged role_specific, " if name in self._facts.tagged else ""
            text = f"{shown}: {tagged}no template takes the role's value"
            self._findings.error("role-parameter-place", where, text)
        elif not reached & readers:
            names = sorted(os.path.basename(path) for path in readers)[:3]
            text = f"{shown}: no service of this role takes it, only {names}"
            self._findings.error("role-parameter-place", where, text)
        else:
            self._warn_deprecated(name, where)
            self._values.check(name, value, where, reached=reached, role=role)


def template_path(url, tree):
    """Stacks know their template by a file address or by a path in the tree."""
    return os.path.join(tree, re.sub("^file://", "", str(url)))
