"""What the inventory rules look at."""

from dataclasses import dataclass

from generator.catalog.loader import Catalogue
from generator.inventory import Inventory


@dataclass(frozen=True)
class InventorySubject:
    """An inventory that fits its schema, and the catalogue with its overrides."""

    inventory: Inventory
    catalogue: Catalogue
