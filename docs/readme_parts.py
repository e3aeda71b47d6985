"""The generated parts of README.md: what the commands print for the reference example."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from ruamel.yaml import YAML

EXAMPLE = "examples/dell-r740xd-dpdk/inventory.yaml"
HOME = "/srv/nfvgen"  # stands for the folder in which the script ran

_NFVGEN = "import sys; sys.argv[0] = 'nfvgen'; from generator.cli import main; main()"

# What each value follows from, in short; its source is the plan's own.
_RULES = {
    "OvsDpdkCoreList": "the first core of each NUMA node, all its threads",
    "OvsPmdCoreList": "the next cores: a thread for each rx queue of the node's DPDK ports, and"
    " as many as their traffic needs both ways; one core on a node without any",
    "NovaComputeCpuDedicatedSet": "all CPUs less those of the host and the PMDs",
    "NovaComputeCpuSharedSet": "the host's CPUs, for emulator threads",
    "IsolCpusList": "PMD and guest CPUs",
    "OvsDpdkSocketMemory": "per NUMA node the larger of the guide's formula and of full packet"
    " buffer pools as Open vSwitch allocates them",
    "OvsDpdkMemoryChannels": "memory channels of a NUMA node",
    "KernelArgs": "huge pages by percentage after the host's share, evenly per NUMA node;"
    " the CPU vendor's IOMMU; the isolated CPUs",
    "NovaReservedHostMemory": "the guide's fixed value",
}


class Setting(NamedTuple):
    """A folder with the examples, and what nfvgen made of the reference example there."""

    folder: Path
    generated: str  # what `generate` printed

    def nfvgen(self, *arguments: str, code: int = 0) -> str:
        """What a command prints on standard output."""
        return _run(self.folder, *arguments, code=code)

    def lines(self, name: str) -> list[str]:
        """A file of the folder."""
        return (self.folder / name).read_text("utf-8").splitlines()


Part = Callable[[Setting], str]
"""Makes the text of a generated part."""


@contextmanager
def setting(root: Path) -> Iterator[Setting]:
    """A folder that looks like a checkout in which the example was generated into out/."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        shutil.copytree(root / "examples", folder / "examples")
        printed = _run(folder, "generate", EXAMPLE, "-o", "out")
        yield Setting(folder, printed)


def _run(folder: Path, *arguments: str, code: int = 0) -> str:
    """What a command prints: on standard output, or on standard error if it is refused."""
    done = subprocess.run(
        [sys.executable, "-c", _NFVGEN, *arguments],
        cwd=folder, env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != code:
        raise SystemExit(f"nfvgen {' '.join(arguments)}: {done.stdout}{done.stderr}")
    return (done.stdout or done.stderr).replace(str(folder), HOME)


def between(lines: list[str], first: str, last: str) -> list[str]:
    """From the line that begins with `first` (spaces aside) to that before `last`."""
    start = next(i for i, line in enumerate(lines) if line.strip().startswith(first))
    end = next(i for i, line in enumerate(lines[start + 1 :], start + 1)
               if line.strip().startswith(last))  # fmt: skip
    while not lines[end - 1].strip():
        end -= 1
    return lines[start:end]


def block(lines: list[str], language: str = "text") -> str:
    return f"```{language}\n" + "\n".join(lines) + "\n```\n"


def inventory(found: Setting) -> str:
    """The compute profile and the compute role as the engineer writes them."""
    lines = found.lines(EXAMPLE)
    profile = between(lines, "compute-nfv:", "storage:")
    role = between(lines, "ComputeOvsDpdk:", "CephStorage:")
    flavor = lines[lines.index("flavors:") :]
    return block(["servers:", *profile, "roles:", *role, *flavor], "yaml")


def generate(found: Setting) -> str:
    """What `generate` prints."""
    return block(found.generated.splitlines())


def tree(found: Setting) -> str:
    """The files with what each says of itself."""
    out = found.folder / "out"
    names = sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())
    width = max(map(len, names)) + 2
    return block([f"{name:<{width}}{_about(found.lines(f'out/{name}'))}".rstrip()
                   for name in names])  # fmt: skip


def _about(lines: list[str]) -> str:
    """The first sentence of the first comment of a file."""
    comments = [line[2:] for line in lines[:5] if line.startswith("# ")]
    sentence = " ".join(comments).partition(". ")[0].rstrip(".")
    return f"{sentence}." if comments else "What was written, so that hand edits are noticed."


def validate(found: Setting) -> str:
    """The findings on the reference example."""
    return block(found.nfvgen("validate", EXAMPLE).splitlines())


def error(found: Setting) -> str:
    """A misspelt key."""
    text = (found.folder / EXAMPLE).read_text("utf-8")
    misspelt = found.folder / "inventory.yaml"
    misspelt.write_text(text.replace("rx_queues: 2 ", "rx_queus: 2 "), "utf-8")
    return block(found.nfvgen("validate", "inventory.yaml", code=1).splitlines())


def plan(found: Setting) -> str:
    """The PMD CPUs, the memory of Open vSwitch, the facts and a chain of MTUs."""
    lines = found.nfvgen("plan", EXAMPLE, "--role", "ComputeOvsDpdk").splitlines()
    return block(
        [
            *between(lines, "OvsPmdCoreList", "NovaComputeCpuDedicatedSet"),
            "    ...",
            *between(lines, "OvsDpdkSocketMemory", "OvsDpdkMemoryChannels"),
            "    ...",
            *between(lines, "Facts", "! intel"),
            "      ...",
            *between(lines, "recalled: usual riser", "recalled: "),
            "",
            "MTU chain",
            "---------",
            *between(lines, "ComputeOvsDpdk dpdkbond0", "source:"),
        ]
    )


