"""An engineer with an inventory in front of a real cloud."""

from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from typer.testing import CliRunner

from generator.cli import app
from generator.cloud.apply import apply_changes
from generator.cloud.connection import Cloud
from generator.cloud.difference import removal
from generator.cloud.observe import observe
from generator.plan.desired import DesiredState

from .control_plane import ControlPlane
from .settings import PASSWORD

MINIMAL = Path(__file__).parents[3] / "examples" / "minimal" / "inventory.yaml"
FLAVOR = {"vcpus": 4, "ram": "8 GiB", "disk": "20 GiB"}


class Bench:
    """Runs commands, and looks behind them as an administrator."""

    def __init__(self, plane: ControlPlane, admin: Cloud, folder: Path) -> None:
        self.plane, self.folder, self.admin = plane, folder, admin
        self.nova, self.glance = admin.sdk.compute, admin.sdk.image
        self.clouds()

    def clouds(self, **others: dict[str, Any]) -> None:
        """clouds.yaml, with further clouds that differ from admin."""
        self.plane.write_clouds(self.folder, **others)

    def inventory(self, flavors: dict[str, Any], aggregates: Any = None, hosts: int = 1) -> Path:
        """An inventory of the site "bench" with these flavors and aggregates."""
        yaml = YAML(typ="safe", pure=True)
        yaml.default_flow_style = False
        data = yaml.load(MINIMAL)
        data |= {"flavors": flavors, "aggregates": aggregates or {}}
        data["roles"]["ComputeOvsDpdk"]["count"] = hosts
        file = self.folder / "inventory.yaml"
        yaml.dump(data, file)
        return file

    def run(self, *arguments: object, cloud: str = "admin", code: int = 0) -> str:
        """All that `nfvgen flavors` prints. No secret is ever in it."""
        words = ["flavors", *map(str, arguments)]
        result = CliRunner().invoke(app, [*words, "--os-cloud", cloud] if cloud else words)
        assert result.exit_code == code, result.output
        assert PASSWORD not in result.output
        assert "hidden-and-wrong" not in result.output
        return result.output

    def settled(self, inventory: Path) -> None:
        """Nothing is left to do, and doing it changes nothing."""
        assert self.run("plan", inventory).splitlines()[-1] == "nothing to do"
        assert self.run("apply", inventory).splitlines()[-1] == "nothing to do"

    def destroy(self) -> None:
        """Take away what bears the mark of the site."""
        nothing = DesiredState("bench", (), (), ())
        found = removal("bench", observe(self.admin, nothing))
        for _ in apply_changes(self.admin, found.changes):
            pass

    def flavor(self, name: str) -> Any:
        """A flavor as Nova has it, if it has one."""
        found = self.nova.flavors(details=True, is_public=None)
        return next((each for each in found if each.name == name), None)

    def image(self, name: str, **properties: str) -> str:
        """A new image; its id."""
        body = {"name": name, "disk_format": "raw", "container_format": "bare", **properties}
        return str(self.glance.post("/images", json=body).json()["id"])

    def properties(self, image: str) -> dict[str, Any]:
        """The properties of an image that Nova would read."""
        data = self.glance.get(f"/images/{image}").json()
        return {key: value for key, value in data.items() if key.startswith("hw_")}

    def aggregate(self, name: str) -> Any:
        """An aggregate as Nova has it, if it has one."""
        return next((each for each in self.nova.aggregates() if each.name == name), None)

    def clear(self) -> None:
        """Take everything away for the next one."""
        for flavor in self.nova.flavors(details=True, is_public=None):
            self.nova.delete_flavor(flavor.id)
        for aggregate in self.nova.aggregates():
            for host in aggregate.hosts:
                self.nova.remove_host_from_aggregate(aggregate.id, host)
            self.nova.delete_aggregate(aggregate.id)
        for image in self.glance.get("/images").json()["images"]:
            self.glance.delete(f"/images/{image['id']}")
