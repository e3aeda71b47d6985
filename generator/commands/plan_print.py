"""Print the plain data of a plan: a table for people, JSON or YAML for machines."""

import io
import json
from typing import Any


def as_json(view: dict[str, Any]) -> str:
    """The view as JSON."""
    return json.dumps(view, indent=2, ensure_ascii=False) + "\n"


def as_yaml(view: dict[str, Any]) -> str:
    """The view as YAML."""
    from ruamel.yaml import YAML

    yaml = YAML(typ="safe", pure=True)
    yaml.default_flow_style = False
    yaml.allow_unicode = True
    yaml.width = 100
    yaml.sort_base_mapping_type_on_output = False  # type: ignore[assignment]
    stream = io.StringIO()
    yaml.dump(view, stream)
    return stream.getvalue()


def as_table(view: dict[str, Any]) -> str:
    """The view as plain text fit for 80 columns."""
    from generator.commands.plan_table import table

    return "\n".join(table(view)) + "\n"