def sizing(found: Setting) -> str:
    """What the ports of the reference node carry, and the PMD cores for it."""
    lines = found.nfvgen("plan", EXAMPLE, "--role", "ComputeOvsDpdk").splitlines()
    lines = lines[lines.index("  Sizing") :]
    rates = between(lines, "bytes    line rate", "Memory")
    return block(
        [
            *between(lines, "a PMD thread serves", "NUMA node 0"),
            "    ...",
            *between(lines, "NUMA node 1", "NUMA node 1 has"),
            "    ...",
            *(rates[0], rates[1], *rates[-5:]),
        ]
    )


def ovs_dpdk(found: Setting) -> str:
    """An excerpt of the tuning."""
    lines = found.lines("out/environments/ovs-dpdk.yaml")
    return block(
        [
            "parameter_defaults:",
            "  ComputeOvsDpdkParameters:",
            "    # ...",
            *between(lines, "# the first cores of each", "# NUMA node 0: no DPDK port: the fixed"),
            "    # ...",
            *between(lines, "# 6 channels per socket", "# as the product"),
        ],
        "yaml",
    )


def nic_config(found: Setting) -> str:
    """The bridge of the DPDK bond."""
    lines = found.lines("out/nic-configs/compute-ovs-dpdk.yaml")
    bridge = between(lines, '- type: "ovs_user_bridge"', "outputs:")
    return block(textwrap.dedent("\n".join(bridge)).splitlines(), "yaml")


def deploy(found: Setting) -> str:
    """The command that the files are for."""
    lines = found.lines("out/deploy.sh")
    start = lines.index("openstack overcloud deploy \\")
    return block(lines[start:], "sh")


def hand_edit(found: Setting) -> str:
    """What becomes of a run that would give up a hand edit."""
    edited = found.folder / "out" / "environments" / "ovs-dpdk.yaml"
    before = edited.read_text("utf-8")
    edited.write_text(before.replace('"6"', '"4"'), "utf-8")
    refusal = found.nfvgen("generate", EXAMPLE, "-o", "out", code=2).splitlines()
    edited.write_text(before, "utf-8")
    return block([line for line in refusal if "see them with" not in line])


def python(found: Setting) -> str:
    """What the Python example of README.md prints."""
    text = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
    code = text.partition("```python\n")[2].partition("```\n")[0]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=found.folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"README.md, the Python example: {done.stderr}")
    return block(done.stdout.splitlines())


def rules(found: Setting) -> str:
    """What is derived, by which rule, from which source."""
    view = json.loads(found.nfvgen("plan", EXAMPLE, "--format", "json"))
    values = view["roles"]["ComputeOvsDpdk"]["values"]
    rows = [(f"`{name}`", rule, values[name]["source"]) for name, rule in _RULES.items()]
    links = view["roles"]["ComputeOvsDpdk"]["links"]["dpdkbond0"]["values"]
    [dell] = [f["source"] for f in links["rx_queues"]["facts"] if "jumbo" in f["name"]]
    queues = "a PMD thread's share of the traffic each, as a power of two; 2 at least for jumbo"
    rows += [
        ("MTU of a link", "the largest of what runs over it", links["mtu"]["source"]),
        ("rx queues of a DPDK port", f"{queues} frames on 25 Gbit/s", f"docs/sizing.md; {dell}"),
        ("bond options", "what the mode needs", links["options"]["source"]),
    ]
    head = ["| value | rule | source |", "|---|---|---|"]
    return "\n".join([*head, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


def catalogue(found: Setting) -> str:
    """The ids of the hardware catalogue, those of a family together."""
    from generator.catalog.tables import known_ids

    lines = [
        f"- Servers: {_codes(sorted(known_ids('servers')))}",
        f"- Network cards: {_codes(sorted(known_ids('nics')))}",
        "- Processors, by family:",
    ]
    parts = sorted(known.rpartition("-") for known in known_ids("cpus"))
    for family in dict.fromkeys(family for family, _, _ in parts):
        models = ", ".join(model for name, _, model in parts if name == family)
        lines.append(f"  - `{family}-` {models}")
    return "\n".join(lines) + "\n"


def _codes(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def roles(found: Setting) -> str:
    """The roles that the release target knows."""
    path = Path(__file__).parents[1] / "generator/catalog/targets/rhosp-16.1-roles.yaml"
    names = list(YAML(typ="safe").load(path))
    own = "and those with names of your own that are `like` one of them"
    return f"- Roles: {_codes(names)},\n  {own}.\n"


def help_text(found: Setting) -> str:
    """The commands."""
    return block(found.nfvgen("--help").splitlines())


PARTS: dict[str, Part] = {
    "inventory": inventory,
    "generate": generate,
    "tree": tree,
    "validate": validate,
    "error": error,
    "plan": plan,
    "sizing": sizing,
    "ovs-dpdk": ovs_dpdk,
    "nic-config": nic_config,
    "deploy": deploy,
    "hand-edit": hand_edit,
    "python": python,
    "rules": rules,
    "catalogue": catalogue,
    "roles": roles,
    "help": help_text,
}
