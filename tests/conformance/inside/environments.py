"""The environment files, merged by Heat's client in the order of the deploy command."""

import collections
import copy
import os

import yaml
from deployment import SECTIONS
from findings import BrokenError, closest, short
from heat_templates import load_yaml
from heatclient.common import template_utils

NONE = "OS::Heat::None"


class Environments:
    def __init__(self, deployment, base, findings):
        self._deployment = deployment
        self._findings = findings
        self.values = {}  # name -> value that the rendered files give
        self.set_by = collections.defaultdict(list)  # name -> rendered files
        self.registry_by = {}  # type -> (rendered file, target)
        paths = [*base, *deployment.environments()]
        for path in paths:
            if deployment.is_rendered(path):
                self._inspect(path)
        try:
            files, self.merged = template_utils.process_multiple_environments_and_files(paths)
        except Exception as error:
            raise BrokenError(f"the client cannot merge the environment files: {error}") from error
        self.files = as_text(files)
        self.parameters = self.merged.setdefault("parameter_defaults", {})
        self.registry = self.merged.setdefault("resource_registry", {})
        self._check_overridden()

    def _inspect(self, path):
        where = self._deployment.name(path)
        try:
            env = load_yaml(path) or {}
        except yaml.YAMLError as error:
            raise BrokenError(f"{where}: {error}") from error
        before = copy.deepcopy(env)
        for section in list(env):
            if section not in SECTIONS:
                text = f"Heat refuses the section {section}{closest(section, SECTIONS)}"
                self._findings.error("environment-section", where, text)
                del env[section]
        for name, value in (env.get("parameter_defaults") or {}).items():
            self._note_value(where, name, value)
        registry = env.get("resource_registry") or {}
        for key, target in registry.items():
            if not self._is_usable(path, where, key, target):
                registry[key] = NONE
            self.registry_by[key] = (where, registry[key])
        # The client stops at the first entry that it cannot use. Every one has been
        # reported, and the rest can still be looked at.
        if env != before:
            with open(path, "w", encoding="utf-8") as stream:
                yaml.safe_dump(env, stream)

    def _note_value(self, where, name, value):
        old = self.values.get(name)
        both_maps = isinstance(old, dict) and isinstance(value, dict)
        if name in self.values and old != value and not both_maps:
            text = f"{name}: {short(value)} here, {short(old)} in {self.set_by[name][-1]}"
            self._findings.warning("set-twice", where, text)
        self.set_by[name].append(where)
        self.values[name] = _merge(old, value)

    def _is_usable(self, path, where, key, target):
        """Whether the client can read a template and all that it refers to."""
        if not isinstance(target, str):
            self._findings.error("registry-path", where, f"{key}: {short(target)} is no path")
            return False
        if "::" in target:
            return True
        target = os.path.normpath(os.path.join(os.path.dirname(path), target))
        if not os.path.exists(target):
            self._findings.error("registry-path", where, f"{key}: {target} does not exist")
            return False
        if self._deployment.is_rendered(target):
            try:
                template_utils.get_template_contents(target)
            except Exception as error:
                self._findings.error("template", self._deployment.name(target), error)
                return False
        return True

    def _check_overridden(self):
        """Rendered values that a later environment file takes back."""
        for name, value in self.values.items():
            final = dict(_leaves(self.parameters.get(name)))
            for path, item in _leaves(value):
                if item != {} and path in final and final[path] != item:
                    text = f"a later file replaces {short(item)} by {short(final[path])}"
                    shown = ".".join((name, *path))
                    self._findings.error("overridden", self.set_by[name][-1], f"{shown}: {text}")
        for key, (where, target) in self.registry_by.items():
            final = str(self.registry.get(key))
            if os.path.basename(final) != os.path.basename(target):
                text = f"{key}: a later file replaces {target} by {final}"
                self._findings.error("overridden", where, text)


def as_text(files):
    """File contents as the text that they are on their way to Heat."""
    return {
        name: text.decode("utf-8", "replace") if isinstance(text, bytes) else text
        for name, text in files.items()
    }


def _merge(old, new):
    """Mappings are merged key by key, anything else is replaced."""
    if not isinstance(new, dict):
        return new
    merged = dict(old) if isinstance(old, dict) else {}
    for key, value in new.items():
        merged[key] = _merge(merged.get(key), value)
    return merged


def _leaves(value, path=()):
    """(path, value) of everything in nested mappings that is no mapping."""
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from _leaves(item, (*path, str(key)))
    else:
        yield path, value
