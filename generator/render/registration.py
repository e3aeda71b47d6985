"""The file that `openstack overcloud node import` reads."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from generator.plan.registration import RegisteredNode
from generator.reading.login import Login
from generator.render.files import PRIVATE, RenderedFile

BEGINNING = '{\n  "nodes": ['
"""How every such file of ours begins."""


def registration_file(nodes: Iterable[RegisteredNode], logins: Mapping[str, Login]) -> RenderedFile:
    """The nodes with their logins, by the field names of tripleo-common."""
    data = {"nodes": [_entry(node, logins[node.name]) for node in nodes]}
    return RenderedFile(json.dumps(data, indent=2) + "\n", PRIVATE, secret=True)


def _entry(node: RegisteredNode, login: Login) -> dict[str, Any]:
    entry = {
        "name": node.name,
        "pm_type": node.driver,
        "pm_addr": node.bmc,
        "pm_user": login.username,
        "pm_password": login.password,
        "ports": [{"address": node.boot_mac}],
        "capabilities": ",".join(f"{key}:{value}" for key, value in node.capabilities.items()),
        "root_device": dict(node.root_device),
    }
    return {key: value for key, value in entry.items() if value}
