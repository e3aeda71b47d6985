"""Where PyYAML, so Heat, reads a text otherwise than its author meant it."""

import re

import yaml

# Plain scalars that YAML 1.1 and 1.2 read alike; what else 1.1 resolves to a number, a
# truth value or a date is a trap: 0000:05:00.0 is 300.0, on is true, 0644 is 420.
_SAME_IN_BOTH = re.compile(
    r"[-+]?(0|[1-9][0-9]*)|0x[0-9a-fA-F]+|[-+]?[0-9]+\.[0-9]*|[Tt]rue|[Ff]alse|TRUE|FALSE|null|~|"
)
_TRAP_TAGS = ("int", "float", "bool", "timestamp")


def check_text(where, text, findings):
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        findings.error("yaml", where, f"not YAML: {error}")
        return
    pending = [root] if root else []
    while pending:
        node = pending.pop()
        if isinstance(node, yaml.MappingNode):
            _check_keys(where, node, findings)
            pending += [part for pair in node.value for part in pair]
        elif isinstance(node, yaml.SequenceNode):
            pending += node.value
        elif _is_trap(node):
            place = f"{where}:{node.start_mark.line + 1}"
            read = yaml.safe_load(node.value)
            findings.error("yaml-trap", place, f"unquoted {node.value} is read as {read!r}")


def _is_trap(node):
    kind = node.tag.rpartition(":")[2]
    return node.style is None and kind in _TRAP_TAGS and not _SAME_IN_BOTH.fullmatch(node.value)


def _check_keys(where, node, findings):
    seen = set()
    for key, _ in node.value:
        if isinstance(key, yaml.ScalarNode) and key.value in seen:
            place = f"{where}:{key.start_mark.line + 1}"
            findings.error("yaml-key-twice", place, f"{key.value}: only the last one counts")
        seen.add(getattr(key, "value", None) if isinstance(key, yaml.ScalarNode) else id(key))
