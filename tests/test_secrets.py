"""The registry password shows nowhere but in the file that needs it."""

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

import generator
from generator.plan.types import Plan
from generator.values import Secret

SITE = Path(__file__).parents[1] / "examples" / "all-options" / "inventory.yaml"
PASSWORD = "hunter2-of-the-registry"
LOGIN = "environments/registry-login.yaml"


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    """The plan of an inventory that names a login file."""
    folder = tmp_path_factory.mktemp("site")
    login = f'registries: {{registry.redhat.io: {{username: lab, password: "{PASSWORD}"}}}}\n'
    (folder / "registry-login.yaml").write_text(login)
    (folder / "inventory.yaml").write_text(SITE.read_text())
    return generator.build_plan(generator.load_inventory(folder / "inventory.yaml"))


def test_the_password_is_rendered(plan: Plan) -> None:
    assert f'"{PASSWORD}"' in generator.render_plan(plan)[LOGIN].text


def test_no_repr_shows_it(plan: Plan, tmp_path: Path) -> None:
    files = generator.render_plan(plan)
    written = generator.write_output(files, tmp_path / "out")
    shown: list[Any] = [
        plan, plan.environments, plan.inputs, files, files[LOGIN], written,
        generator.compare({}, tmp_path / "out"), generator.diff_text({}, tmp_path / "out"),
    ]  # fmt: skip
    for value in shown:
        assert PASSWORD not in f"{value}{value!r}{[value]}"
    for value in (copy.deepcopy(plan), pickle.loads(pickle.dumps(files))):
        assert PASSWORD not in repr(value)
    assert repr(files[LOGIN]) == "RenderedFile(text=..., mode=0o600, secret=True)"
    assert "openstack overcloud deploy" in repr(files["deploy.sh"])
    assert "Secret(...)" in repr(plan)
    assert type(files[LOGIN].text) is str  # the C parser of YAML takes nothing else


def test_a_secret_is_text_all_the_same() -> None:
    assert Secret("x") == "x"
    assert f"{Secret('x')}" == "x"
    assert str(Secret("x")) == "x"
