"""Receive queues that ovs_extra pins to PMD cores, as the rules see them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from generator.deployment.types import ConfigObject
from generator.deployment.values import Value
from generator.lint.tuned_roles import DpdkLink, TunedRole

_COMMAND = re.compile(r"\s--\s")
_INTERFACE = re.compile(r"\bset\s+interface\s+(\S+)", re.IGNORECASE)
_AFFINITY = re.compile(r"pmd-rxq-affinity\s*=[\s\"'\\]*([\d:,\s]+)")
_PIN = re.compile(r"(\d+):(\d+)")
_ITSELF = {"$DEVICE", "${DEVICE}", "{name}"}


class Pins(NamedTuple):
    """The pins of one port, and the line that they stand in."""

    line: Value
    link: DpdkLink
    port: str  # as it is named there; "" where it is not clear
    cores: tuple[tuple[int, int], ...]  # queue and core

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
                    cores = tuple(
                        (int(queue), int(core))
                        for each in _AFFINITY.findall(command)
                        for queue, core in _PIN.findall(each)
                    )
                    if cores and item:
                        yield Pins(line, link, _port(command, item), cores)


def _port(command: str, item: ConfigObject) -> str:
    named = _INTERFACE.search(command)
    name = named[1] if named else ""
    return item.name if name in _ITSELF else name
