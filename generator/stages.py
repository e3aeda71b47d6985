"""The stages of the main job, strung together. A caller can stop after any of them."""

from pathlib import Path

from generator.checks.run import check_inventory, check_plan
from generator.errors import InputError
from generator.findings import Finding, Severity
from generator.plan.build import derive_plan
from generator.plan.types import Plan
from generator.reading.load import LoadedInventory, load_inventory


def validate(path: Path) -> tuple[Finding, ...]:
    """Everything that is wrong with an inventory, and what is only doubtful.

    Raises NfvgenError where the file cannot be read.
    """
    try:
        loaded = load_inventory(path)
    except InputError as error:
        return error.findings
    findings = check_inventory(loaded)
    if not _errors(findings):
        findings += check_plan(derive_plan(loaded), loaded.document)
    return tuple(sorted(findings, key=lambda finding: finding.order))


def build_plan(loaded: LoadedInventory) -> Plan:
    """The plan of an inventory. Raises InputError with what the rules call an error."""
    _refuse(check_inventory(loaded))
    plan = derive_plan(loaded)
    _refuse(check_plan(plan, loaded.document))
    return plan


def _refuse(findings: tuple[Finding, ...]) -> None:
    if errors := _errors(findings):
        raise InputError(errors)


def _errors(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    return tuple(finding for finding in findings if finding.severity is Severity.ERROR)
