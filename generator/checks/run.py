"""All rules, and the two layers in which they run."""

from typing import Any

from generator.catalog.loader import Catalogue
from generator.checks import (  # noqa: F401 (importing a module declares its rules)
    aggregates,
    bmcs,
    bonds,
    ceph,
    containers,
    ctlplane,
    facts,
    flavors,
    kernel_ports,
    link_hardware,
    links,
    names,
    network_names,
    network_use,
    node_addresses,
    nodes,
    own_roles,
    physical,
    placement,
    plan_cpus,
    plan_flavors,
    plan_kernel_args,
    plan_kernel_ports,
    plan_pmd,
    plan_queues,
    plan_traffic,
    plan_tuning,
    roles,
    servers,
    sizes,
    storage,
    virtual_functions,
    vlans,
)
from generator.checks.registry import INVENTORY_RULES, PLAN_RULES
from generator.checks.ruleset import Chosen, Rule, every_rule
from generator.checks.subject import InventorySubject
from generator.findings import Finding
from generator.plan.types import Plan
from generator.reading.document import Document
from generator.reading.load import LoadedInventory

ALL_RULES: tuple[Rule[Any], ...] = (*INVENTORY_RULES.rules, *PLAN_RULES.rules)
"""Every rule, in the order of the modules."""


def check_inventory(loaded: LoadedInventory, chosen: Chosen = every_rule) -> tuple[Finding, ...]:
    """What is wrong with an inventory as it is written. A plan can be derived of one
    without errors."""
    inventory = loaded.inventory
    subject = InventorySubject(inventory, Catalogue(inventory.hardware))
    return INVENTORY_RULES.run(subject, loaded.document, chosen)


def check_plan(plan: Plan, document: Document, chosen: Chosen = every_rule) -> tuple[Finding, ...]:
    """What is wrong with a plan; the findings lie in the inventory it was derived from."""
    return PLAN_RULES.run(plan, document, chosen)
