"""CPU time and memory of child processes, and measured values against bounds."""

import os
import resource
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

PYTHON = sys.executable
GENERATOR = (PYTHON, "-c", "from generator.__main__ import main; main()")

# Installed programs have their bytecode; without it each run would compile ours anew.
_ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


@dataclass(frozen=True)
class Bound:
    """A measured value and what it may be at most."""

    what: str
    measured: float
    limit: float
    unit: str = ""

    @property
    def kept(self) -> bool:
        return self.measured <= self.limit

    def __str__(self) -> str:
        verdict = "kept" if self.kept else "BROKEN"
        return f"{verdict:>6}  {self.what}: {self.measured:.2f}{self.unit} <= {self.limit:g}"


def cpu_seconds(command: Sequence[str]) -> float:
    """User and system time of one run, its children included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True, env=_ENVIRONMENT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def least_cpu(commands: Mapping[str, Sequence[str]], runs: int) -> dict[str, float]:
    """The least CPU time of each command. Runs are interleaved, so that a busy
    moment of the machine does not fall on one command alone."""
    least = dict.fromkeys(commands, float("inf"))
    for _ in range(runs):
        for name, command in commands.items():
            least[name] = min(least[name], cpu_seconds(command))
    return least


def peak_memory(command: Sequence[str]) -> int:
    """The most memory in bytes that a run had resident."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=_ENVIRONMENT) as child:
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, command)
    return usage.ru_maxrss * 1024


def report(bounds: Sequence[Bound]) -> int:
    """Print every bound; the exit code says whether all are kept."""
    for bound in bounds:
        print(bound)  # noqa: T201
    return 0 if all(bound.kept for bound in bounds) else 1
