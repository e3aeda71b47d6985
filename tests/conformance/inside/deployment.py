"""The rendered directory as its deploy.sh uses it, in a copy that can be changed."""

import os
import re
import shlex

import yaml
from findings import BrokenError
from heat_templates import load_yaml

# Where the director has the templates: rendered files name them by this path.
THT_PREFIX = "/usr/share/openstack-tripleo-heat-templates"
SECTIONS = (
    "parameter_defaults",
    "parameters",
    "resource_registry",
    "encrypted_param_names",
    "event_sinks",
    "parameter_merge_strategies",
)
_OPTIONS = {
    "-e": "environments",
    "--environment-file": "environments",
    "-r": "roles",
    "--roles-file": "roles",
    "-n": "networks",
    "--networks-file": "networks",
    "--stack": "stack",
}


class Deployment:
    def __init__(self, source, findings):
        self.findings = findings
        self.root = os.path.abspath(source)
        self._tree = None
        with open(os.path.join(source, "deploy.sh"), encoding="utf-8") as stream:
            self.arguments = deploy_arguments(stream.read())
        self.roles_file = self._data_file("roles")
        self.networks_file = self._data_file("networks")
        self.stack = (self.arguments["stack"] or ["overcloud"])[-1]

    def _data_file(self, kind):
        named = self.arguments[kind]
        if len(named) != 1 or os.path.isabs(named[0]):
            raise BrokenError(f"deploy.sh does not name one rendered {kind} file: {named}")
        path = os.path.normpath(os.path.join(self.root, named[0]))
        if not os.path.exists(path):
            raise BrokenError(f"deploy.sh names {named[0]}, which is not rendered")
        return path

    def move(self, copy, tree):
        """Go on with a copy in which the director's template path means the tree."""
        for path in self.files():
            target = os.path.join(copy, self.name(path))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(path, encoding="utf-8") as stream:
                text = stream.read()
            with open(target, "w", encoding="utf-8") as stream:
                stream.write(text.replace(THT_PREFIX + "/", tree + "/"))
        self.root, self._tree = copy, tree

    def files(self):
        for directory, subdirs, names in os.walk(self.root):
            subdirs.sort()
            for name in sorted(names):
                yield os.path.join(directory, name)

    def is_rendered(self, path):
        return path.startswith(self.root + os.sep)

    def name(self, path):
        return os.path.relpath(path, self.root) if self.is_rendered(path) else path

    def environments(self):
        """The -e files in order; the tree must be there."""
        named = []
        for name in self.arguments["environments"]:
            moved = name.replace(THT_PREFIX + "/", self._tree + "/")
            path = os.path.normpath(os.path.join(self.root, moved))
            if os.path.exists(path):
                named.append(path)
            else:
                self.findings.error("file-missing", "deploy.sh", f"-e {name} does not exist")
        for path in self.files():
            if path not in named and _is_environment(path):
                self.findings.error(
                    "environment-not-passed",
                    self.name(path),
                    "the deploy command has no -e for this file",
                )
        return named


def deploy_arguments(script):
    """The values of the options above in the one deploy command of a script, by kind."""
    commands = []
    for line in script.replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True)
        if "overcloud" in words and "deploy" in words:
            commands.append(words)
    if len(commands) != 1:
        raise BrokenError(f"deploy.sh holds {len(commands)} deploy commands, not one")
    found = {kind: [] for kind in _OPTIONS.values()}
    words = iter(commands[0])
    for word in words:
        option, equals, value = word.partition("=")
        if option in _OPTIONS:
            value = value if equals else next(words, "")
            # What only a shell can expand cannot be followed here.
            if not value or re.search(r"[$`~*?]", value):
                raise BrokenError(f"deploy.sh: {option} {value!r} is no literal path")
            found[_OPTIONS[option]].append(value)
    return found


def _is_environment(path):
    if not path.endswith((".yaml", ".yml")):
        return False
    try:
        data = load_yaml(path)
    except yaml.YAMLError:
        return False  # reported by the check of the text
    return (
        isinstance(data, dict)
        and bool(set(data) & set(SECTIONS))
        and "heat_template_version" not in data
    )
