"""Print the plain data of a plan: a table for people, JSON or YAML for machines."""

import io
import json
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

WIDTH = 80


def as_json(view: dict[str, Any]) -> str:
    """The view as JSON."""
    return json.dumps(view, indent=2, ensure_ascii=False) + "\n"


def as_yaml(view: dict[str, Any]) -> str:
    """The view as YAML."""
    from ruamel.yaml import YAML

    yaml = YAML(typ="safe", pure=True)
    yaml.default_flow_style = False
    yaml.allow_unicode = True
    yaml.width = 100
    yaml.sort_base_mapping_type_on_output = False  # type: ignore[assignment]
    stream = io.StringIO()
    yaml.dump(view, stream)
    return stream.getvalue()


def as_table(view: dict[str, Any]) -> str:
    """The view as plain text fit for 80 columns."""
    return "\n".join(_table(view)) + "\n"


def _table(view: dict[str, Any]) -> Iterator[str]:
    yield f"Target {view['target']}"
    for name, role in view["roles"].items():
        yield from _role(name, role)
    for name, parameters in view.get("environments", {}).items():
        if parameters:
            yield from _title(name)
            yield from _values(parameters)
    for name, flavor in view.get("flavors", {}).items():
        yield from _title(f"Flavor {name}")
        yield f"  {flavor['vcpus']} vCPUs, {flavor['ram']} RAM, {flavor['disk']} disk"
        if flavor["images"]:
            yield from _wrapped("images", ", ".join(flavor["images"]), 2)
        yield from _values(flavor["values"])
    if notes := view.get("notes"):
        yield from _title("Notes")
        for note in notes:
            yield from textwrap.wrap(note, WIDTH, initial_indent="- ", subsequent_indent="  ")


def _role(name: str, role: dict[str, Any]) -> Iterator[str]:
    yield from _title(f"Role {name}")
    nodes = f"{role['count']} node" + ("" if role["count"] == 1 else "s")
    yield f"  {nodes} of server {role['server']}, datapath {role['datapath']}"
    yield f"  bare metal flavor {role['flavor']}"
    yield from _hardware(role["hardware"])
    if role["memory"]:
        yield "  Memory"
        for node in role["memory"]:
            rest = ", ".join(f"{key} {value}" for key, value in node.items() if key != "node")
            yield from _wrapped(f"NUMA node {node['node']}", rest, 4)
    if role["values"]:
        yield "  Values"
        yield from _values(role["values"], 4)
    yield "  Links"
    for link, item in role["links"].items():
        named = f" as {', '.join(item['dpdk_ports'])}" if item["dpdk_ports"] else ""
        yield from _wrapped(f"{link} ({item['kind']})", ", ".join(item["ports"]) + named, 4)
        yield from _values(item["values"], 6)


def _hardware(hardware: dict[str, Any]) -> Iterator[str]:
    yield f"  Hardware: {hardware['memory']}, CPUs by {hardware['vendor']}"
    for node in hardware["numa_nodes"]:
        cores = " ".join(node["cores"])
        text = f"{node['memory']}, {len(node['cores'])} cores (threads that share one): {cores}"
        yield from _wrapped(f"NUMA node {node['id']}", text, 4)
    for name, port in hardware["ports"].items():
        driver = port["dpdk_driver"]
        text = f"NUMA node {port['numa_node']}, {port['speed']}, {port['nic']}, DPDK by {driver}"
        yield from _wrapped(f"port {name}", text, 4)
    if hardware["recalled"]:
        yield "    To be checked on the machine, for want of a document:"
        for fact in hardware["recalled"]:
            yield from _wrapped(fact["name"], f"{_text(fact['value'])} ({fact['source']})", 6)


def _values(values: dict[str, Any], indent: int = 2) -> Iterator[str]:
    for name, item in values.items():
        yield from _wrapped(name, _text(item["value"]), indent, " = ")
        yield from _reason(item, indent + 4)


def _reason(item: dict[str, Any], indent: int) -> Iterator[str]:
    if item["rule"]:
        yield from _wrapped("rule", item["rule"], indent)
    if item["source"]:
        yield from _wrapped("source", item["source"], indent)
    if item["stated"]:
        yield from _wrapped("set by hand at", item["stated"], indent)
    for fact in item["facts"]:
        text = f"{fact['name']} = {_text(fact['value'])} [{fact['mark']}: {fact['source']}]"
        yield from _wrapped("input", text, indent)


def _title(text: str) -> Iterable[str]:
    return ("", text, "-" * len(text))


def _wrapped(name: str, text: str, indent: int, sign: str = ": ") -> list[str]:
    return textwrap.wrap(
        f"{name}{sign}{text}",
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + 4),
        break_on_hyphens=False,
    )


def _text(value: Any) -> str:
    """A value on one line. Text stands bare, the rest as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
