"""How many servers fit where several flavors share the hosts."""

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from heapq import heapify, heapreplace
from typing import NamedTuple

from generator.capacity.count import counted
from generator.capacity.host import with_server
from generator.capacity.types import Guest, Host, Use, unused


class Wanted(NamedTuple):
    """A flavor of the mix, and how many servers of it are planned."""

    guest: Guest
    servers: int


class Mixed(NamedTuple):
    """Servers by flavor, and the hosts with them: how many hosts look like that."""

    servers: Mapping[str, int]
    hosts: Mapping[Use, int]


class HostMix(NamedTuple):
    """The mix on one host."""

    servers: Mapping[str, int]
    by_cell: Mapping[str, tuple[int, ...]]
    use: Use


def on_one_host(host: Host, mix: Mapping[str, Wanted]) -> HostMix:
    """Servers in the proportion of the mix until the next one finds no room. A flavor that
    the empty host does not take is left out."""
    empty = unused(host)
    fitting = {name: each for name, each in mix.items() if with_server(host, empty, each.guest)}
    servers = dict.fromkeys(mix, 0)
    by_cell = {name: (0,) * len(host.cells) for name in mix}
    use = empty
    for name in _in_turn({name: each.servers for name, each in fitting.items()}):
        after = with_server(host, use, mix[name].guest)
        if after is None:
            break
        by_cell[name] = counted(by_cell[name], use, after)
        use, servers[name] = after, servers[name] + 1
    return HostMix(servers, by_cell, use)


def spread(
    hosts: Mapping[str, tuple[Host, int]], mix: Mapping[str, Wanted],
    meant: Mapping[str, Collection[str]],
) -> dict[str, Mixed]:  # fmt: skip
    """The planned servers on all hosts, by role: each on the host with the most free memory
    of those with room, as Nova's scheduler weighs them. `meant` names the roles that a flavor
    is for. Hosts of a role that look alike are kept as one with their number."""
    groups = {(role, unused(host)): count for role, (host, count) in hosts.items() if count}
    servers = {role: dict.fromkeys(mix, 0) for role in hosts}
    known: dict[tuple[str, str, Use], Use | None] = {}
    full: set[str] = set()  # what finds no room will find none later

    def found(name: str) -> bool:
        for role, use in sorted(groups, key=lambda group: _free_mib(hosts[group[0]][0], group[1])):
            if role not in meant[name]:
                continue
            key = (name, role, use)
            if key not in known:
                known[key] = with_server(hosts[role][0], use, mix[name].guest)
            if after := known[key]:
                _move(groups, (role, use), (role, after))
                servers[role][name] += 1
                return True
        return False

    for name in _planned({name: each.servers for name, each in mix.items()}):
        if name not in full and not found(name):
            full.add(name)
            if len(full) == len(mix):  # millions may be planned
                break
    return {
        role: Mixed(
            servers[role], {use: count for (own, use), count in groups.items() if own == role}
        )
        for role in hosts
    }


def _free_mib(host: Host, use: Use) -> int:
    """Less is more: the emptiest first."""
    return use.memory_mib - sum(cell.memory_mib for cell in host.cells)


def _move(groups: dict[tuple[str, Use], int], old: tuple[str, Use], new: tuple[str, Use]) -> None:
    groups[old] -= 1
    if not groups[old]:
        del groups[old]
    groups[new] = groups.get(new, 0) + 1


def _planned(servers: Mapping[str, int]) -> Iterator[str]:
    """Every planned server by the name of its flavor, the flavors evenly mixed."""
    left = dict(servers)
    for name in _in_turn(servers):
        if left[name]:
            left[name] -= 1
            yield name
        if not any(left.values()):
            return


def _in_turn(servers: Mapping[str, int]) -> Iterator[str]:
    """Names in the proportion of their numbers, evenly mixed, without end."""
    turns = [
        (Fraction(1, 2 * count), index, name)
        for index, (name, count) in enumerate(servers.items())
        if count
    ]
    heapify(turns)
    while turns:
        at, index, name = turns[0]
        yield name
        heapreplace(turns, (at + Fraction(1, servers[name]), index, name))
