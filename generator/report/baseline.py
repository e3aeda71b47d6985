"""Findings that were there before: a file with their fingerprints.

Beside each fingerprint stands what it is of, for whoever reviews the file. Files are
named relative to the folder of the baseline, so that it holds wherever nfvgen is called.
"""

import json
import os
from collections.abc import Sequence

from generator.checks.notices import NEVER_HIDDEN
from generator.errors import NfvgenError
from generator.findings import Finding
from generator.report.fingerprint import NameOf, fingerprints, without_lines
from generator.report.types import Hidden, Suppressed

_VERSION = 1


def names_from(folder: str) -> NameOf:
    """How files are named relative to a folder."""
    return lambda file: os.path.relpath(file, folder).replace(os.sep, "/")


def baseline_text(findings: Sequence[Finding], name_of: NameOf) -> str:
    """A baseline of these findings."""
    accepted = [finding for finding in findings if finding.rule not in NEVER_HIDDEN]
    entries = [
        {
            "fingerprint": print_,
            "rule": each.rule,
            "file": name_of(each.location.file),
            "path": each.path,
            "message": without_lines(each.message),
        }
        for each, print_ in zip(accepted, fingerprints(accepted, name_of), strict=True)
    ]
    entries.sort(key=lambda entry: (entry["file"], entry["rule"], entry["fingerprint"]))
    return json.dumps({"version": _VERSION, "findings": entries}, indent=2) + "\n"


def known_fingerprints(text: str, name: str) -> frozenset[str]:
    """The fingerprints of a baseline. Raises NfvgenError where the text is none."""
    try:
        data = json.loads(text)
        if data["version"] == _VERSION:
            return frozenset(str(entry["fingerprint"]) for entry in data["findings"])
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    raise NfvgenError(f"{name} is no baseline; write one with --write-baseline {name}")


def split_known(
    findings: Sequence[Finding], known: frozenset[str], name_of: NameOf
) -> tuple[tuple[Finding, ...], tuple[Suppressed, ...]]:
    """The findings that are new, and those that the baseline knows."""
    new, old = [], []
    for each, print_ in zip(findings, fingerprints(findings, name_of), strict=True):
        if print_ in known and each.rule not in NEVER_HIDDEN:
            old.append(Suppressed(each, Hidden.BASELINE, "in the baseline"))
        else:
            new.append(each)
    return tuple(new), tuple(old)
