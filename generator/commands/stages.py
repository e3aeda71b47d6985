"""The stages in the order in which commands need them."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import generator as nfvgen
from generator.commands.printing import show_doubts
from generator.errors import NfvgenError

if TYPE_CHECKING:
    from generator.output.manifest import Origin
    from generator.plan.types import Plan
    from generator.render.files import RenderedFile


def planned(inventory: Path) -> "Plan":
    """The plan of an inventory; how many doubts there are is said beside the output."""
    plan = nfvgen.build_plan(nfvgen.load_inventory(inventory))
    show_doubts(plan.findings, inventory)
    return plan


def rendered(inventory: Path) -> "tuple[Mapping[str, RenderedFile], Origin]":
    """The files of an inventory, and what they are made from."""
    from generator.catalog.roles import templates_version
    from generator.output.manifest import Origin, input_digests

    plan = planned(inventory)
    templates = f"{plan.target}/{templates_version(plan.target)}"
    origin = Origin(input_digests(plan.inputs), templates=templates)
    return nfvgen.render_plan(plan), origin


def printed(plan: "Plan", role: str | None, form: str) -> str:
    """A plan as text."""
    from generator.commands import plan_print
    from generator.plan.view import plan_view

    names = [item.name for item in plan.roles]
    if role is not None and role not in names:
        raise NfvgenError(f"no role {role!r}; the inventory has: {', '.join(names)}")
    printers = {
        "table": plan_print.as_table,
        "json": plan_print.as_json,
        "yaml": plan_print.as_yaml,
    }
    return printers[form](plan_view(plan, role))
