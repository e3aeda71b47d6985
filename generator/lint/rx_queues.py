"""Rules over receive queues of DPDK ports, and who polls them."""

from collections.abc import Iterator

from generator.checks.wording import counted
from generator.deployment.hosts import HostNic
from generator.deployment.types import DeploymentView
from generator.deployment.values import At, Value
from generator.derive.rx_queues import power_below
from generator.findings import Severity
from generator.lint.cpu_lists import CpuList
from generator.lint.dpdk_bonds import on_ports
from generator.lint.nics import spot
from generator.lint.ruleset import Found, rule
from generator.lint.terms import called, titled
from generator.lint.tuned_roles import DPDK_TYPES, DpdkLink, TunedRole, tuned_roles
from generator.values import DataRate

_KEY = "rx_queue"
_INTEL = "8086:"  # the vendor in a PCI id


def _at(link: DpdkLink) -> At:
    """The place of the number of queues, or of the link that has none."""
    value = link.item.get(_KEY)
    return value.at if value and value.content is not None else link.item.at


def _called(view: DeploymentView, link: DpdkLink) -> str:
    """What its number of queues is called, the parameter if it is taken from one."""
    value = link.item.get(_KEY)
    taken = value.parameters if value and not view.planned else ()
    return taken[-1] if taken else called(view, _KEY)


@rule("rx-queue-invalid", Severity.ERROR)
def rx_queue_invalid(view: DeploymentView) -> Iterator[Found]:
    """The number of receive queues is a whole number from 1.

    Why: os-net-config drops 0, cuts off what follows the point and stops at text; Open
    vSwitch takes a negative number for 1.
    Fix: Write a number, such as 2, without quotes.
    Source: os-net-config 11.5.0; Open vSwitch 2.13, options:n_rxq; measured.
    """
    for config in view.nic_configs:
        for item in config.walk():
            value = item.get(_KEY) if item.type in DPDK_TYPES else None
            if value is None or value.content is None or not value.known:
                continue
            content = value.content
            if isinstance(content, bool) or not isinstance(content, int) or content < 1:
                typed = bool(value.parameters) and str(content).isdecimal() and content != 0
                yield Found(
                    spot(value) if typed else value.at,
                    f"{_KEY} of {item.type} {item.name} is {value.data!r}, no whole number from 1",
                    _meant(value),
                )


def _meant(value: Value) -> str:
    if value.entries:
        return f"write {_KEY} as a number, or take it from a parameter with get_param"
    text, name = str(value.content), value.parameters[-1] if value.parameters else _KEY
    if isinstance(value.content, str) and text.isdecimal() and name != _KEY:
        return f"declare {name} with type: number in the template"
    return f"write {name}: {int(text) if text.isdecimal() and int(text) else 1}"


@rule("rx-queues-above-card", Severity.ERROR, needs_hosts=True)
def rx_queues_above_card(view: DeploymentView) -> Iterator[Found]:
    """A port has at most the receive queues that its card has.

    Why: Open vSwitch takes fewer than were asked for and says so in its log only.
    Fix: Lower the number to the card's.
    Source: DPDK 19.11 drivers; Open vSwitch 2.13, options:n_rxq.
    """
    for role in tuned_roles(view):
        for link in role.links:
            limit, nic = _limit(role, link)
            if nic and link.queues and link.queues > limit:
                yield Found(
                    _at(link),
                    f"{link.queues} receive queues of {titled(view, link.item)} are more than the "
                    f"{limit} of {nic.name} ({nic.model})",
                    f"write {_called(view, link)}: {limit} or less",
                    (nic.at,),
                )


def _limit(role: TunedRole, link: DpdkLink) -> tuple[int, HostNic | None]:
    """The receive queues of the card that has the fewest, and this; 0 where none is known."""
    cards = [nic for name in link.interfaces if (nic := role.nic(name))]
    limits = [(nic.facts.max_rx_queues.value, nic) for nic in cards if nic.facts]
    return min(limits, key=lambda found: found[0], default=(0, None))


@rule("rx-queues-no-power-of-two", Severity.INFO, needs_hosts=True)
def rx_queues_no_power_of_two(view: DeploymentView) -> Iterator[Found]:
    """The number of rx queues of an Intel card is a power of two.

    Why: Intel cards spread flows over a table whose size is a power of two; with another
    count some queues get more of it than others.
    Fix: Write 1, 2, 4 or 8.
    Source: DPDK 19.11 drivers/net/i40e: queues per traffic class are 1, 2, 4 ... 64.
    """
    for role in tuned_roles(view):
        for link in role.links:
            (limit, nic), queues = _limit(role, link), link.queues or 1
            pci_id = nic.facts.pci_id.value if nic and nic.facts else None
            if queues & (queues - 1) and (pci_id or "").startswith(_INTEL) and queues <= limit:
                lower = 1 << (queues.bit_length() - 1)
                name = _called(view, link)
                yield Found(
                    _at(link), f"{queues} rx queues of {titled(view, link.item)} share the flows"
                    " unevenly", f"write {name}: {lower} or {2 * lower}",
                )  # fmt: skip


