"""The logins of management controllers, read from a file of their own.

No message about that file shows anything that stands in it.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from generator.errors import InputError, NfvgenError
from generator.findings import Place
from generator.reading.document import read_document
from generator.reading.login import Login
from generator.reading.schema import violations
from generator.reading.structure import structure
from generator.values import ReadOnly

SCHEMA = "bmc-login.schema.json"


@dataclass(frozen=True)
class BmcLogins:
    """The whole file."""

    default: Login | None = None
    nodes: Mapping[str, Login] = field(default_factory=ReadOnly)

    def of(self, node: str) -> Login | None:
        """The login of a node's management controller."""
        return self.nodes.get(node, self.default)


def read_bmc_logins(path: Path, nodes: Collection[str]) -> BmcLogins:
    """Read a login file for these nodes. Raises InputError with all findings of the first
    layer that has any, NfvgenError for a login of no node: the one that it was meant for
    would get the default."""
    document = read_document(path, secret=True)
    if findings := violations(document, SCHEMA):
        raise InputError(findings)
    logins = structure(BmcLogins, document.data)
    for name in logins.nodes:
        if name not in nodes:
            at = document.locate(Place(("nodes", name), on_key=True))
            raise NfvgenError(
                f"{at.file}:{at.line}:{at.column}: the inventory has no node of this name;"
                " correct it, or remove it"
            )
    return logins
