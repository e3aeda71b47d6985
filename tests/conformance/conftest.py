"""Every example, rendered and held against the real programs, once for all tests; and a
real cloud for the commands that need one."""

import fcntl
import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest
from ruamel.yaml import YAML

from generator import build_plan, load_inventory, render_plan
from generator.cloud import connection
from generator.cloud.connection import Cloud, connect_cloud
from generator.plan.types import Plan

from . import oracles
from .cloud.bench import Bench
from .cloud.control_plane import SERIES, ControlPlane
from .planned import Planned

ROOT = Path(__file__).parents[2]
EXAMPLES = [
    *sorted((ROOT / "examples").glob("*/inventory.yaml")),
    *sorted((ROOT / "tests" / "inventories").glob("*/inventory.yaml")),  # what no example has
]
ROLES = [
    (inventory.parent.name, role)
    for inventory in EXAMPLES
    for role in YAML(typ="safe").load(inventory)["roles"]
]
T = TypeVar("T")


class Workbench:
    """Renders examples and runs oracles, each once, whatever asks for it."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def _once(self, name: str, make: Callable[[], T]) -> T:
        """Workers of one test run share results through files, so a lock has to do."""
        kept = self.directory / f"{name}.pickle"
        with open(self.directory / f"{name}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not kept.exists():
                kept.write_bytes(pickle.dumps(make()))
        result: T = pickle.loads(kept.read_bytes())
        return result

    def rendered(self, example: str) -> Path:
        target = self.directory / example
        self._once(f"{example}-rendered", lambda: write_rendered(plan_of(example), target))
        return target

    def planned(self, example: str, role: str) -> Planned:
        plan = plan_of(example)
        return Planned(next(item for item in plan.roles if item.name == role), plan.inventory)

    def overcloud(self, example: str) -> oracles.OvercloudReport:
        rendered = self.rendered(example)
        return self._once(f"{example}-overcloud", lambda: oracles.check_overcloud(rendered))

    def node(self, example: str, role: str) -> oracles.NodeReport:
        """The role's first node, with the NICs of its server profile."""
        config = self.overcloud(example).network_config[role]
        nics = self.planned(example, role).nics
        return self._once(f"{example}-{role}", lambda: oracles.apply_network_config(config, nics))


@cache
def plan_of(example: str) -> Plan:
    return build_plan(
        load_inventory(next(path for path in EXAMPLES if path.parent.name == example))
    )


def write_rendered(plan: Plan, target: Path) -> None:
    for name, file in render_plan(plan).items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, encoding="utf-8")
        path.chmod(file.mode)


@pytest.fixture(scope="session")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    oracles.require_environments()
    return Workbench(shared_folder(tmp_path_factory))


def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all workers: each has its own inside that of the run."""
    base = tmp_path_factory.getbasetemp()
    directory = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "conformance"
    directory.mkdir(exist_ok=True)
    return directory


@pytest.fixture(scope="session")
def planes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], ControlPlane]]:
    """The control plane of a series, started when the first test needs it."""
    oracles.require_environments()
    started: dict[str, ControlPlane] = {}

    def plane(series: str) -> ControlPlane:
        if series not in started:
            started[series] = ControlPlane(series, shared_folder(tmp_path_factory) / series)
        return started[series]

    yield plane
    for each in started.values():
        each.close()


@pytest.fixture(scope="session")
def administrators(
    planes: Callable[[str], ControlPlane], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], Cloud]]:
    """A connection to each that looks behind what is tested."""
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        # Beside other tests a server's first answer may take long.
        patch.setattr(connection, "REQUEST_SECONDS", 120)

        @cache
        def connected(series: str) -> Cloud:
            clouds = planes(series).write_clouds(tmp_path_factory.mktemp(f"administrator-{series}"))
            patch.setenv("OS_CLIENT_CONFIG_FILE", str(clouds))
            return stack.enter_context(connect_cloud("admin"))

        yield connected


@pytest.fixture(params=SERIES)
def bench(
    request: pytest.FixtureRequest, planes: Callable[[str], ControlPlane],
    administrators: Callable[[str], Cloud], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Bench]:  # fmt: skip
    """An empty cloud, alone, and an inventory to be written."""
    plane = planes(request.param)
    administrator = administrators(request.param)
    monkeypatch.setenv("OS_CLIENT_CONFIG_FILE", str(tmp_path / "clouds.yaml"))
    with plane.alone():
        found = Bench(plane, administrator, tmp_path)
        yield found
        found.clear()
