"""A running control plane that the workers of a test run share."""

import fcntl
import json
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, build_opener

from conformance.oracles import ENVIRONMENTS, INSIDE, OracleError

from .databases import copy_databases, kept
from .settings import PASSWORD, SERVICES, environment, url, write_settings

SERIES = ("train", "recent")
_STARTED: list[subprocess.Popen[bytes]] = []  # kept: they end later than who started them
_START_SECONDS = 240  # two workers start one each, beside other tests


class ControlPlane:
    """Keystone, Placement, Nova and Glance of one series on free ports of the loopback.

    The first worker starts them, the others find them in `folder`. A lock on a file says who
    needs them; the servers end when it is free.
    """

    def __init__(self, series: str, folder: Path) -> None:
        self.series, self._folder = series, folder
        folder.mkdir(parents=True, exist_ok=True)
        self._users = (folder / "users").open("w")
        fcntl.flock(self._users, fcntl.LOCK_SH)
        with _locked(folder / "start"):
            known = folder / "ports.json"
            self.ports: Mapping[str, int] = json.loads(known.read_text()) if known.exists() else {}
            if not self.ports or not all(map(_listens, self.ports.values())):
                self.ports = self._start()
                known.write_text(json.dumps(self.ports))

    @contextmanager
    def alone(self) -> Iterator[None]:
        """The cloud for one test at a time."""
        with _locked(self._folder / "alone"):
            yield

    def close(self) -> None:
        """No longer needed here."""
        self._users.close()

    def clouds(self, **others: dict[str, Any]) -> dict[str, Any]:
        """The content of clouds.yaml: admin, member and reader, one with a wrong password,
        and `others` that differ from admin in these settings."""
        users = (
            ("admin", "admin", PASSWORD, "admin"),
            ("member", "member", PASSWORD, "demo"),
            ("reader", "reader", PASSWORD, "demo"),
            ("refused", "admin", "hidden-and-wrong", "admin"),
        )
        clouds = {
            cloud: {
                "region_name": "RegionOne",
                "auth": {
                    "auth_url": url(self.ports, "keystone"), "username": user,
                    "password": password, "project_name": project,
                    "user_domain_id": "default", "project_domain_id": "default",
                },
            }
            for cloud, user, password, project in users
        }  # fmt: skip
        return {"clouds": clouds | {name: clouds["admin"] | own for name, own in others.items()}}

    def write_clouds(self, folder: Path, **others: dict[str, Any]) -> Path:
        """A file of it. JSON is YAML."""
        file = folder / "clouds.yaml"
        file.write_text(json.dumps(self.clouds(**others)))
        return file

    def _start(self) -> Mapping[str, int]:
        venv = ENVIRONMENTS / f"openstack-{self.series}"
        if not kept(venv).is_dir():
            raise OracleError(f"{venv} is missing; run tests/conformance/setup.sh")
        root = Path(tempfile.mkdtemp(dir=self._folder))
        sockets = {service: _listening() for service in SERVICES}
        ports: dict[str, int] = {name: sock.getsockname()[1] for name, sock in sockets.items()}
        write_settings(root, venv, ports)
        copy_databases(venv, root, {service: url(ports, service) for service in SERVICES})
        servers = {}
        for service, sock in sockets.items():
            command = [venv / "bin" / "python", INSIDE / "openstack_serve.py", service]
            with sock, (root / f"{service}.log").open("wb") as log:
                servers[service] = subprocess.Popen(
                    [*map(str, command), str(sock.fileno()), self._users.name],
                    pass_fds=[sock.fileno()], env=environment(root, venv), cwd=root,
                    stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                )  # fmt: skip
        _STARTED.extend(servers.values())
        for service, server in servers.items():
            if not _answers(server, ports[service]):
                log_text = (root / f"{service}.log").read_text(errors="replace")
                raise OracleError(f"{service} of {self.series} fails:\n{log_text[-4000:]}")
        return ports


def _answers(server: subprocess.Popen[bytes], port: int) -> bool:
    """Wait until a server answers, whatever the answer is about."""
    opener = build_opener(ProxyHandler({}))
    end = time.monotonic() + _START_SECONDS
    while time.monotonic() < end and server.poll() is None:
        try:
            opener.open(f"http://127.0.0.1:{port}/", timeout=_START_SECONDS).close()
        except HTTPError as answer:
            return answer.code < 500
        except (URLError, OSError):
            time.sleep(0.1)
        else:
            return True
    return False


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 10):
        return True
    return False


def _listening() -> socket.socket:
    """A socket on a free port: what is listened on already cannot be taken by others."""
    found = socket.socket()
    found.bind(("127.0.0.1", 0))
    found.listen(128)
    return found


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    with file.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
