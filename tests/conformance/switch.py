"""Ask a real ovs-vswitchd which PMD core polls which receive queue.

Its userspace datapath runs with NUMA nodes and ports that are made up (--dummy-numa,
type dummy-pmd): no DPDK, no huge pages, no privileges, no interface of the machine.
"""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from .open_vswitch import Database

_SECONDS = 30
_BRIDGE = "br0"
# One such line for each queue when queues are assigned.
_OUTCOME = re.compile(r"(?:assigned|is pinned with|available for) port '(p\d+)' rx queue (\d+)")
_FLOW = (
    "in_port({}),eth(src=50:54:00:00:00:01,dst=50:54:00:00:00:02),eth_type(0x0800),"
    "ipv4(src=10.0.0.1,dst=10.0.0.2,proto=17,tos=0,ttl=64,frag=no),udp(src=1,dst=2)"
)
_CYCLES = re.compile(r"port '(p\d+)' rx queue (\d+) \(measured processing cycles (\d+)\)")


@dataclass(frozen=True)
class Answer:
    """Core -> its queues, the isolated cores, and from the log of the assignment the ports in
    the order in which they got cores and the cycles of each queue."""

    polled: Mapping[int, list[str]]
    isolated: list[int]
    visited: list[str]
    cycles: Mapping[str, int]


class Switch(Database):
    """A private ovs-vswitchd on its own database, ended with the context."""

    def __init__(self, prefix: Path, numa_cores: Mapping[str, Sequence[int]]) -> None:
        super().__init__(prefix)
        nodes = {core: node for node, cores in numa_cores.items() for core in cores}
        assert sorted(nodes) == list(range(len(nodes)))
        self._numa = ",".join(nodes[core] for core in sorted(nodes))

    def __enter__(self) -> Switch:
        super().__enter__()
        # Standard error is written at once, a log file some time later.
        self._log = self._directory / "switch.log"
        self._control = f"{self._directory}/switch.ctl"
        with self._log.open("wb") as log:
            self._start(log)
        try:
            _wait(lambda: self.appctl("version") != "", "ovs-vswitchd does not come up")
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def _start(self, log: BinaryIO) -> None:
        self._switch = subprocess.Popen(
            [
                str(self._prefix / "usr/lib/openvswitch-switch/ovs-vswitchd"),
                self._socket,
                "--enable-dummy",
                "--disable-system",
                f"--dummy-numa={self._numa}",
                f"--unixctl={self._control}",
                "-vconsole:info",
                "-vsyslog:off",
            ],
            env=self._environment,
            cwd=self._directory,
            stdin=subprocess.DEVNULL,
            stderr=log,
        )

    def __exit__(self, *error: Any) -> None:
        self._switch.terminate()
        self._switch.wait(10)
        super().__exit__(*error)

    def appctl(self, *arguments: str) -> str:
        return self._run("usr/bin/ovs-appctl", "-t", self._control, *arguments).stdout

    def configure(self, *arguments: str) -> None:
        """Change the database, and wait until the switch has done as it says."""
        options = [f"--db={self._socket}", f"--timeout={_SECONDS}"]
        self._run("usr/bin/ovs-vsctl", *options, *arguments, check=True)

    def ask(self, layout: Mapping[str, Any], packets: Mapping[str, int] | None = None) -> Answer:
        """The assignment of a layout whose ports are called p and their number."""
        self.configure("--if-exists", "del-br", _BRIDGE)
        self.configure(*_settings(layout))
        queues = sum(port["n_rxq"] for port in layout["ports"])
        lines = self._measured(packets, queues) if packets else self._assign(queues)
        polled, isolated = _parse(self.appctl("dpif-netdev/pmd-rxq-show"))
        ports = [_OUTCOME.search(line) for line in lines if "is pinned with" not in line]
        return Answer(
            polled,
            isolated,
            list(dict.fromkeys(port[1] for port in ports if port)),
            _cycles(lines),
        )

    def _assign(self, queues: int) -> list[str]:
        """Have the queues assigned anew; the lines of the log with their outcomes."""
        lines: list[str] = []

        def assigned() -> bool:
            mark = len(self._log.read_text())
            self.appctl("dpif-netdev/pmd-rxq-rebalance")
            self.appctl("version")  # is answered when that is done
            logged = self._log.read_text()[mark:].splitlines()
            lines[:] = [line for line in logged if _OUTCOME.search(line)]
            return len(lines) == queues

        _wait(assigned, "the queues are not assigned")
        return lines

    def _measured(self, packets: Mapping[str, int], queues: int) -> list[str]:
        """Send packets until the switch has measured what each queue takes."""
        self.appctl("time/stop")
        lines: list[str] = []

        def measured() -> bool:
            for queue, number in packets.items():
                port, _, index = queue.partition(":")
                flows = [_FLOW.format(port[1:])] * number
                self.appctl("netdev-dummy/receive", port, "--qid", index, *flows)
            for _ in range(6):  # seconds of the switch's own clock: it measures for five
                self.appctl("time/warp", "1000")
                time.sleep(0.05)
            lines[:] = self._assign(queues)
            return all(_cycles(lines)[queue] for queue in packets)

        _wait(measured, "the switch measures nothing")
        return lines


