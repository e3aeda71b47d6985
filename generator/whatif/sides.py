"""The two things that are held against each other: inventories, or folders that were rendered."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from generator.deployment.call import DeployCall
from generator.deployment.deploy_script import deploy_call
from generator.deployment.from_plan import deployment_of_plan
from generator.deployment.read import read_deployment
from generator.deployment.types import DeploymentView
from generator.errors import InputError, NfvgenError
from generator.findings import Severity
from generator.output.manifest import MANIFEST, matches, read_manifest
from generator.plan.host_tuning import FOLDER
from generator.plan.nic_config import role_stem
from generator.reading.document import read_bytes, read_text
from generator.reading.load import load_inventory
from generator.record import Frozen, record
from generator.stages import build_plan
from generator.whatif.cloud_settings import cloud_settings, root_disks, written_root_disks
from generator.whatif.kernel_port_settings import kernel_ports, written_kernel_ports
from generator.whatif.reasons import explained
from generator.whatif.settings import settings
from generator.whatif.types import Settings

_SCRIPT, _DISKS = "deploy.sh", "set-root-disks.sh"
_DATA = ("roles_data.yaml", "network_data.yaml")


@record
class Side(Frozen):
    """One of two deployments. `data` is what stands in an inventory, None for a folder,
    which tells nothing of flavors."""

    path: str
    target: str
    settings: Settings
    data: Any = None
    notes: tuple[str, ...] = ()


def load_deployment(path: Path | str) -> Side:
    """An inventory, or a folder that `generate` wrote. Raises InputError with everything
    that is wrong with it, NfvgenError where it cannot be read."""
    path = Path(path)
    return _folder(path) if path.is_dir() else _inventory(path)


def _inventory(path: Path) -> Side:
    loaded = load_inventory(path)
    plan = build_plan(loaded)
    view = deployment_of_plan(plan, loaded.document)
    own = [file.name for file in plan.environments]
    found = explained(settings(view, own), plan, view)
    found |= {**cloud_settings(plan), **root_disks(plan), **kernel_ports(plan)}
    return Side(str(path), plan.target, found, loaded.document.data)


def _folder(path: Path) -> Side:
    """Only what nfvgen rendered: files that others added act beside it, before and after."""
    manifest = read_manifest(path)
    if manifest is None:
        raise NfvgenError(
            f"{path}: no {MANIFEST} in it, so nfvgen did not write it; name an inventory, or a"
            " folder that nfvgen generate wrote"
        )
    names = tuple(manifest.outputs)
    there = [name for name in names if (path / name).is_file()]
    call = deploy_call(read_text(path / _SCRIPT), str(path / _SCRIPT)) if _SCRIPT in there else None
    view = _read(path, there, call)
    found = settings(view, names)
    if _DISKS in there:
        found |= written_root_disks(read_text(path / _DISKS), str(path / _DISKS))
    for role in view.roles:
        script = f"{FOLDER}/{role_stem(role)}.sh"
        if script in there:
            found |= written_kernel_ports(role, read_text(path / script), str(path / script))
    edited = [
        name for name in there
        if not matches(manifest.outputs[name], name, read_bytes(path / name))
    ]  # fmt: skip
    notes = [f"{path / name}: is gone" for name in names if name not in there]
    notes += [f"{path / name}: edited since nfvgen wrote it" for name in edited]
    notes += [
        f"{path / each.path}: passed by {_SCRIPT}, but not written by nfvgen: not compared"
        for each in (call.environments if call else ())
        if each.path not in names and (path / each.path).exists()
    ]
    return Side(str(path), view.target, found, notes=tuple(notes))


def _read(path: Path, there: list[str], call: DeployCall | None) -> DeploymentView:
    """The view of the files, environments in the order of the command."""
    passed = [each.path for each in call.environments] if call else []
    environments = [name for name in passed if name in there]
    environments += [name for name in there if name.startswith("environments/")
                     and name not in environments]  # fmt: skip
    files = [*(name for name in _DATA if name in there), *environments]
    view = read_deployment([path / name for name in files])
    if errors := [each for each in view.findings if each.severity is Severity.ERROR]:
        raise InputError(errors)
    if view.unusable:
        raise NfvgenError(view.unusable[0][1])
    return replace(view, deploy=call)
