"""The logins of container registries, read from a file of their own.

No message about that file shows anything that stands in it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from generator.errors import InputError
from generator.reading.document import InputFile, read_document
from generator.reading.login import Login
from generator.reading.schema import violations
from generator.reading.structure import structure

SCHEMA = "registry-login.schema.json"


@dataclass(frozen=True)
class RegistryLogins:
    """The whole file."""

    registries: Mapping[str, Login]


class LoadedLogins(NamedTuple):
    """Host name of the registry -> login, and the file that says so."""

    registries: Mapping[str, Login]
    source: InputFile | None


def read_registry_logins(path: Path) -> LoadedLogins:
    """Read a login file. Raises InputError with all findings of the first layer that has any."""
    document = read_document(path, secret=True)
    if findings := violations(document, SCHEMA):
        raise InputError(findings)
    return LoadedLogins(structure(RegistryLogins, document.data).registries, document.source)
