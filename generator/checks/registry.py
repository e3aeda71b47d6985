"""The rule sets. The rule modules declare into them; generator.checks.run imports them all."""

from generator.checks.ruleset import Ruleset
from generator.checks.subject import InventorySubject
from generator.plan.types import Plan

INVENTORY_RULES: Ruleset[InventorySubject] = Ruleset()
"""Rules over what the engineer wrote."""

PLAN_RULES: Ruleset[Plan] = Ruleset()
"""Rules over what was derived from it. They may trust that the inventory rules hold."""
