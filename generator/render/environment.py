"""The Jinja environment of a release's templates."""

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from generator.plan.reasons import reason
from generator.render import filters
from generator.resources import resource_dir


@cache
def environment(target: str) -> Environment:
    """Templates of a release target. A template that asks for what is not there fails."""
    # Nothing rendered is markup: escaping would write &quot; into YAML.
    made = Environment(
        loader=FileSystemLoader(resource_dir("templates") / target),
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters.update(
        yaml=filters.yaml_value,
        key=filters.yaml_key,
        comment=filters.comment,
        word=filters.shell_word,
        json=filters.json_text,
        reason=reason,
    )
    return made
