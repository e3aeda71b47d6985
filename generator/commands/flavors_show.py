"""What `nfvgen flavors show` prints."""

from pathlib import Path

from generator.commands import plan_print
from generator.commands.stages import planned
from generator.plan.view import plan_view


def shown(inventory: Path, form: str) -> str:
    """Flavors with their reasons."""
    return plan_print.as_json({"flavors": plan_view(planned(inventory))["flavors"]})
