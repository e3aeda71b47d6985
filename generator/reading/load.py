"""An inventory file as a typed inventory. Each layer trusts the one before it:
syntax, schema, structure; the first with findings ends the reading."""

from pathlib import Path
from typing import NamedTuple

from generator.errors import InputError
from generator.inventory import Inventory
from generator.reading.document import Document, read_document
from generator.reading.schema import violations
from generator.reading.structure import structure

SCHEMA = "inventory.schema.json"


class LoadedInventory(NamedTuple):
    """What was written, as a document with places and as typed values."""

    document: Document
    inventory: Inventory


def load_inventory(path: Path | str) -> LoadedInventory:
    """Read an inventory. Raises InputError with all findings of the first layer that has any."""
    document = read_document(Path(path))
    if findings := violations(document, SCHEMA):
        raise InputError(findings)
    return LoadedInventory(document, structure(Inventory, document.data))
