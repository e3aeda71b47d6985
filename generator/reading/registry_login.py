"""The logins of container registries, read from a file of their own.

No message about that file shows anything that stands in it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from generator.errors import InputError
from generator.reading.document import read_document
from generator.reading.schema import violations
from generator.reading.structure import structure

SCHEMA = "registry-login.schema.json"


@dataclass(frozen=True)
class Login:
    """The login of one registry. Its repr leaves the password out."""

    username: str
    password: str = field(repr=False)


@dataclass(frozen=True)
class RegistryLogins:
    """The whole file: host name of the registry -> login."""

    registries: Mapping[str, Login]


def read_registry_logins(path: Path) -> RegistryLogins:
    """Read a login file. Raises InputError with all findings of the first layer that has any."""
    document = read_document(path, secret=True)
    if findings := violations(document, SCHEMA):
        raise InputError(findings)
    return structure(RegistryLogins, document.data)
