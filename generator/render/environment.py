"""The Jinja environment of a release's templates."""

from contextlib import suppress
from functools import cache

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket

from generator.cache import folder as cache_folder
from generator.plan.reasons import reason
from generator.render import filters
from generator.resources import resource_dir


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled templates in the user's cache: compiling them is a tenth of a run's time.
    Jinja takes a compiled template only if it was made from the same text."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a compiled template; a cache that cannot be written is no error."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


@cache
def environment(folder: str) -> Environment:
    """The templates of a folder, such as a release target. One that asks for what is not
    there fails."""
    made = Environment(
        loader=FileSystemLoader(resource_dir("templates") / folder),
        bytecode_cache=_cache(),
        undefined=StrictUndefined,
        autoescape=_is_markup,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters.update(
        ansible=filters.ansible_value,
        yaml=filters.yaml_value,
        key=filters.yaml_key,
        comment=filters.comment,
        word=filters.shell_word,
        json=filters.json_text,
        reason=reason,
    )
    return made


def _is_markup(template: str | None) -> bool:
    """Whether values are escaped: in YAML that would write &quot;."""
    return template is not None and template.endswith((".html.j2", ".svg.j2"))


def _cache() -> CompiledTemplates | None:
    found = cache_folder("templates")
    return CompiledTemplates(str(found)) if found else None
