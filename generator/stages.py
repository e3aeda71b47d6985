"""The stages of the main job, strung together. A caller can stop after any of them."""

from pathlib import Path

from generator.checks.run import check_inventory, check_plan
from generator.errors import InputError
from generator.findings import Finding, Severity
from generator.plan.build import derive_plan
from generator.plan.types import Plan
from generator.reading.load import LoadedInventory, load_inventory


def validate(path: Path | str) -> tuple[Finding, ...]:
    """Everything that is wrong with an inventory, and what is only doubtful, in the
    order of the file.

    Raises NfvgenError where the inventory, or a file that it names, cannot be read.
    """
    try:
        return build_plan(load_inventory(path)).findings
    except InputError as error:
        return error.findings


def build_plan(loaded: LoadedInventory) -> Plan:
    """The plan of an inventory; its `findings` are those that stop nothing.

    Raises InputError with all findings if one of them is an error, NfvgenError where a
    file that the inventory names cannot be read.
    """
    findings = _free_of_errors(check_inventory(loaded))
    plan = derive_plan(loaded)
    findings = _free_of_errors((*findings, *check_plan(plan, loaded.document)))
    return plan._replace(findings=findings)


def _free_of_errors(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings in order. The next stage is made for inventories without errors."""
    ordered = tuple(sorted(findings, key=lambda finding: finding.order))
    if any(finding.severity is Severity.ERROR for finding in ordered):
        raise InputError(ordered)
    return ordered
