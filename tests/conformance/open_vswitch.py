"""Bring ifcfg files up against a real ovsdb-server, as ifup would with ovs-vsctl.

There is no switch daemon: what is judged and read back are the settings in the database.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from . import ifcfg

_START_SECONDS = 30
# Empty means unset in the database.
_UNSET: tuple[object, ...] = ([], {}, "", False, None)


class Database:
    """A private ovsdb-server, ended with the context."""

    def __init__(self, prefix: Path) -> None:
        self._prefix = prefix
        libraries = sorted(str(path) for path in prefix.glob("usr/lib/*-linux-gnu"))
        self._scratch = tempfile.TemporaryDirectory(prefix="ovs-")
        self._directory = Path(self._scratch.name)
        self._socket = f"unix:{self._directory}/db"
        self._environment = {"PATH": "/usr/bin:/bin", "LD_LIBRARY_PATH": ":".join(libraries)}
        for variable in ("OVS_RUNDIR", "OVS_LOGDIR", "OVS_DBDIR", "OVS_SYSCONFDIR"):
            self._environment[variable] = str(self._directory)

    def __enter__(self) -> Database:
        database = str(self._directory / "conf.db")
        schema = str(self._prefix / "usr/share/openvswitch/vswitch.ovsschema")
        self._run("usr/bin/ovsdb-tool", "create", database, schema, check=True)
        self._server = subprocess.Popen(
            [
                str(self._prefix / "usr/sbin/ovsdb-server"),
                database,
                f"--remote=p{self._socket}",
                f"--unixctl={self._directory}/ctl",
                "-vconsole:off",
                "-vsyslog:off",
            ],
            env=self._environment,
            stdin=subprocess.DEVNULL,
        )
        try:
            self._wait_until_up()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def _wait_until_up(self) -> None:
        end = time.monotonic() + _START_SECONDS
        while self._server.poll() is None and time.monotonic() < end:
            if os.path.exists(self._directory / "db") and not self.vsctl("init").returncode:
                return
            time.sleep(0.05)
        raise RuntimeError("ovsdb-server does not come up")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.terminate()
        self._server.wait(10)
        self._scratch.cleanup()

    def _run(
        self, program: str, *arguments: str, check: bool = False
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self._prefix / program), *arguments],
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=_START_SECONDS,
            check=check,
        )

    def vsctl(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self._run(
            "usr/bin/ovs-vsctl", f"--db={self._socket}", "--timeout=10", "--no-wait", *arguments
        )

    def table(self, name: str, columns: str) -> dict[str, dict[str, Any]]:
        done = self.vsctl("--format=json", f"--columns=_uuid,{columns}", "list", name)
        if done.returncode:
            raise RuntimeError(done.stderr)
        # An empty table is printed as nothing at all.
        data = json.loads(done.stdout or '{"headings": [], "data": []}')
        return {
            _plain(row[0]): dict(zip(data["headings"][1:], map(_plain, row[1:]), strict=True))
            for row in data["data"]
        }


def bring_up(
    prefix: Path, files: Mapping[str, str], commands: Sequence[str]
) -> tuple[dict[str, Any], list[str]]:
    """The bridges in the database after the ifup commands, and what was refused."""
    devices = {
        path.removeprefix(ifcfg.NETWORK_SCRIPTS): ifcfg.parse(text)
        for path, text in files.items()
        if path.startswith(ifcfg.NETWORK_SCRIPTS)
    }
    problems = []
    for name, device in devices.items():
        problems += [f"{name}: {text}" for text in device.problems]
        unused = ifcfg.never_applied(device.values)
        problems += [f"{name}: ifup does not look at {key}" for key in unused]
    done: set[str] = set()

    def ifup(name: str) -> None:
        device = devices.get(name)
        arguments = ifcfg.ovs_arguments(device.values) if device else []
        if device is None or name in done or not arguments:
            return
        done.add(name)
        if not ifcfg.is_bridge(device.values):
            ifup(device.values.get("OVS_BRIDGE", ""))
        run = database.vsctl(*arguments)
        if run.returncode:
            problems.append(f"{name}: ovs-vsctl refuses: {run.stderr.strip()}")

    with Database(prefix) as database:
        for command in commands:
            if command.startswith("ifup "):
                ifup(command.removeprefix("ifup "))
        for name, device in devices.items():
            if ifcfg.ovs_arguments(device.values) and name not in done:
                problems.append(f"{name}: nothing brings it up")
        return _bridges(database), problems


def _bridges(database: Database) -> dict[str, Any]:
    """Bridges with their ports and interfaces by name, only with what is set."""
    interfaces = database.table("Interface", "name,type,options,mtu_request,other_config")
    ports = database.table("Port", "name,tag,trunks,bond_mode,lacp,other_config,interfaces")
    bridges = database.table("Bridge", "name,datapath_type,fail_mode,other_config,ports")
    found = {}
    for bridge in bridges.values():
        entry = _set(bridge)
        entry["ports"] = {}
        for port in (ports[key] for key in _many(bridge["ports"])):
            item = _set(port)
            item["interfaces"] = {
                interfaces[key]["name"]: _set(interfaces[key]) for key in _many(port["interfaces"])
            }
            entry["ports"][port["name"]] = item
        found[bridge["name"]] = entry
    return found


def _set(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != "name" and value not in _UNSET}


def _many(value: Any) -> list[str]:
    return value if isinstance(value, list) else [value]


def _plain(value: Any) -> Any:
    """OVSDB writes sets, maps and references as tagged pairs."""
    match value:
        case ["set", items]:
            return [_plain(item) for item in items]
        case ["map", pairs]:
            return {key: _plain(item) for key, item in pairs}
        case ["uuid", name]:
            return name
    return value
