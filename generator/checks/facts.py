"""Rules over what the plan rests on: facts that are recalled and not confirmed.

Each is a warning at the place where stating the fact ends it; only facts that matter to
the numbers of a role with DPDK or SR-IOV count.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from generator.checks.planned import TunedRole, tuned_roles
from generator.checks.registry import PLAN_RULES
from generator.checks.wording import listed
from generator.explained import Fact, Mark
from generator.findings import Fault, Place, Severity
from generator.plan.types import Plan
from generator.topology.types import Port

_CPU = {
    "cores": "lscpu",
    "threads_per_core": "lscpu",
    "gigabyte_pages": "flag pdpe1gb in /proc/cpuinfo",
    "base_clock": "the processor's data sheet",
}
_LABEL = {
    "cores": "{} cores",
    "threads_per_core": "{} threads per core",
    "gigabyte_pages": "pages of 1 GiB",
    "base_clock": "the base clock {}",
    "sockets": "{} sockets",
    "numbering": "{} CPU numbering",
    "memory_channels": "{} memory channels",
    "speed": "{}",
    "dpdk_driver": "the DPDK driver {}",
    "max_mtu": "MTU {} at most",
    "max_rx_queues": "{} rx queues at most",
}
_CARD = ("speed", "dpdk_driver", "max_mtu", "max_rx_queues")


def _recalled(facts: Sequence[Fact[object]]) -> list[Fact[object]]:
    return [fact for fact in facts if fact.mark is Mark.RECALLED]


def _key(fact: Fact[object]) -> str:
    """The last word of a fact's name: cores of intel-xeon-gold-6248.cores."""
    return fact.name.rpartition(".")[2]


def _cards(role: TunedRole) -> dict[int, list[Port]]:
    """The DPDK ports by card."""
    cards: defaultdict[int, list[Port]] = defaultdict(list)
    for port in role.ports:
        cards[port.port.card].append(port.port)
    return dict(sorted(cards.items()))


@PLAN_RULES.rule("recalled-numa-node", Severity.WARNING)
def recalled_numa_node(plan: Plan) -> Iterator[Fault]:
    """The NUMA node of every card with DPDK ports is known from the machine.

    Why: PMD cores and socket memory are put where the card is said to be; which slot
    hangs off which socket depends on the risers.
    Fix: Look the node up on one machine and write it as `numa_node` of the card.
    Source: Linux, /sys/class/net/<port>/device/numa_node.
    """
    for role in tuned_roles(plan):
        for card, ports in _cards(role).items():
            fact = ports[0].numa_node
            if fact.mark is Mark.RECALLED:
                names = listed(port.name for port in ports)
                slot = plan.inventory.servers[role.role.server].nics[card].slot
                yield Fault(
                    Place(("servers", role.role.server, "nics", card)),
                    f"the NUMA node {fact.value} of {names} rests on what is recalled of slot "
                    f"{slot}: {fact.source}",
                    f"check /sys/class/net/{ports[0].name}/device/numa_node and write "
                    f"numa_node: {fact.value}",
                )


@PLAN_RULES.rule("recalled-cpu", Severity.WARNING)
def recalled_cpu(plan: Plan) -> Iterator[Fault]:
    """Cores, threads and clock of the CPU of a role with DPDK are known from a source.

    Why: Every CPU list is derived from them; a list for another core count isolates the
    wrong CPUs. Rx queues and PMD cores are sized by the clock.
    Fix: Compare `lscpu`, and state what it shows under `hardware.cpus`.
    Source: lscpu; /proc/cpuinfo.
    """
    for role in tuned_roles(plan):
        topology = role.role.topology
        facts = _recalled((*topology.facts, topology.gigabyte_pages))
        found = {_key(fact): fact.value for fact in facts if _key(fact) in _CPU}
        if role.tuning.hugepage_size != "1 GiB":
            found.pop("gigabyte_pages", None)
        if role.role.dpdk and topology.base_clock.mark is Mark.RECALLED and _sized(role):
            found["base_clock"] = topology.base_clock.value
        if found:
            cpu = plan.inventory.servers[role.role.server].cpu
            looks = dict.fromkeys(_CPU[key] for key in found)
            yield Fault(
                Place(("servers", role.role.server, "cpu")),
                f"{_words(found)} of {cpu} are recalled",
                f"check {listed(looks)} and write hardware: "
                f"{{cpus: {{{cpu}: {{{_yaml(found)}}}}}}}",
            )


