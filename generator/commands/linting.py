"""What `nfvgen lint` does."""

from collections.abc import Callable, Sequence
from pathlib import Path

from generator.commands.checking import Options, accepted_in, conclude, understood
from generator.deployment.hosts import Host
from generator.errors import ExitCode, InputError, NfvgenError
from generator.findings import Finding
from generator.lint.paths import Linted, hosts_in, lint_readable
from generator.lint.run import HOST_RULES
from generator.report.types import Suppressed

__all__ = ["Options", "lint_all"]


def lint_all(paths: Sequence[Path], hardware: Path | None, options: Options) -> ExitCode:
    """Check existing deployment files, all of them as one deployment."""
    call = understood(options)
    chosen = call.selection.chosen
    hosts: tuple[Host, ...] = ()
    faulty: tuple[Finding, ...] = ()
    unusable: tuple[tuple[str, str], ...] = ()
    try:
        hosts = hosts_in(hardware) if hardware else ()
    except InputError as error:
        faulty = tuple(each for each in error.findings if chosen(each.rule))
    except NfvgenError as error:
        unusable = ((str(hardware), str(error)),)
    linted = lint_readable(paths, hosts, chosen, hardware)
    findings = (*faulty, *linted.findings)
    read = {*linted.files, *(each.location.file for each in findings)}  # of host facts too
    comments = [note for file in sorted(read) for note in accepted_in(Path(file), yaml11=True)]
    hidden: tuple[Suppressed, ...] = ()
    if comments:  # few files have any, and the words for them take time to load
        from generator.report.docs import rule_docs
        from generator.report.suppression import Ran, settled

        ran = _ran(chosen, linted, bool(hosts))
        findings, hidden = settled(findings, comments, Ran(ran, rule_docs()))
    return conclude(call, findings, hidden, linted.files, (*unusable, *linted.unusable))


def _ran(chosen: Callable[[str], bool], linted: Linted, hosts: bool) -> Callable[[str], bool]:
    """Whether a rule had the occasion to find what a comment accepts: not without machines
    if it needs them, nor where files could not be read."""

    def ran(rule: str) -> bool:
        if not chosen(rule):
            return False
        return rule.startswith("suppression-") or (
            linted.complete and (hosts or rule not in HOST_RULES)
        )

    return ran
