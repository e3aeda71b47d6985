"""Flavors and capacity as plain text for people."""

from collections.abc import Iterator
from typing import Any

from generator.checks.wording import counted
from generator.commands.flavors_left import hosts_left, room_text
from generator.commands.plan_text import paragraph, text, title, values

Item = dict[str, Any]


def table(view: Item) -> Iterator[str]:
    """The lines of `nfvgen flavors show`."""
    if not view["flavors"]:
        yield "the inventory has no flavors"
    for name, flavor in view["flavors"].items():
        yield from _flavor(name, flavor)
    for name, aggregate in view["aggregates"].items():
        yield from title(f"Aggregate {name}")
        for key, value in aggregate["metadata"].items():
            yield from paragraph(f"{key} = {value}", 2)
        yield from paragraph(f"hosts: {text(aggregate['hosts'])}", 2)
    for name, role in view["capacity"].items():
        if role["alone"]:
            yield from _role(name, role, view["planned"])
    for name, count in view["unplaced"].items():
        yield from ("", f"No room for {count} of {view['planned'][name]} planned {name}")


def _flavor(name: str, flavor: Item) -> Iterator[str]:
    yield from title(f"Flavor {name}")
    yield f"  {counted(flavor['vcpus'], 'vCPU')}, {flavor['ram']} RAM, {flavor['disk']} disk"
    if flavor["access"]:
        yield from paragraph(f"for the projects {text(flavor['access'])}", 2)
    yield from values(flavor["extra_specs"], 2, sources=True)
    if flavor["images"]:
        yield from paragraph(f"images: {text(flavor['images'])}", 2)
        yield from values(flavor["image_properties"], 4, sources=True)
    yield from values({"vhost queues": flavor["vhost_queues"]}, 2, sources=True)


def _role(name: str, role: Item, planned: Item) -> Iterator[str]:
    yield from title(f"Capacity of {name}, {counted(role['hosts'], 'host')}")
    yield "  Room for guests on each host"
    for node, own in enumerate(role["room"]):
        yield from paragraph(f"NUMA node {node}: {room_text(own)}", 4)
    for flavor, alone in role["alone"].items():
        yield from ("", f"  {flavor} alone")
        yield from _alone(alone, role["hosts"])
    if "mix" in role:
        yield from _mix(role, planned)


def _alone(alone: Item, hosts: int) -> Iterator[str]:
    if not alone["host"]:
        yield from paragraph(f"none fits: {alone['limit']}", 4)
        return
    on_nodes = _on_nodes(alone["host"], alone["by_numa_node"])
    yield from paragraph(
        f"{alone['host']} on a host{on_nodes}, {alone['role']} on {counted(hosts, 'host')}", 4
    )
    yield from paragraph(f"then there is no room: {alone['limit']}", 4)
    for node, own in enumerate(alone["left"]):
        yield from paragraph(f"left of NUMA node {node}: {room_text(own)}", 4)


def _mix(role: Item, planned: Item) -> Iterator[str]:
    mix = role["mix"]
    yield from ("", "  In the mix of the planned servers")
    counts = (
        f"{count} {name}{_on_nodes(count, mix['host_by_numa_node'][name])}"
        for name, count in mix["host"].items()
    )
    yield from paragraph(f"on one host, in proportion: {', '.join(counts)}", 4)
    for node, own in enumerate(mix["host_left"]):
        yield from paragraph(f"left of NUMA node {node}: {room_text(own)}", 6)
    placed = (f"{mix['role'][name]} of {planned[name]} {name}" for name in mix["host"])
    hosts = counted(role["hosts"], "host")
    yield from paragraph(f"on {hosts}, spread: {', '.join(placed)}", 4)
    yield from hosts_left(mix["role_left"])


def _on_nodes(servers: int, counts: list[int]) -> str:
    """How many of the servers have a part of theirs on each NUMA node."""
    if not any(counts):
        return ""
    nodes = ", ".join(f"node {node}: {count}" for node, count in enumerate(counts))
    each = sum(counts) // servers
    return f" (each on {each} NUMA nodes; {nodes})" if each > 1 else f" ({nodes})"
