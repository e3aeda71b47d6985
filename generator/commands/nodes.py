"""What `nfvgen nodes` does."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from generator.checks.wording import counted, listed
from generator.commands.stages import planned
from generator.errors import NfvgenError
from generator.inventory import Inventory
from generator.output.private_file import write_private
from generator.plan.registration import registered_nodes
from generator.reading.bmc_login import BmcLogins, read_bmc_logins
from generator.reading.login import Login
from generator.render.registration import BEGINNING, registration_file
from generator.values import Secret

_USER, _PASSWORD = "NFVGEN_BMC_USERNAME", "NFVGEN_BMC_PASSWORD"
_SHOWN = 3


def write_registration(path: Path, output: Path) -> str:
    """Write the registration file; what was done, in words."""
    if output.suffix != ".json":
        raise NfvgenError(
            f"{output}: the director tells what is in the file by its name; end it with .json"
        )
    inventory = planned(path).inventory
    nodes = registered_nodes(inventory)
    if not nodes:
        raise NfvgenError(f"{path}: there is nothing to register; list machines under nodes")
    logins = _logins([node.name for node in nodes], _found(inventory, path), path)
    write_private(output, registration_file(nodes, logins).text, BEGINNING)
    return f"{output}: {counted(len(nodes), 'node')}, with passwords"


def _found(inventory: Inventory, path: Path) -> BmcLogins:
    """What the login file says, or else the environment."""
    named = inventory.registration and inventory.registration.login_file
    if named:
        return read_bmc_logins(path.parent / named, inventory.nodes)
    username, password = os.environ.get(_USER), os.environ.get(_PASSWORD)
    if username and password:
        return BmcLogins(Login(username, Secret(password)))
    missing = [name for name in (_USER, _PASSWORD) if not os.environ.get(name)]
    raise NfvgenError(
        f"no logins of the management controllers: set {listed(missing)}, or name a file with them"
        f" as registration.login_file in {path} (nfvgen schema bmc-login describes it)"
    )


def _logins(names: Sequence[str], found: BmcLogins, path: Path) -> Mapping[str, Login]:
    logins = {name: login for name in names if (login := found.of(name))}
    without = [name for name in names if name not in logins]
    if without:
        more = f" and {len(without) - _SHOWN} more" if len(without) > _SHOWN else ""
        raise NfvgenError(
            f"no login for {', '.join(without[:_SHOWN])}{more}: add them under nodes of the file"
            f" that registration.login_file of {path} names, or write default there"
        )
    return logins