def _sized(role: TunedRole) -> bool:
    """Whether queues or PMD cores of the role follow from its traffic."""
    queues = any(link.link.rx_queues == "auto" for link in role.links)
    cores = role.tuning.pmd_cpus is None and role.tuning.pmd_cores_per_numa == "auto"
    return bool(role.links) and (queues or cores)


@PLAN_RULES.rule("recalled-server", Severity.WARNING)
def recalled_server(plan: Plan) -> Iterator[Fault]:
    """Sockets, CPU numbering and memory channels of a DPDK server are known from the machine.

    Why: CPU lists follow sockets and numbering; DPDK spreads its buffers over the
    channels.
    Fix: Look them up on one machine and write them in the server profile.
    Source: lscpu; dmidecode -t memory.
    """
    for role in tuned_roles(plan):
        topology = role.role.topology
        found = {
            _key(fact): fact.value
            for fact in _recalled(topology.facts)
            if _key(fact) in ("sockets", "numbering")
        }
        if role.role.dpdk and topology.memory_channels.mark is Mark.RECALLED:
            found["memory_channels"] = topology.memory_channels.value
        if found:
            yield Fault(
                Place(("servers", role.role.server, "model")),
                f"{_words(found)} of {role.role.server} are recalled",
                f"check lscpu and dmidecode -t memory, and write {_yaml(found)} in "
                f"servers.{role.role.server}",
            )


@PLAN_RULES.rule("recalled-clustering", Severity.WARNING)
def recalled_clustering(plan: Plan) -> Iterator[Fault]:
    """With several NUMA nodes per socket the cores of each node are stated.

    Why: Which cores and slots belong to which node of a socket is a guess otherwise.
    Fix: State every node under `numa_nodes`, as lscpu shows it.
    Source: lscpu -e.
    """
    for role in tuned_roles(plan):
        server = plan.inventory.servers[role.role.server]
        if server.numa_nodes_per_socket > 1 and not server.numa_nodes:
            yield Fault(
                Place(("servers", role.role.server, "numa_nodes_per_socket")),
                f"the cores of the {len(role.nodes)} NUMA nodes of {role.role.server} are a guess",
                "state them under numa_nodes, as lscpu -e shows them",
            )


@PLAN_RULES.rule("recalled-card", Severity.WARNING)
def recalled_card(plan: Plan) -> Iterator[Fault]:
    """Drivers and limits of cards with DPDK ports are known from a source.

    Why: The wrong driver leaves the port without DPDK; a wrong limit lets through an MTU
    or queue count that the card silently does not take.
    Fix: Look the value up and state it under `hardware.nics`.
    Source: DPDK release notes and driver guides; ethtool -l.
    """
    for role in tuned_roles(plan):
        for card, ports in _cards(role).items():
            facts = [getattr(ports[0], key) for key in _CARD]
            found = {_key(fact): fact.value for fact in _recalled(facts)}
            if found:
                model = plan.inventory.servers[role.role.server].nics[card].model
                yield Fault(
                    Place(("servers", role.role.server, "nics", card, "model")),
                    f"{_words(found)} of {model} are recalled",
                    f"check ethtool -i, ethtool -l and the driver's guide, and write hardware: "
                    f"{{nics: {{{model}: {{{_yaml(found)}}}}}}}",
                )


def _words(found: dict[str, object]) -> str:
    """`20 cores and 2 threads per core`."""
    words = (_LABEL.get(key, f"{key} {{}}").format(value) for key, value in found.items())
    return listed(text.removesuffix("s") if text.startswith("1 ") else text for text in words)


def _yaml(found: dict[str, object]) -> str:
    """`cores: 20, threads_per_core: 2`."""
    return ", ".join(f"{key}: {_text(value)}" for key, value in found.items())


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
