"""A plan to the text of its files. Nothing is decided here, and nothing written."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from generator.plan.nic_config import nic_config_name
from generator.plan.types import Plan
from generator.render.environment import environment

PUBLIC, PRIVATE, SCRIPT = 0o644, 0o600, 0o755


class RenderedFile(NamedTuple):
    """The text of a file, the mode it gets, and whether it holds credentials: if so, its
    repr leaves the text out."""

    text: str
    mode: int = PUBLIC
    secret: bool = False

    def __repr__(self) -> str:
        text = "..." if self.secret else repr(self.text)
        return f"RenderedFile(text={text}, mode=0o{self.mode:o}, secret={self.secret})"


def render(plan: Plan) -> dict[str, RenderedFile]:
    """Every file of the deployment by its path in the output folder."""
    return dict(_files(plan))


def _files(plan: Plan) -> Iterator[tuple[str, RenderedFile]]:
    yield "roles_data.yaml", RenderedFile(_text(plan, "roles_data.yaml"))
    yield "network_data.yaml", RenderedFile(_text(plan, "network_data.yaml"))
    for file in plan.environments:
        text = _text(plan, file.name, file=file)
        yield file.name, RenderedFile(text, PRIVATE if file.secret else PUBLIC, file.secret)
    for role in plan.roles:
        yield nic_config_name(role.name), RenderedFile(_text(plan, "nic-config.yaml", role=role))
    yield "deploy.sh", RenderedFile(_text(plan, "deploy.sh"), SCRIPT)
    if plan.root_disks:
        yield "set-root-disks.sh", RenderedFile(_text(plan, "set-root-disks.sh"), SCRIPT)


def _text(plan: Plan, template: str, **names: Any) -> str:
    return environment(plan.target).get_template(f"{template}.j2").render(plan=plan, **names)
