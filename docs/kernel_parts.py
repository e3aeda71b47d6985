"""The generated parts of docs/kernel-datapath.md: the example, its plan, its files, and what
check.sh says on a node."""

import os
import subprocess

from readme_parts import Part, Setting, between, block

EXAMPLE = "examples/kernel-compute/inventory.yaml"


def inventory(found: Setting) -> str:
    """The role as the engineer writes it."""
    lines = found.lines(EXAMPLE)
    return block(["roles:", "  # ...", *lines[lines.index("  Compute:") :]], "yaml")


def plan(found: Setting) -> str:
    """Which CPUs serve the ports."""
    lines = found.nfvgen("plan", EXAMPLE, "--role", "Compute").splitlines()
    return block(between(lines, "Kernel ports", "Hardware"))


def notes(found: Setting) -> str:
    """When it matters, and what is known of it."""
    lines = found.nfvgen("plan", EXAMPLE).splitlines()
    return block(lines[lines.index("Notes") :])


def files(found: Setting) -> str:
    """What is rendered of it."""
    printed = found.nfvgen("generate", EXAMPLE, "-o", "kernel").splitlines()
    return block([line for line in printed if "host-tuning" in line])


def environment(found: Setting) -> str:
    """How the deployment comes to it."""
    return block(found.lines("kernel/environments/host-tuning.yaml"), "yaml")


def refused(found: Setting) -> str:
    """A port that is not the kernel's."""
    text = (found.folder / "examples/dell-r740xd-dpdk/inventory.yaml").read_text("utf-8")
    asked = "  ComputeOvsDpdk:\n    kernel_ports: {xps: disable, ports: [ens4f0]}\n"
    (found.folder / "asked.yaml").write_text(text.replace("  ComputeOvsDpdk:\n", asked, 1), "utf-8")
    lines = found.nfvgen("validate", "asked.yaml", code=1).splitlines()
    return block(between(lines, "asked.yaml:", "asked.yaml:"))


def check(found: Setting) -> str:
    """A node with two queues a port, one of which the driver made anew."""
    root = found.folder / "node"
    for port, first in (("ens4f0", 90), ("ens4f1", 95)):
        device = f"sys/class/net/{port}"
        wanted = {f"{device}/device/numa_node": "1"}
        for queue, cpu in ((0, 1), (1, 3)):
            irq = first + queue
            wanted |= {
                f"{device}/queues/tx-{queue}/xps_cpus": "0000,00000000",
                f"{device}/device/msi_irqs/{irq}": "msix",
                f"sys/kernel/irq/{irq}/actions": f"{port}-TxRx-{queue}",
                f"proc/irq/{irq}/smp_affinity_list": str(cpu),
            }
        if port == "ens4f1":
            wanted[f"{device}/queues/tx-1/xps_cpus"] = "0000,00000002"
        for name, text in wanted.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(f"{text}\n", "utf-8")
    done = subprocess.run(
        ["sh", str(found.folder / "kernel/host-tuning/check.sh"), "Compute"],
        env={**os.environ, "NFVGEN_ROOT": str(root)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 1 or done.stderr:
        raise SystemExit(f"check.sh: {done.stdout}{done.stderr}")
    return block(done.stdout.splitlines())


KERNEL_PARTS: dict[str, Part] = {
    "inventory": inventory,
    "plan": plan,
    "refused": refused,
    "files": files,
    "environment": environment,
    "check": check,
    "notes": notes,
}
