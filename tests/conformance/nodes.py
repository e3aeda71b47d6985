"""A node as the scripts of host-tuning/ see it: a tree of plain files in place of sysfs and
procfs, and stubs of the programs that they call. The stubs are ours; what they print has the
form that ethtool 5.13, systemctl and ovs-vsctl print."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

STUBS = {
    # Prints and sets the number in channels/PORT, a multiple of STEP; calls are logged.
    "ethtool": """
case $1 in
  -l)
    printf 'Channel parameters for %s:\\nPre-set maximums:\\nRX:\\t\\tn/a\\nTX:\\t\\tn/a\\n' "$2"
    printf 'Other:\\t\\t1\\nCombined:\\t64\\nCurrent hardware settings:\\nRX:\\t\\tn/a\\n'
    printf 'TX:\\t\\tn/a\\nOther:\\t\\t1\\nCombined:\\t%s\\n' "$(cat "$STUBS/channels/$2")" ;;
  -L) echo "$(($4 / ${STEP:-1} * ${STEP:-1}))" >"$STUBS/channels/$2" ;;
esac
""",
    # What a file named after a command holds is the exit status of that command.
    "systemctl": 'exit "$(cat "$STUBS/status/$1" 2>/dev/null || echo 0)"\n',
    "udevadm": "",
    # `--if-exists get TABLE RECORD COLUMN`: a file of the name holds what is printed.
    "ovs-vsctl": 'cat "$STUBS/ovs/$3 $4 $5" 2>/dev/null || true\n',
}


def parsed(text: str) -> set[int]:
    """The CPUs of a bitmap as the kernel reads it (lib/bitmap-str.c, bitmap_parse)."""
    words = text.strip().split(",")
    assert all(0 < len(word) <= 8 for word in words), f"{text!r} has a word above 32 bits"
    number = int("".join(word.zfill(8) for word in words), 16)
    return {bit for bit in range(number.bit_length()) if number >> bit & 1}


def printed(cpus: set[int], count: int) -> str:
    """A bitmap as a kernel with `count` CPUs prints it (lib/vsprintf.c, bitmap_string)."""
    digits = f"{sum(1 << cpu for cpu in cpus):0{-(-count // 4)}x}"
    first = len(digits) % 8
    words = [digits[:first]] if first else []
    return ",".join([*words, *(digits[at : at + 8] for at in range(first, len(digits), 8))])


@dataclass
class Node:
    """One machine below a folder."""

    root: Path
    stubs: Path
    shell: Sequence[str] = ("dash",)
    environment: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def made(cls, folder: Path, shell: Sequence[str] = ("dash",)) -> "Node":
        stubs = folder / "stubs"
        (stubs / "channels").mkdir(parents=True)
        (stubs / "ovs").mkdir()
        (stubs / "status").mkdir()
        for name, body in STUBS.items():
            stub = stubs / name
            stub.write_text(f'#!/bin/sh\necho "{name} $*" >>"$STUBS/calls"\n{body}')
            stub.chmod(0o755)
        (folder / "root").mkdir()
        return cls(folder / "root", stubs, shell)

    def write(self, path: str, text: str) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.rstrip("\n") + "\n")  # as the kernel ends what it prints
        return file

    def read(self, path: str) -> str:
        return (self.root / path).read_text().strip()

    def add_port(
        self, name: str, queues: int, cpus: int, irqs: Mapping[int, str] | None = None,
        node: int = 0,
    ) -> None:  # fmt: skip
        """A port as its driver makes it: queue n has CPU n, interrupts may go anywhere."""
        self.write(f"sys/class/net/{name}/device/numa_node", str(node))
        (self.stubs / "channels" / name).write_text(f"{queues}\n")
        for queue in range(queues):
            self.write(self.xps(name, queue), f"{printed({queue % cpus}, cpus)}")
        for number, action in (irqs or {}).items():
            self.write(f"sys/class/net/{name}/device/msi_irqs/{number}", "msix")
            self.write(f"sys/kernel/irq/{number}/actions", action)
            self.write(self.affinity(number), f"0-{cpus - 1}")

    @staticmethod
    def xps(port: str, queue: int) -> str:
        return f"sys/class/net/{port}/queues/tx-{queue}/xps_cpus"

    @staticmethod
    def affinity(number: int) -> str:
        return f"proc/irq/{number}/smp_affinity_list"

    def run(self, script: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a script of ours on the node."""
        return subprocess.run(
            [*self.shell, str(script), *arguments],
            env={
                "PATH": f"{self.stubs}:{os.environ['PATH']}", "STUBS": str(self.stubs),
                "NFVGEN_ROOT": str(self.root), **self.environment,
            },
            capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip

    def ok(self, script: Path, *arguments: str) -> str:
        """Run a script that has nothing to complain of."""
        done = self.run(script, *arguments)
        assert (done.returncode, done.stderr) == (0, ""), f"{done.stdout}{done.stderr}"
        return done.stdout

    @property
    def tuning(self) -> Path:
        """The script that the installer leaves on a node."""
        return self.root / "usr/local/sbin/nfvgen-kernel-ports"

    def calls(self, program: str) -> list[str]:
        """How a stub was called."""
        log = self.stubs / "calls"
        lines = log.read_text().splitlines() if log.exists() else []
        return [line for line in lines if line.startswith(f"{program} ")]

    def tree(self) -> dict[str, tuple[str, int]]:
        """Every file with its content and the time of its last change."""
        return {
            path.relative_to(self.root).as_posix(): (path.read_text(), path.stat().st_mtime_ns)
            for path in sorted(self.root.rglob("*"))
            if path.is_file()
        }
