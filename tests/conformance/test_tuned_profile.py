"""The profiles that tuned would write for a role, loaded by tuned itself (Debian's package)."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from .conftest import plan_of
from .kernel_inventory import rendered
from .nodes import Node
from .oracles import INSIDE

PRODUCT = Path("/usr/lib/tuned")
PYTHON = "/usr/bin/python3"  # Debian's, which has Debian's tuned


def parameters() -> dict[str, str]:
    [file] = [each for each in plan_of("kernel-compute").environments if "host-" in each.name]
    return {each.name: str(each.value.value) for each in dict(file.role_parameters)["Compute"]}


def written(folder: Path) -> Path:
    """What the role tuned of tripleo-ansible makes of the parameters."""
    found = parameters()
    profile = folder / found["TunedProfileName"] / "tuned.conf"
    profile.parent.mkdir(parents=True)
    profile.write_text(found["TunedCustomProfile"])
    return profile


def loaded(name: str, *folders: Path, **environment: str) -> dict[str, Any]:
    done = subprocess.run(
        [PYTHON, str(INSIDE / "load_tuned_profile.py"), name, *map(str, folders)],
        capture_output=True, text=True, check=False, env={**os.environ, **environment}, cwd="/",
    )  # fmt: skip
    assert done.returncode == 0, f"needs Debian's tuned (packages.sh): {done.stderr}"
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_it_is_the_products_profile_with_the_script(tmp_path: Path) -> None:
    ours = written(tmp_path)
    product = loaded("virtual-host", PRODUCT)
    found = loaded("virtual-host", PRODUCT, tmp_path)
    assert "script" not in product["units"]
    scripts = found["units"].pop("script")["script"]
    assert scripts == ["/usr/local/sbin/nfvgen-kernel-ports"]
    assert found["units"] == product["units"]
    assert found["options"]["summary"] != product["options"]["summary"]
    ours.unlink()
    assert loaded("virtual-host", PRODUCT, tmp_path) == product


def test_the_name_is_one_that_every_build_has() -> None:
    """With another one `tuned-adm profile` fails before anything can have written it."""
    assert (PRODUCT / parameters()["TunedProfileName"] / "tuned.conf").exists()


@pytest.mark.parametrize(("action", "said"), [("start", True), ("verify", True), ("stop", True)])
def test_tuned_calls_the_script(tmp_path: Path, action: str, said: bool) -> None:
    node = Node.made(tmp_path / "node")
    node.add_port("ens4f0", 2, 8)
    node.ok(rendered(tmp_path / "files", {"xps": "disable", "ports": ["ens4f0"]}) / "compute.sh")
    profile = written(tmp_path / "profiles")
    text = profile.read_text().replace("script=/", f"script={node.root}/")
    profile.write_text(text)
    around = {"NFVGEN_ROOT": str(node.root), "SCRIPT_ACTION": action}
    found = loaded("virtual-host", PRODUCT, tmp_path / "profiles", **around)
    assert found["called"] is said
    if action == "verify":
        node.write(node.xps("ens4f0", 1), "2")
        assert not loaded("virtual-host", PRODUCT, tmp_path / "profiles", **around)["called"]
