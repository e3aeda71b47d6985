"""Where a value is decided, as people look for it."""

from generator.deployment.values import At
from generator.findings import Location, path_text


def place(at: At, planned: bool) -> str:
    """The key of an inventory, or file, line and column."""
    return path_text(at.path) if planned else position(at.location)


def position(where: Location) -> str:
    """File, line and column."""
    return f"{where.file}:{where.line}:{where.column}"
