"""Make the databases of a control plane once, for every start to begin with a copy.

    python -m conformance.cloud.databases VENV

Hundreds of migrations are what takes longest; setup.sh pays for them. Users: admin (role
admin in the project admin), member and reader (these roles in the project demo).
"""

import shutil
import sqlite3
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from .settings import (
    DATABASES,
    HOSTS,
    PASSWORD,
    SERVICES,
    TYPES,
    config_file,
    database,
    environment,
    write_settings,
)  # fmt: skip

INSIDE = Path(__file__).resolve().parents[1] / "inside"
USERS = (("admin", "admin", "admin"), ("member", "demo", "member"), ("reader", "demo", "reader"))


def kept(venv: Path) -> Path:
    """Where an environment keeps its databases."""
    return venv / "share" / "databases"


def copy_databases(venv: Path, root: Path, endpoints: dict[str, str]) -> None:
    """The databases for a control plane in `root`, with what depends on its place."""
    for name in DATABASES:
        shutil.copy(kept(venv) / f"{name}.sqlite", database(root, name))
    with closing(sqlite3.connect(database(root, "nova_api"))) as cells, cells:
        for cell, name in (("cell0", "nova_cell0"), ("cell1", "nova")):
            place = (f"sqlite:///{database(root, name)}", cell)
            cells.execute("UPDATE cell_mappings SET database_connection = ? WHERE name = ?", place)
    with closing(sqlite3.connect(database(root, "keystone"))) as catalog, catalog:
        for service, address in endpoints.items():
            catalog.execute(
                "UPDATE endpoint SET url = ? WHERE service_id ="
                " (SELECT id FROM service WHERE type = ?)", (address, TYPES[service]),
            )  # fmt: skip


def make(venv: Path) -> None:
    """Migrate from nothing, in memory if that can be, and keep what came out."""
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(prefix="openstack-", dir=memory) as scratch:
        root = Path(scratch)
        write_settings(root, venv, dict.fromkeys(SERVICES, 1))
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda steps: _run(root, venv, steps), _steps(root, venv)))
        shutil.copy(database(root, "nova"), database(root, "nova_cell0"))  # the same tables
        _run(
            root,
            venv,
            [["python", INSIDE / "openstack_hosts.py", config_file(root, "nova"), *HOSTS]],
        )
        _catalog(database(root, "keystone"))
        _providers(database(root, "placement"))
        shutil.rmtree(kept(venv), ignore_errors=True)
        kept(venv).mkdir(parents=True)
        for name in DATABASES:
            with closing(sqlite3.connect(database(root, name))) as db:
                db.execute("PRAGMA journal_mode = WAL")  # readers do not wait for writers
            shutil.copy(database(root, name), kept(venv))


def _steps(root: Path, venv: Path) -> list[list[list[object]]]:
    """Commands by service; those of one follow each other."""
    nova = ["nova-manage", "--config-file", config_file(root, "nova")]
    keystone = ["keystone-manage", "--config-file", config_file(root, "keystone")]
    cell0 = f"sqlite:///{database(root, 'nova_cell0')}"
    users = [
        [*keystone, "bootstrap", "--bootstrap-username", user, "--bootstrap-password", PASSWORD,
         "--bootstrap-project-name", project, "--bootstrap-role-name", role,
         "--bootstrap-service-name", "keystone", "--bootstrap-region-id", "RegionOne",
         "--bootstrap-public-url", "http://127.0.0.1/"]
        for user, project, role in USERS
    ]  # fmt: skip
    return [
        [
            [*nova, "api_db", "sync"],
            [*nova, "cell_v2", "map_cell0", "--database_connection", cell0],
            [*nova, "db", "sync", "--local_cell"],
            [*nova, "cell_v2", "create_cell", "--name", "cell1"],
        ],
        [[*keystone, "db_sync"], *users],
        [["placement-manage", "--config-file", config_file(root, "placement"), "db", "sync"]],
        [["python", INSIDE / "openstack_glance_db.py", config_file(root, "glance")]],
    ]


def _run(root: Path, venv: Path, steps: Sequence[Sequence[object]]) -> None:
    for name, *arguments in steps:
        command = [str(venv / "bin" / str(name)), *map(str, arguments)]
        done = subprocess.run(
            command, env=environment(root, venv), cwd=root, text=True, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout[-4000:]}")


def _catalog(file: Path) -> None:
    """The other services beside Keystone, which made its own entry."""
    with closing(sqlite3.connect(file)) as db, db:
        for service in SERVICES[1:]:
            key = uuid.uuid4().hex
            extra = f'{{"name": "{service}"}}'
            db.execute(
                "INSERT INTO service (id, type, enabled, extra) VALUES (?, ?, 1, ?)",
                (key, TYPES[service], extra),
            )
            db.execute(
                "INSERT INTO endpoint (id, interface, service_id, url, extra, enabled, region_id)"
                " VALUES (?, 'public', ?, '', '{}', 1, 'RegionOne')", (uuid.uuid4().hex, key),
            )  # fmt: skip


def _providers(file: Path) -> None:
    """The compute nodes in Placement, where Nova mirrors the hosts of aggregates."""
    with closing(sqlite3.connect(file)) as db, db:
        for number, host in enumerate(HOSTS, 1):
            db.execute(
                "INSERT INTO resource_providers (id, uuid, name, generation, root_provider_id)"
                " VALUES (?, ?, ?, 0, ?)",
                (number, str(uuid.uuid5(uuid.NAMESPACE_DNS, host)), host, number),
            )


if __name__ == "__main__":
    make(Path(sys.argv[1]).resolve())
