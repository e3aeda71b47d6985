"""The stages of the main job, strung together. A caller can stop after any of them."""

from collections.abc import Callable, Iterable
from pathlib import Path

from generator.checks.notices import RULES_NOT_RUN
from generator.checks.registry import INVENTORY_RULES
from generator.checks.ruleset import Chosen, every_rule
from generator.checks.run import check_inventory, check_plan
from generator.deployment.from_plan import deployment_of_plan
from generator.errors import InputError, NfvgenError
from generator.findings import Finding, Location, Severity
from generator.lint.shared import check_deployment, check_unplanned
from generator.plan.build import derive_plan
from generator.plan.types import Plan
from generator.reading.load import LoadedInventory, load_inventory

Forgiven = Callable[[Finding], bool]
"""Whether an error does not keep the later rules from running."""


"""A file with one of these at its top was meant as an inventory."""


def nothing_forgiven(_: Finding) -> bool:
    """The rule for whoever wants a plan."""
    return False


def validate(
    path: Path | str, chosen: Chosen = every_rule, forgiven: Forgiven = nothing_forgiven
) -> tuple[Finding, ...]:
    """Everything that is wrong with an inventory, and what is only doubtful, in the
    order of the file.

    Rules that are not chosen are never called. Errors end the checking after the layer
    in which they are found, unless all of them are forgiven; those over networks and
    flavors need no plan. Raises NfvgenError where
    the inventory, or a file that it names, cannot be read.
    """
    found: list[Finding] = []
    try:
        loaded = load_inventory(path)
        found += check_inventory(loaded, chosen)
        if _stopping(found, forgiven):
            found += _unplanned(loaded, chosen)
        else:
            found += _planned(loaded, chosen, found)
    except InputError as error:
        from generator.deployment.mistaken import deployment_file  # few make that mistake

        findings = deployment_file(Path(path)) or error.findings
        found += (each for each in findings if chosen(each.rule))
        # Else a file that cannot be read would pass for one without faults.
        if not _stopping(found, forgiven):
            found.append(_not_run(path, "it cannot be read further"))
    return tuple(sorted(found, key=lambda finding: finding.order))


def build_plan(loaded: LoadedInventory) -> Plan:
    """The plan of an inventory; its `findings` are those that stop nothing.

    Raises InputError with all findings if one of them is an error, NfvgenError where a
    file that the inventory names cannot be read.
    """
    findings = check_inventory(loaded)
    if _stopping(findings, nothing_forgiven):
        findings += _unplanned(loaded, every_rule)
    findings = _free_of_errors(findings)
    plan = derive_plan(loaded)
    findings = _free_of_errors((*findings, *_doubts(plan, loaded, every_rule)))
    return plan._replace(findings=findings)


def _unplanned(loaded: LoadedInventory, chosen: Chosen) -> tuple[Finding, ...]:
    """What the rules over any deployment find that need no plan."""
    from generator.deployment.from_inventory import deployment_of_inventory  # rarely needed

    return check_unplanned(deployment_of_inventory(loaded.inventory, loaded.document), chosen)


def _doubts(plan: Plan, loaded: LoadedInventory, chosen: Chosen) -> tuple[Finding, ...]:
    """What the rules over a plan find, and those over any deployment."""
    view = deployment_of_plan(plan, loaded.document)
    return (*check_plan(plan, loaded.document, chosen), *check_deployment(view, chosen))


def _planned(loaded: LoadedInventory, chosen: Chosen, found: list[Finding]) -> tuple[Finding, ...]:
    """What the rules over the plan find. Where errors were forgiven, or were not looked
    for, deriving it may fail in any way: it is made for inventories without."""
    certain = not _stopping(found, nothing_forgiven) and all(
        chosen(rule.id) for rule in INVENTORY_RULES.rules if rule.severity is Severity.ERROR
    )
    try:
        return _doubts(derive_plan(loaded), loaded, chosen)
    except NfvgenError:
        raise
    except Exception:
        if certain:
            raise
        return (_not_run(loaded.document.file, "nothing can be derived of it"),)


def _not_run(path: Path | str, reason: str) -> Finding:
    message = f"not all rules were run: {reason} as long as errors in it are ignored or accepted"
    at = Location(str(path), 1, 1, 1, 1)
    return Finding(at, "", RULES_NOT_RUN, Severity.WARNING, message, "mend the errors")


def _stopping(findings: Iterable[Finding], forgiven: Forgiven) -> bool:
    return any(each.severity is Severity.ERROR and not forgiven(each) for each in findings)


def _free_of_errors(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings in order. The next stage is made for inventories without errors."""
    ordered = tuple(sorted(findings, key=lambda finding: finding.order))
    if any(finding.severity is Severity.ERROR for finding in ordered):
        raise InputError(ordered)
    return ordered