@rule("pmd-threads-too-few", Severity.WARNING)
def pmd_threads_too_few(view: DeploymentView) -> Iterator[Found]:
    """Every receive queue of a DPDK port has a PMD thread of its own on the port's node.

    Why: A second queue relieves the first only if another thread polls it; guests' queues
    come on top.
    Fix: Add cores of the node to OvsPmdCoreList, or lower the number of queues.
    Source: Open vSwitch 2.13, PMD threads; RHOSP NFV guide 7.4.1.
    """
    for role in tuned_roles(view):
        pmd = role.cpus("OvsPmdCoreList")
        if pmd is None or not role.links:
            continue
        for where, queues, threads, link, ports in _load(role, set(pmd.cpus)):
            if 0 < threads < queues and link.queues != 1:
                asked = link.item.get(_KEY)
                places = [_at(link), pmd.value.at]
                if asked and asked.derived:
                    places = [pmd.value.at]
                yield Found(
                    places[0],
                    f"{queues} receive queues of {role.name}{where} share "
                    f"{counted(threads, 'PMD thread')}",
                    f"{more_threads(view, pmd)}, or {_fewer(view, link, threads, ports)}",
                    tuple(places[1:]),
                )


def _load(role: TunedRole, pmd: set[int]) -> Iterator[tuple[str, int, int, DpdkLink, int]]:
    """Queues and PMD threads of every NUMA node, or of all where the nodes are not known,
    with the link that has most queues."""
    if role.host is None or not role.ports_known:
        queues = sum((link.queues or 1) * len(link.ports) for link in role.links)
        most = max(role.links, key=lambda link: link.queues or 1)
        yield "", queues, len(pmd), most, sum(len(link.ports) for link in role.links)
        return
    for node in role.host.nodes:
        links = role.links_on(node.id)
        here = [
            link.queues or 1
            for link in links
            for name in link.interfaces
            if (nic := role.nic(name)) and nic.numa == node.id
        ]
        if links:
            most = max(links, key=lambda link: link.queues or 1)
            threads = sum(1 for cpu in node.cpus if cpu in pmd)
            yield f" on NUMA node {node.id}", sum(here), threads, most, len(here)


def more_threads(view: DeploymentView, pmd: CpuList) -> str:
    """The advice to add PMD cores."""
    if view.planned and (pmd.value.derived or pmd.value.at.path[-1] == "pmd_cores_per_numa"):
        return "raise pmd_cores_per_numa"
    return f"add PMD cores to {pmd.called}"


def _fewer(view: DeploymentView, link: DpdkLink, threads: int, ports: int) -> str:
    each = threads // max(1, ports)
    each = power_below(each) if each else 0
    return f"write {_called(view, link)}: {each}" if each else "use fewer ports"


def fast_jumbo_links(role: TunedRole) -> Iterator[DpdkLink]:
    """DPDK links of 25 Gbit/s or more with jumbo frames."""
    tuning = role.release.tuning
    standard, speed = tuning.standard_mtu.value, DataRate.parse(tuning.fast_port.value)
    for link in role.links:
        nics = [nic for name in link.interfaces if (nic := role.nic(name)) and nic.facts]
        fast = any(nic.facts and nic.facts.speed.value >= speed for nic in nics)
        if fast and link.mtu and link.mtu > standard:
            yield link


@rule("one-queue-with-jumbo", Severity.WARNING, needs_hosts=True)
def one_queue_with_jumbo(view: DeploymentView) -> Iterator[Found]:
    """A DPDK port of 25 Gbit/s or more with jumbo frames has two rx queues or more.

    Why: With one queue the reference hardware lost a few frames all the time at 4096,
    8192 and 9000 bytes; with two on physical and virtual ports it lost none.
    Fix: Write rx_queue: 2 on the port or bond, or the parameter that it is taken from.
    Source: Dell, jumbo frames performance analysis over RHOSP 16.1, Table 1.
    """
    for role in tuned_roles(view):
        for link in fast_jumbo_links(role):
            wanted = role.release.tuning.jumbo_rx_queues.value
            if link.queues == 1 and not any(number > 1 for _, number in on_ports(link, _KEY)):
                yield Found(
                    _at(link),
                    f"{titled(view, link.item)} of {role.name} has one rx queue per port for MTU "
                    f"{link.mtu}: so the reference hardware lost frames of 4096 to 9000 bytes",
                    f"write {_called(view, link)}: {wanted}",
                    (link.item.at,),
                )