def _cycles(lines: Sequence[str]) -> dict[str, int]:
    """What the lines of an assignment say of the cycles of each queue."""
    found = (_CYCLES.search(line) for line in lines)
    return {f"{each[1]}:{each[2]}": int(each[3]) for each in found if each}


def _settings(layout: Mapping[str, Any]) -> list[str]:
    """The layout as arguments of ovs-vsctl."""
    # PMD threads without packets sleep some microseconds: the machine of the tests has few
    # cores. With much longer ones they look at the clock too seldom to measure anything.
    config = [
        "other_config:pmd-maxsleep=100",
        f"other_config:pmd-rxq-assign={layout['algorithm']}",
    ]
    if cores := layout.get("pmd_cores"):
        config.append(f"other_config:pmd-cpu-mask={sum(1 << core for core in cores):x}")
    if "isolate" in layout:
        config.append(f"other_config:pmd-rxq-isolate={str(layout['isolate']).lower()}")
    arguments = ["clear", "Open_vSwitch", ".", "other_config", "--", "set", "Open_vSwitch", "."]
    arguments += [*config, "--", "add-br", _BRIDGE, "--", "set", "Bridge", _BRIDGE]
    arguments += ["datapath_type=dummy", "fail-mode=secure"]
    for port in layout["ports"]:
        name = port["name"]
        pins = ",".join(f"{queue}:{core}" for queue, core in port.get("affinity", {}).items())
        arguments += [
            *("--", "add-port", _BRIDGE, name, "--", "set", "Interface", name, "type=dummy-pmd"),
            f"ofport_request={name[1:]}",
            f"options:n_rxq={port['n_rxq']}",
            f"options:numa_id={port['numa']}",
            *([f"other_config:pmd-rxq-affinity={pins}"] if pins else []),
        ]
    return arguments


def _parse(shown: str) -> tuple[dict[int, list[str]], list[int]]:
    """Core -> queues, and the isolated cores, of the output of pmd-rxq-show."""
    polled: dict[int, list[str]] = {}
    isolated: list[int] = []
    core = -1
    for line in shown.splitlines():
        if thread := re.match(r"pmd thread numa_id \d+ core_id (\d+):", line):
            core = int(thread[1])
            polled[core] = []
        elif re.match(r"\s+isolated\s*: true", line):
            isolated.append(core)
        elif queue := re.match(r"\s+port:\s+(\S+)\s+queue-id:\s+(\d+)", line):
            polled[core].append(f"{queue[1]}:{queue[2]}")
    return polled, sorted(isolated)


def _wait(done: Callable[[], bool], otherwise: str) -> None:
    end = time.monotonic() + _SECONDS
    while not done():
        if time.monotonic() > end:
            raise RuntimeError(otherwise)
        time.sleep(0.05)
