"""The generated parts of docs/rx-queues.md: what a plan says of queues, threads and memory."""

from readme_parts import EXAMPLE, Part, Setting, between, block

_ROLE = "    server: compute-nfv\n"


def _tuned(found: Setting, tuning: str) -> str:
    """The reference example with tuning for its role with DPDK."""
    text = (found.folder / EXAMPLE).read_text("utf-8")
    path = "inventory.yaml"
    tuned = text.replace(_ROLE, f"{_ROLE}    tuning: {{{tuning}}}\n")
    (found.folder / path).write_text(tuned, "utf-8")
    return path


def _role(found: Setting, path: str) -> list[str]:
    """The plan of the role with DPDK."""
    return found.nfvgen("plan", path, "--role", "ComputeOvsDpdk").splitlines()


def _excerpt(lines: list[str]) -> str:
    return block("\n".join(lines).strip("\n").splitlines())


def polling(found: Setting) -> str:
    """Who polls what in the reference example."""
    return _excerpt(between(_role(found, EXAMPLE), "Polling", "Hardware"))


def pinned(found: Setting) -> str:
    """The same with pins."""
    path = _tuned(found, "pin_rx_queues: true")
    return _excerpt(between(_role(found, path), "Polling", "Hardware"))


def rendered(found: Setting) -> str:
    """The pins in the nic-config."""
    found.nfvgen("generate", _tuned(found, "pin_rx_queues: true"), "-o", "pinned")
    lines = found.lines("pinned/nic-configs/compute-ovs-dpdk.yaml")
    return block([line.strip() for line in between(lines, "ovs_extra:", "# ")], "yaml")


def too_few(found: Setting) -> str:
    """Pins that leave no thread for guests."""
    path = _tuned(found, "pin_rx_queues: true, pmd_cores_per_numa: 2")
    said = found.nfvgen("validate", path, "--select", "rxq-pins-take-every-pmd", code=1)
    return block(said.splitlines())


def memory(found: Setting) -> str:
    """What Open vSwitch needs on each node."""
    return _excerpt(between(_role(found, EXAMPLE), "Memory", "Polling"))


def guest(found: Setting) -> str:
    """The port of a guest."""
    return _excerpt(between(found.nfvgen("plan", EXAMPLE).splitlines(), "vhost queues", "Notes"))


RX_QUEUES_PARTS: dict[str, Part] = {
    "polling": polling,
    "pinned": pinned,
    "rendered": rendered,
    "too-few": too_few,
    "memory": memory,
    "guest": guest,
}
