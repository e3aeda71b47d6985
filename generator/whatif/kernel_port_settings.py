"""What is asked of kernel ports, as single settings: planned, or as a script sets it."""

import re
from collections.abc import Iterator
from typing import Any

from generator.plan.host_tuning import hooks
from generator.plan.types import Plan
from generator.whatif.forms import canonical
from generator.whatif.types import Area, Entry, Key

_COLUMNS = ("channels", "XPS", "interrupts")
_ROWS = re.compile(r"^rows='(\S[^']*)'$", re.MULTILINE)


def kernel_ports(plan: Plan) -> dict[Key, Entry]:
    """Those of every role with the section."""
    found: dict[Key, Entry] = {}
    for hook in hooks(plan.roles):
        path = f"roles.{hook.role.name}.kernel_ports"
        found |= dict(_settings(hook.role.name, hook.rows, path))
        for port in hook.ports:
            for column, reason in zip(_COLUMNS, (port.channels, port.xps, port.irqs), strict=True):
                if reason is not None:
                    key = Key(Area.KERNEL_PORT, hook.role.name, f"{column} of {port.port.name}")
                    found[key] = found[key]._replace(reason=reason)
    return found


def written_kernel_ports(role: str, script: str, name: str) -> dict[Key, Entry]:
    """What the script of a role's hook sets; one that removes sets nothing."""
    rows = _ROWS.search(script)
    line = script.count("\n", 0, rows.start()) + 1 if rows else 1
    return dict(_settings(role, rows[1] if rows else "", f"{name}:{line}:1"))


def _settings(role: str, rows: str, at: str) -> Iterator[tuple[Key, Entry]]:
    hook = "set" if rows else "undone"
    yield Key(Area.KERNEL_PORT, role, ""), _entry(hook, at)
    for line in rows.splitlines():
        port, *values = line.split()
        for column, value in zip(_COLUMNS, values, strict=False):
            if value != "-":
                yield Key(Area.KERNEL_PORT, role, f"{column} of {port}"), _entry(value, at)


def _entry(value: Any, at: str) -> Entry:
    return Entry(value, canonical(value), at)
