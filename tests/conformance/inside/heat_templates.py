"""Reading Heat templates: what they declare and which parameter values they use."""

import collections
import os

import yaml

# Functions of the template language: keys of this kind are operators, not data.
FUNCTIONS = frozenset(
    (
        *("get_param", "get_attr", "get_resource", "get_file", "resource_facade"),
        *("str_replace", "str_replace_strict", "str_replace_vstrict", "str_split"),
        *("list_join", "list_concat", "list_concat_unique", "map_merge", "map_replace"),
        *("repeat", "filter", "yaql", "digest", "make_url"),
        *("if", "equals", "not", "and", "or", "contains"),
    )
)
_FAST_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load_yaml(path):
    with open(path, encoding="utf-8") as stream:
        text = stream.read()
    try:
        return yaml.load(text, Loader=_FAST_LOADER)
    except yaml.YAMLError:
        # As Heat's client does it: some templates hold "{get_attr:[a, b]}", which
        # only the Python parser accepts.
        return yaml.load(text, Loader=yaml.SafeLoader)


def walk(node, path=()):
    """Yield (path, node) for a node and everything below it."""
    yield path, node
    if isinstance(node, dict):
        for key, value in node.items():
            yield from walk(value, (*path, key))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from walk(value, (*path, index))


def find_templates(tree):
    """Yield (path, parsed template) for every Heat template below a directory."""
    for directory, subdirs, files in os.walk(tree):
        subdirs.sort()
        for name in sorted(files):
            if not name.endswith(".yaml") or name.endswith(".j2.yaml"):
                continue
            path = os.path.join(directory, name)
            try:
                data = load_yaml(path)
            except yaml.YAMLError:
                continue  # playbooks with vault tags and the like
            if isinstance(data, dict) and "heat_template_version" in data:
                yield path, data


def deprecated_names(template):
    names = set()
    for group in template.get("parameter_groups") or []:
        if group.get("label") == "deprecated":
            names.update(group.get("parameters") or [])
    return names


def resource_types(template):
    return {
        node["type"]
        for _, node in walk(template.get("resources"))
        if isinstance(node, dict) and isinstance(node.get("type"), str)
    }


def parameter_reads(template):
    """The names whose global value has an effect, and those whose role value has.

    THT's idiom for role parameters is a map_replace inside a map_replace: first the
    role's values (RoleParameters) are put in place of parameter names, then the global
    ones in place of what is left. A value that lands in an entry nobody reads has no
    effect, and that happens in THT.
    """
    used = collections.defaultdict(set)  # resource -> entries of it that are read
    for _, node in walk(template):
        attr = node.get("get_attr") if isinstance(node, dict) else None
        if isinstance(attr, list) and len(attr) > 1 and attr[1] == "value":
            plain = len(attr) > 2 and isinstance(attr[2], str)
            used[str(attr[0])].add(attr[2] if plain else "*")

    by_role, by_global, mapped = set(), set(), {}
    for path, node in walk(template):
        pair = node.get("map_replace") if isinstance(node, dict) else None
        if not (isinstance(pair, list) and len(pair) == 2 and _takes_role_values(pair[1])):
            continue
        entries = used[str(path[1])] if path[:1] == ("resources",) else {"*"}
        named = list(_named_values(pair[0]))
        by_role |= {name for entry, name in named if "*" in entries or entry in entries}
        mapped[path[:-2]] = {name for _, name in named}

    for path, node in walk(template):
        if not isinstance(node, dict) or "get_param" not in node:
            continue
        target = node["get_param"]
        steps = target if isinstance(target, list) else [target]
        if steps[:1] == ["RoleParameters"]:
            by_role.update(str(step) for step in steps[1:2])
        elif steps and isinstance(steps[0], str) and _is_used(path, mapped, by_role):
            by_global.add(steps[0])
    return by_global, by_role


def _takes_role_values(replacement):
    values = replacement.get("values") if isinstance(replacement, dict) else None
    return values in ({"get_param": "RoleParameters"}, {"get_param": ["RoleParameters"]})


def _named_values(node, entry=None):
    """Yield (entry, text) of a map, looking through template functions."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from _named_values(value, entry if key in FUNCTIONS else key)
    elif isinstance(node, list):
        for value in node:
            yield from _named_values(value, entry)
    elif isinstance(node, str):
        yield entry, node


def _is_used(path, mapped, by_role):
    """Whether a value that stands in the outer map_replace gets anywhere."""
    for index in range(len(path) - 3):
        outer = path[:index]
        if path[index : index + 3] == ("map_replace", 1, "values") and outer in mapped:
            name = path[index + 3]
            return name in mapped[outer] and name in by_role
    return True
