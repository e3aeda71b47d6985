"""What stops a run. Each class carries the exit code that the command ends with."""

from collections.abc import Sequence
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from generator.findings import Finding


class ExitCode(IntEnum):
    """Exit codes of every command."""

    DONE = 0
    INPUT_ERRORS = 1
    UNUSABLE = 2
    CHANGES_PENDING = 3


class NfvgenError(Exception):
    """The call or its surroundings are unusable: a missing file, a full disk."""

    exit_code = ExitCode.UNUSABLE


class InputError(NfvgenError):
    """The input has errors. `findings` holds all of them, in the order of the input."""

    exit_code = ExitCode.INPUT_ERRORS

    def __init__(self, findings: Sequence["Finding"]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(str(finding) for finding in self.findings))
