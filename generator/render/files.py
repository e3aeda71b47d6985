"""A plan to the text of its files. Nothing is decided here, and nothing written."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from generator.plan.host_checks import host_checks
from generator.plan.host_tuning import FOLDER, hooks
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
    yield from _host_tuning(plan)
    yield "deploy.sh", RenderedFile(_text(plan, "deploy.sh"), SCRIPT)
    if plan.root_disks:
        yield "set-root-disks.sh", RenderedFile(_text(plan, "set-root-disks.sh"), SCRIPT)


def _host_tuning(plan: Plan) -> Iterator[tuple[str, RenderedFile]]:
    """What runs on nodes of roles with kernel ports, and what compares nodes with the plan."""
    for hook in hooks(plan.roles):
        names = hook._asdict() | {"rows": hook.rows, "binds": hook.binds}
        template = _text(plan, f"{FOLDER}/hook.yaml", **names)
        yield f"{FOLDER}/{hook.stem}.yaml", RenderedFile(template)
        script = "install" if hook.ports else "remove"
        text = _text(plan, f"{FOLDER}/{script}.sh", **names)
        yield f"{FOLDER}/{hook.stem}.sh", RenderedFile(text, SCRIPT)
    if checks := host_checks(plan.roles):
        text = _text(plan, f"{FOLDER}/check.sh", checks=checks)
        yield f"{FOLDER}/check.sh", RenderedFile(text, SCRIPT)


def _text(plan: Plan, template: str, **names: Any) -> str:
    return environment(plan.target).get_template(f"{template}.j2").render(plan=plan, **names)
