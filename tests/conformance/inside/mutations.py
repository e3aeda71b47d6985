"""Find what os-net-config silently drops: values that make no difference.

Every value, list element and member of the configuration is taken away or changed in
turn and the run is repeated. What changes neither files nor commands nor maps nor the
error has no effect on a node.
"""

import copy
import json
import re
import shutil

from ifcfg import NETWORK_SCRIPTS, parse

_FLIPPED = {"true": "false", "yes": "no", "on": "off", "false": "true", "no": "yes", "off": "on"}


def dropped(runner, config, base):
    """Descriptions of what has no effect in a configuration, given its own run."""
    runner.validating = False
    wanted = _fingerprint(base)

    def differs(edited):
        root, run = f"run{runner.runs + 1}", runner.run(edited)
        shutil.rmtree(f"{runner.scratch}/{root}", ignore_errors=True)
        return _fingerprint(run) != wanted

    found, covered = [], []
    for path in _places(config):
        if any(path[: len(outer)] == outer for outer in covered):
            continue
        value = _value_at(config, path)
        if value in (False, None, "", [], {}, 0):
            continue  # asks for nothing
        if differs(_without(config, path)):
            continue
        if not isinstance(value, (dict, list)) and differs(_with(config, path, _changed(value))):
            continue  # equals the default
        if path[-1] == "primary" and any(map(differs, _other_primaries(config, path))):
            continue  # equals the default
        covered.append(path)
        found.append(f"{_describe(config, path)} = {json.dumps(value)}")
    runner.validating = True
    return found


def _fingerprint(run):
    """What a run amounts to. ifcfg files count by what a shell has read from them: a
    second OVS_OPTIONS replaces the first one."""
    files = {
        path: parse(text).values if path.startswith(NETWORK_SCRIPTS) else text
        for path, text in run["files"].items()
    }
    return json.dumps([run["error"], files, run["commands"], run["maps"]], sort_keys=True)


def _places(node, path=()):
    """Paths of what can be changed, outermost first."""
    keys = node if isinstance(node, dict) else range(len(node))
    for key in keys:
        if key == "type":
            continue
        here = (*path, key)
        yield here
        if isinstance(node[key], (dict, list)):
            yield from _places(node[key], here)


def _value_at(config, path):
    for step in path:
        config = config[step]
    return config


def _without(config, path):
    edited = copy.deepcopy(config)
    del _value_at(edited, path[:-1])[path[-1]]
    return edited


def _with(config, path, value):
    edited = copy.deepcopy(config)
    _value_at(edited, path[:-1])[path[-1]] = value
    return edited


def _changed(value):
    """Another value that is still well formed."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + 1
    if value.lower() in _FLIPPED:
        return _FLIPPED[value.lower()]
    number = re.search(r"[1-9]\d*(?=\D*$)", value)
    if number:
        return value[: number.start()] + str(int(number[0]) + 1) + value[number.end() :]
    return value + "x"


def _other_primaries(config, path):
    """The configuration with each of the other members as the primary one."""
    siblings = _value_at(config, path[:-2])
    for index, sibling in enumerate(siblings):
        if index != path[-2] and isinstance(sibling, dict):
            yield _with(_without(config, path), (*path[:-2], index, "primary"), True)


def _describe(config, path):
    names, node = [], config
    for step in path:
        node = node[step]
        if isinstance(node, dict) and "type" in node:
            label = node.get("name") or node.get("vlan_id") or node.get("device") or "?"
            names.append(f"{node['type']} {label}")
    if isinstance(path[-1], int) and path[-2:-1] not in ((), ("members",)):
        names.append(f"{path[-2]}[{path[-1]}]")
    elif not isinstance(path[-1], int):
        names.append(str(path[-1]))
    return " > ".join(names)
