"""What `nfvgen flavors show` prints."""

from pathlib import Path

from generator.capacity.plan_capacity import capacity
from generator.capacity.view import flavors_view
from generator.commands.flavors_table import table
from generator.commands.plan_print import as_json
from generator.commands.stages import planned
from generator.plan.desired import desired_state
from generator.render.flavors import TEMPLATES, render_flavors


def shown(inventory: Path, form: str) -> str:
    """Flavors with their reasons and how many fit, or what makes them."""
    plan = planned(inventory)
    state = desired_state(plan)
    if form in TEMPLATES:
        return render_flavors(state, form)
    view = flavors_view(plan, state, capacity(plan))
    if form == "json":
        return as_json(view)
    return "\n".join(table(view)).lstrip("\n") + "\n"
