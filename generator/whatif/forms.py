"""When two values are the same: by what they mean to whoever reads them, not by their text."""

import json
from contextlib import suppress
from typing import Any

from generator.catalog.parameters import HeatParameter
from generator.values import CpuSet

_CPU_LISTS = {
    "IsolCpusList", "OvsPmdCoreList", "OvsDpdkCoreList", "NovaComputeCpuDedicatedSet",
    "NovaComputeCpuSharedSet", "NovaVcpuPinSet", "HostCpusList",
}  # fmt: skip
_OPTIONS = {"ovs_options", "bonding_options"}


def plain(value: Any) -> Any:
    """A value in the types of JSON; what only the product knows stands as its name."""
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if type(value) in (list, tuple):  # symbols are tuples too
        return [plain(item) for item in value]
    return str(value)


def canonical(value: Any) -> str:
    """Text that is the same for equal plain data only; 1, true and "1" are different."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def parameter_form(name: str, value: Any, declared: HeatParameter | None, of_role: bool) -> str:
    """The form of a parameter. Heat converts what stands at the top level; a role's block
    reaches its readers as it is, but CPU lists name sets either way."""
    if declared and not of_role and len(declared.types) == 1:
        value = _converted(value, declared.types[0])
    if name in _CPU_LISTS:
        with suppress(ValueError):
            text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
            return canonical([type(value).__name__, str(CpuSet.parse(text))])
    return canonical(value)


def setting_form(key: str, value: Any) -> str:
    """The form of an os-net-config setting; the order of options is of no account."""
    if key in _OPTIONS and isinstance(value, str):
        return canonical(sorted(value.split()))
    return canonical(value)


def _converted(value: Any, kind: str) -> Any:
    """A value as Heat hands it on."""
    if kind == "comma_delimited_list" and isinstance(value, str):
        return value.split(",") if value else []
    if kind == "comma_delimited_list" and isinstance(value, list):
        return [item if isinstance(item, dict | list) else str(item) for item in value]
    if kind == "string" and isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if kind == "number" and isinstance(value, str):
        with suppress(ValueError):
            return json.loads(value)
    if kind == "boolean":
        text = str(value).lower()
        return True if text in _TRUE else False if text in _FALSE else value
    if kind == "json" and isinstance(value, str):
        with suppress(ValueError):
            return json.loads(value)
    return value


_TRUE, _FALSE = {"true", "yes", "on", "1", "t", "y"}, {"false", "no", "off", "0", "f", "n"}
