"""A plan as plain text for people: what is derived first, then what it rests on."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from generator.checks.wording import counted
from generator.commands.plan_polling import polling_table
from generator.commands.plan_text import (
    RECALLED,
    fact_list,
    paragraph,
    recalled_mark,
    text,
    title,
    values,
)
from generator.commands.sizing_table import sizing_facts, sizing_lines

Item = dict[str, Any]
Told = dict[tuple[Any, ...], str]
"""Bond options by value and reason, with the bond that they were explained at."""


def table(view: Item) -> Iterator[str]:
    """The lines of a plan."""
    yield f"Target {view['target']}"
    told: Told = {}
    roles = sorted(view["roles"], key=lambda name: not _tuned(view, name))
    for name in roles:
        yield from _role(name, view["roles"][name], told)
    yield from _mtu_chain(sorted(view["mtu_chain"], key=lambda link: roles.index(link["role"])))
    for name, parameters in view.get("environments", {}).items():
        if parameters:
            yield from title(name)
            yield from values(parameters, 2, sources=True)
    for name, flavor in view.get("flavors", {}).items():
        yield from title(f"Flavor {name}")
        yield f"  {counted(flavor['vcpus'], 'vCPU')}, {flavor['ram']} RAM, {flavor['disk']} disk"
        if flavor["images"]:
            yield from paragraph(f"images: {text(flavor['images'])}", 2)
        yield from values(flavor["values"], 2, sources=True)
    if notes := view.get("notes"):
        yield from title("Notes")
        for note in notes:
            yield from paragraph(f"- {note}", 0, 2)


def _tuned(view: Item, role: str) -> bool:
    return bool(view["roles"][role]["datapath"] != "kernel")


def _role(name: str, role: Item, told: Told) -> Iterator[str]:
    yield from title(f"Role {name}")
    yield from paragraph(
        f"{role['count']} {'node' if role['count'] == 1 else 'nodes'} of server {role['server']},"
        f" datapath {role['datapath']}, bare metal flavor {role['flavor']}",
        2,
    )
    # The reason of KernelArgs holds that of the number of pages.
    hidden = {"hugepages"} if "KernelArgs" in role["values"] else set()
    shown = {key: item for key, item in role["values"].items() if key not in hidden}
    if shown:
        yield from ("", "  Values")
        yield from values(shown, 4)
    yield from ("", "  Links")
    for link, item in role["links"].items():
        yield from _link(name, link, item, told)
    if role["sizing"]:
        yield from ("", "  Sizing")
        yield from sizing_lines(role["sizing"])
    if ports := role["kernel_ports"]:
        yield from ("", "  Kernel ports")
        for asked, names in groupby(ports, ports.__getitem__):
            yield from paragraph(f"{', '.join(names)}:", 4)
            yield from values(asked, 6)
    if role["memory"]:
        yield from ("", "  Memory")
        for node in role["memory"]:
            yield from _memory(node)
    if role["polling"]:
        yield from polling_table(role["polling"])
    yield from ("", "  Hardware")
    yield from _hardware(role["hardware"])
    links = [value for link in role["links"].values() for value in link["values"].values()]
    asked = [value for port in role["kernel_ports"].values() for value in port.values()]
    facts = [fact for item in (*shown.values(), *links, *asked) for fact in item["facts"]]
    facts += sizing_facts(role["sizing"]) if role["sizing"] else ()
    yield from _facts(facts, role["hardware"]["recalled"])


def _link(role: str, name: str, link: Item, told: Told) -> Iterator[str]:
    named = f" as {text(link['dpdk_ports'])}" if link["dpdk_ports"] else ""
    mtu = link["values"]["mtu"]["value"]
    head = f"{name} ({link['kind']}, MTU {mtu}): {text(link['ports'])}{named}"
    yield from paragraph(head, 4)
    # The MTU has a chapter of its own.
    for key, item in link["values"].items():
        if key == "mtu":
            continue
        same = told.setdefault((item["value"], item["rule"], item["stated"]), f"{role} {name}")
        if same == f"{role} {name}":
            yield from values({key: item}, 6)
        else:
            yield from paragraph(f"{key} = {text(item['value'])}", 6)
            yield from paragraph(f"as for {same}", 10)


def _memory(node: Item) -> Iterator[str]:
    needs = node["ovs_needs"]
    split = f"OVS {node['ovs']}, guests {node['guests']}" if needs else "all for guests"
    yield from paragraph(
        f"NUMA node {node['node']}: {node['total']} = {node['hugepages']} pages of {node['page']}"
        f" ({split}) + {node['host']} for the host",
        4,
    )
    if needs is None:
        return
    pools = needs["shared_pools_bytes"]["value"]
    yield from paragraph(
        f"OVS: {needs['guide_mib']['value']} MiB by the guide's formula, {_mib(pools)} MiB for"
        f" full pools that ports and guests share; {needs['decides']}",
        6,
    )
    if own := needs["per_port_pools_bytes"]["value"]:
        yield from paragraph(
            f"with other_config:per-port-memory=true, which is not set: {_mib(own)} MiB for the"
            " pools of the DPDK ports, and a pool more for each port of a guest",
            6,
        )


def _mib(size: int) -> int:
    """Bytes in MiB, rounded up."""
    return -(-size >> 20)


def _hardware(hardware: Item) -> Iterator[str]:
    yield f"    {hardware['memory']}, CPUs by {hardware['vendor']}"
    for node in hardware["numa_nodes"]:
        cores = node["cores"]
        head = f"NUMA node {node['id']}: {node['memory']}, {len(cores)} cores"
        yield from paragraph(f"{head}, each as its threads: {' '.join(cores)}", 4)
    for words, names in groupby(hardware["ports"], lambda name: _port(hardware["ports"][name])):
        yield from paragraph(f"{', '.join(names)}: {words}", 4)


def _port(port: Item) -> str:
    def marked(key: str, words: str) -> str:
        return f"{words} ({RECALLED})" if key in port["recalled"] else words

    node, driver = f"NUMA node {port['numa_node']}", f"DPDK by {port['dpdk_driver']}"
    parts = (marked("numa_node", node), marked("speed", port["speed"]),
             marked("dpdk_driver", driver))  # fmt: skip
    return f"{port['nic']}, {', '.join(parts)}"


def _facts(used: list[Item], recalled: list[Item]) -> Iterator[str]:
    """What the values rest on, and what else is recalled of the hardware."""
    if used:
        yield from ("", f"  Facts (! is {RECALLED}: check it on the machine)")
        yield from fact_list(used)
    if idle := [fact for fact in recalled if fact not in used]:
        listed = ", ".join(f"{fact['name']} = {text(fact['value'])}" for fact in idle)
        yield ""
        yield from paragraph(f"Also {RECALLED}, but no value rests on it: {listed}", 2)


def _mtu_chain(chain: list[Item]) -> Iterator[str]:
    yield from title("MTU chain")
    sources: dict[str, None] = {}
    for link in chain:
        yield f"  {link['role']} {link['link']}"
        for name, words in _steps(link):
            yield from paragraph(f"{name + ':':<18}{words}", 4, 18)
        reasons = (link["mtu"], *link["guests"].values())
        sources |= dict.fromkeys(item["source"] for item in reasons if item["source"])
    for source in sources:
        yield from paragraph(f"source: {source}", 2)


def _steps(link: Item) -> Iterator[tuple[str, str]]:
    for network in link["physical_networks"]:
        where = f"bridge {network['bridge']}" if network["bridge"] else "no bridge"
        yield "physical network", f"{network['name']} {network['mtu']}, {where}"
    yield "link", f"{link['mtu']['value']}: {' '.join(link['mtu']['rule'].splitlines())}"
    limits = {f"{text(f['value'])}{f' ({RECALLED})' * (f['mark'] == RECALLED)}"
              for f in link["ports"].values()}  # fmt: skip
    takes = f"the cards take {', '.join(sorted(limits))}"
    yield "ports", f"{', '.join(link['ports'])}: {link['mtu']['value']}; {takes}"
    if link["networks"]:
        yield "networks", ", ".join(map(_network, link["networks"]))
    for name, mtu in link["guests"].items():
        yield "guests", f"{name}: {mtu['rule']}{recalled_mark(mtu)}"


def _network(network: Item) -> str:
    vlan = f" (VLAN {network['vlan']})" if network["vlan"] else " (untagged)"
    return f"{network['name']} {network['mtu']}{vlan}"
