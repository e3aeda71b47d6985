"""Receive queues that ovs_extra pins to PMD cores, as the rules see them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from generator.deployment.types import ConfigObject
from generator.deployment.values import Value
from generator.lint.tuned_roles import DpdkLink, TunedRole

_COMMAND = re.compile(r"\s--\s")
_INTERFACE = re.compile(r"\bset\s+interface\s+(\S+)", re.IGNORECASE)
_AFFINITY = re.compile(r"pmd-rxq-affinity\s*=\s*(\\?\"[^\"]*|\\?'[^']*|\S+)")
_PIN = re.compile(r"(0[xX][0-9a-fA-F]+|\d+)[:=](0[xX][0-9a-fA-F]+|\d+)")
_QUOTES = " \\\"'"
_ITSELF = {"$DEVICE", "${DEVICE}", "{name}"}


class Pins(NamedTuple):
    """The pins of one port, and the line that they stand in."""

    line: Value
    link: DpdkLink
    port: str  # as it is named there; "" where it is not clear
    cores: tuple[tuple[int, int], ...]  # queue and core, those that can be read
    wrong: tuple[str, ...] = ()  # entries that Open vSwitch cannot read

    @property
    def known_port(self) -> ConfigObject | None:
        """The port of the link that it names."""
        return next((port for port in self.link.ports if port.name == self.port), None)


def pins(role: TunedRole) -> Iterator[Pins]:
    """What pins receive queues of a role, in order."""
    for link in role.links:
        for item in (link.bridge, link.item):
            value = item.get("ovs_extra") if item else None
            for line in (value.items or (value,)) if value else ():
                text = line.content if isinstance(line.content, str) else ""
                for command in _COMMAND.split(text) if "pmd-rxq-affinity" in text else ():
                    entries = [
                        entry
                        for each in _AFFINITY.findall(command)
                        for entry in re.split(r"[,\s]+", each.strip(_QUOTES))
                        if entry
                    ]
                    if entries and item:
                        read = [_pin(entry) for entry in entries]
                        yield Pins(
                            line, link, _port(command, item),
                            tuple(pin for pin in read if pin),
                            tuple(e for e, pin in zip(entries, read, strict=True) if not pin),
                        )  # fmt: skip


def _pin(entry: str) -> tuple[int, int] | None:
    """A queue and its core. What a template fills in is not known: `{core}`, `$CORE`."""
    found = _PIN.fullmatch(entry)
    return (_number(found[1]), _number(found[2])) if found else None


def _number(text: str) -> int:
    return int(text, 16 if text[:2] in {"0x", "0X"} else 10)


def _port(command: str, item: ConfigObject) -> str:
    named = _INTERFACE.search(command)
    name = named[1] if named else ""
    return item.name if name in _ITSELF else name
