"""Two deployments held against each other: what changes, why, and what it needs."""

from generator.catalog.effects import effects
from generator.whatif.cloud_settings import OF_CLOUD
from generator.whatif.compare import changes, key_changes
from generator.whatif.needs import classified, needed
from generator.whatif.sides import Side
from generator.whatif.types import Difference, Settings

_NO_CLOUD = "flavors, image properties and host aggregates: no rendered folder holds them"


def compare_deployments(old: Side, new: Side) -> Difference:
    """Everything that differs in what they mean; comments, order and spelling do not count."""
    folder = old.data is None or new.data is None
    before, after = (_without_cloud(each.settings) if folder else each.settings
                     for each in (old, new))  # fmt: skip
    catalogue = effects(new.target)
    found = classified(changes(before, after), before, after, catalogue)
    keys = () if folder else tuple(key_changes(old.data, new.data))
    notes = (*old.notes, *new.notes, *([_NO_CLOUD] if folder else []))
    return Difference(
        old.path, new.path, keys, found, needed(found, catalogue), catalogue.needs, notes
    )


def _without_cloud(settings: Settings) -> Settings:
    return {key: entry for key, entry in settings.items() if key.area not in OF_CLOUD}
