"""Configuration of a small OpenStack control plane on the loopback address.

Keystone, Placement, Nova's API and Glance, each with a SQLite database of its own. There is no
scheduler and no compute node: flavors, aggregates and images work, servers cannot be started.
Used by the tests and, without any of their packages, by the set-up.
"""

import base64
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

SERVICES = ("keystone", "placement", "nova", "glance")
DATABASES = ("keystone", "placement", "nova_api", "nova", "nova_cell0", "glance")
TYPES = {"keystone": "identity", "placement": "placement", "nova": "compute", "glance": "image"}
PATHS = {"keystone": "/v3", "placement": "", "nova": "/v2.1", "glance": ""}
PASSWORD = "loopback-only"
HOSTS = ("overcloud-computeovsdpdk-0.localdomain", "overcloud-computeovsdpdk-1.localdomain")
"""Compute nodes that Nova knows, so that aggregates can have hosts."""

Sections = Mapping[str, Mapping[str, object]]


def config_file(root: Path, service: str) -> Path:
    """Where the configuration of a service lies."""
    name = "glance-api" if service == "glance" else service
    return root / service / f"{name}.conf"


def database(root: Path, name: str) -> Path:
    """Where a database lies."""
    return root / "databases" / f"{name}.sqlite"


def url(ports: Mapping[str, int], service: str) -> str:
    """The endpoint of a service."""
    return f"http://127.0.0.1:{ports[service]}{PATHS[service]}"


def environment(root: Path, venv: Path) -> dict[str, str]:
    """The environment that the programs run in."""
    foreign = ("OS_", "PYTHON")
    own = {key: value for key, value in os.environ.items() if not key.startswith(foreign)}
    own = {key: value for key, value in own.items() if not key.lower().endswith("_proxy")}
    own |= {f"OS_{name.upper()}_CONFIG_DIR": str(root / name) for name in SERVICES}
    return own | {
        "PATH": f"{venv / 'bin'}:{own.get('PATH', '')}",
        "PYTHONWARNINGS": "ignore",
        "OS_NOVA_DISABLE_EVENTLET_PATCHING": "1",
        "OS_KEYSTONE_CONFIG_FILES": "keystone.conf",
    }


def write_settings(root: Path, venv: Path, ports: Mapping[str, int]) -> None:
    """All configuration files of a control plane, and the keys of Keystone's tokens."""
    for folder in ("databases", "images", "staging", "tasks", "locks", "keystone/fernet"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    for service, sections in _sections(root, venv, ports).items():
        file = config_file(root, service)
        file.parent.mkdir(exist_ok=True)
        file.write_text("".join(_lines(sections)))
    for service, name in (("nova", "api-paste.ini"), ("glance", "glance-api-paste.ini")):
        shutil.copy(venv / "etc" / service / name, root / service)
    (root / "keystone" / "fernet").chmod(0o700)
    for key in ("0", "1"):
        file = root / "keystone" / "fernet" / key
        file.write_bytes(base64.urlsafe_b64encode(os.urandom(32)))
        file.chmod(0o600)


def _lines(sections: Sections) -> list[str]:
    lines = []
    for name, values in sections.items():
        lines.append(f"[{name}]\n")
        lines += [f"{key} = {value}\n" for key, value in values.items()]
    return lines


def _sections(root: Path, venv: Path, ports: Mapping[str, int]) -> dict[str, Sections]:
    login = {
        "auth_type": "password", "auth_url": url(ports, "keystone"),
        "username": "admin", "password": PASSWORD, "project_name": "admin",
        "user_domain_id": "default", "project_domain_id": "default",
    }  # fmt: skip
    tokens = login | {"www_authenticate_uri": login["auth_url"], "interface": "public"}
    locks = {"lock_path": root / "locks"}

    def connection(name: str) -> dict[str, object]:
        return {"connection": f"sqlite:///{database(root, name)}", "sqlite_synchronous": "false"}

    glance_policy = venv / "etc" / "glance" / "policy.json"  # later releases have it in code
    return {
        "keystone": {
            "DEFAULT": {"use_stderr": "true", "log_dir": ""},
            "database": connection("keystone"),
            "token": {"provider": "fernet", "expiration": 86400},
            "fernet_tokens": {"key_repository": root / "keystone" / "fernet"},
            "fernet_receipts": {"key_repository": root / "keystone" / "fernet"},
            "identity": {"password_hash_rounds": 4},
        },
        "placement": {
            "DEFAULT": {"use_stderr": "true"},
            "placement_database": connection("placement"),
            "keystone_authtoken": tokens,
            "oslo_concurrency": locks,
        },
        "nova": {
            "DEFAULT": {
                "use_stderr": "true", "transport_url": "fake:/", "host": "api",
                "my_ip": "127.0.0.1", "state_path": root,
            },
            "wsgi": {"api_paste_config": root / "nova" / "api-paste.ini"},
            "api_database": connection("nova_api"),
            "database": connection("nova"),
            "placement": login,
            "keystone_authtoken": tokens,
            "oslo_concurrency": locks,
            "oslo_messaging_notifications": {"driver": "noop"},
        },
        "glance": {
            "DEFAULT": {
                "use_stderr": "true", "enabled_backends": "file:file",
                "enabled_import_methods": "[]",
                "worker_self_reference_url": url(ports, "glance"),
            },
            "database": connection("glance"),
            "glance_store": {"default_backend": "file"},
            "file": {"filesystem_store_datadir": root / "images"},
            "os_glance_staging_store": {"filesystem_store_datadir": root / "staging"},
            "os_glance_tasks_store": {"filesystem_store_datadir": root / "tasks"},
            "paste_deploy": {
                "flavor": "keystone", "config_file": root / "glance" / "glance-api-paste.ini",
            },
            "keystone_authtoken": tokens,
            "oslo_concurrency": locks,
            "oslo_messaging_notifications": {"driver": "noop"},
            **({"oslo_policy": {"policy_file": glance_policy}} if glance_policy.exists() else {}),
        },
    }  # fmt: skip
