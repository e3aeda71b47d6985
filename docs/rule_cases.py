"""Cases of the rules as excerpts of an inventory.

A case holds what differs from tests/rules/base.yaml, as paths with dots. An excerpt shows
those places as they are written in an inventory: the keys that lead there, and of a list
the items that are concerned, whole.
"""

import io
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

_WIDE = 10_000  # no item is broken over lines


def excerpt(case: Path) -> str:
    """The case as YAML."""
    yaml: Any = YAML(typ="safe")
    base = yaml.load(case.parents[1] / "base.yaml")
    merged, touched = deepcopy(base), dict[Any, Any]()
    for path, value in (yaml.load(case) or {}).items():
        steps = [int(step) if step.isdigit() else step for step in path.split(".")]
        steps = _put(merged, steps, value)
        _touch(touched, steps)
    return "".join(f"{line}\n" for line in _lines(merged, touched, ""))


def remark(case: Path) -> str:
    """What the case says about itself."""
    lines = re.findall(r"^# ?(.*)$", case.read_text("utf-8"), re.MULTILINE)
    return " ".join(lines)


def _put(data: Any, steps: list[Any], value: Any) -> list[Any]:
    """Set or remove a value; the steps that lead to what is to be shown."""
    for step in steps[:-1]:
        data = data[step] if isinstance(data, list) else data.setdefault(_key(data, step), {})
    last = steps[-1]
    if isinstance(data, list):
        data[last : last + 1] = [] if value is None else [value]
        return steps[:-1] if value is None else steps
    if value is None:
        data.pop(_key(data, last))
        return [*steps[:-1], _Gone(last)]
    data[_key(data, last)] = value
    return steps


def _key(data: Any, step: Any) -> Any:
    """A step as the key that it is: digits are text unless the mapping has numbers."""
    return str(step) if str(step) in data or step not in data else step


class _Gone(str):
    """A key that the case removes."""


def _touch(touched: dict[Any, Any], steps: list[Any]) -> None:
    for step in steps[:-1]:
        touched = touched.setdefault(step, {})
    touched.setdefault(steps[-1] if steps else None, {})


def _lines(data: Any, touched: dict[Any, Any], indent: str) -> Iterator[str]:
    for step, below in touched.items():
        if isinstance(step, _Gone):
            yield f"{indent}# without {step}"
        elif isinstance(data, list):
            yield f"{indent}- {_flow(data[step])}"
        else:
            value = data[_key(data, step)]
            if below and isinstance(value, dict | list) and value:
                yield f"{indent}{step}:"
                yield from _lines(value, below, f"{indent}  ")
            else:
                yield f"{indent}{step}: {_flow(value)}"


def _flow(value: Any) -> str:
    """A value in one line."""
    yaml: Any = YAML(typ="safe")
    yaml.default_flow_style = True
    yaml.width = _WIDE
    yaml.sort_base_mapping_type_on_output = False
    stream = io.StringIO()
    yaml.dump(value, stream)
    return stream.getvalue().removesuffix("...\n").strip()
