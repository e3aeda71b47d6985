"""What makes flavors without us: commands, a Heat template, a playbook."""

from collections.abc import Mapping
from typing import NamedTuple

from generator.plan.desired import DesiredAggregate, DesiredState
from generator.plan.ownership import AGGREGATE_MARK, aggregate_mark
from generator.render.environment import environment

TEMPLATES = {"cli": "commands.sh.j2", "heat": "stack.yaml.j2", "ansible": "playbook.yaml.j2"}
_ZONE = "availability_zone"


class Aggregate(NamedTuple):
    """An aggregate as tools take it: the zone apart from the other metadata."""

    name: str
    zone: str | None
    plain: Mapping[str, str]
    marked: Mapping[str, str]  # with the mark of what is ours
    hosts: list[str]


def render_flavors(state: DesiredState, form: str) -> str:
    """The text of one form; all of them make what applying makes."""
    template = environment("flavors").get_template(TEMPLATES[form])
    return template.render(
        state=state,
        aggregates=[_aggregate(each, state.site) for each in state.aggregates],
        images={image.name: dict(image.properties) for image in state.images},
    )


def _aggregate(wanted: DesiredAggregate, site: str) -> Aggregate:
    plain = {key: value for key, value in wanted.metadata.items() if key != _ZONE}
    mark = {AGGREGATE_MARK: aggregate_mark(site, wanted.metadata)}
    return Aggregate(
        wanted.name, wanted.metadata.get(_ZONE), plain, plain | mark, list(wanted.hosts)
    )
