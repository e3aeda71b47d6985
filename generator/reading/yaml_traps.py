"""YAML's own traps: values that are something else than they look like.

A value of the wrong type often comes from one of them. The node keeps the text
that was written, so the hint can show the right spelling of that very text.
"""

import re

from generator.reading.yaml_nodes import Node, Scalar

_YES = frozenset(("yes", "on", "y"))
_NO = frozenset(("no", "off", "n"))
_GROUPED = re.compile(r"[0-9]+(?:[_,' ][0-9]{3})+")
_ITEMS = re.compile(r"-\S+(?: -\S+)*")


def trap(node: Node, wanted: tuple[str, ...]) -> str:
    """The hint for a value that is of none of the wanted JSON types, or ""."""
    if not isinstance(node, Scalar):
        return ""
    if node.value is None:
        inside = "object" in wanted or "array" in wanted
        where = "indent what belongs to it below" if inside else "write a value behind the colon"
        return f"{where}, or remove the key"
    if "string" in wanted and not isinstance(node.value, str):
        return _quote(node)
    if "boolean" in wanted:
        return _boolean(node)
    if "integer" in wanted:
        return _integer(node)
    if "array" in wanted:
        return _array(node)
    return ""


def _quote(node: Scalar) -> str:
    kind = "true or false" if isinstance(node.value, bool) else "a number"
    return f"'{node.text}' is read as {kind}: write \"{node.text}\""


def _boolean(node: Scalar) -> str:
    word = node.text.lower()
    if word in _YES | _NO or word in {"true", "false", "1", "0"}:
        right = "true" if word in _YES | {"true", "1"} else "false"
        kind = "text" if isinstance(node.value, str) else "a number"
        return f"'{node.text}' is read as {kind}: write {right}, without quotes"
    return ""


def _integer(node: Scalar) -> str:
    if isinstance(node.value, float):
        whole = node.value.is_integer() and abs(node.value) < 10**15
        right = f": write {int(node.value)}" if whole else ""
        return f"'{node.text}' is read as a number with a fraction{right}"
    if not isinstance(node.value, str):
        return ""
    digits = re.sub(r"[_,' ]", "", node.text)
    if _GROUPED.fullmatch(node.text):
        return f"'{node.text}' is read as text: write {digits}"
    if not node.plain and node.text.isdecimal():
        return f"'{node.text}' in quotes is text: write {int(node.text)} without them"
    return ""


def _array(node: Scalar) -> str:
    if node.plain and _ITEMS.fullmatch(node.text):
        return "an item of a list needs a space after its dash: '- item'"
    return f"write it as a list: [{node.text}]" if len(node.text) <= 40 else "write it as a list"
