"""network_data as a view."""

from collections.abc import Mapping, Sequence

from generator.catalog.roles import networks as standard
from generator.deployment.types import NetworkView, SubnetView
from generator.deployment.values import Value, whole
from generator.reading.document import Document


def network_views(documents: Sequence[Document], target: str) -> Mapping[str, NetworkView]:
    """The networks of the network_data files, by name; those that the product has by
    default where there is none."""
    if not documents:
        return {
            facts.name: NetworkView(facts.name, facts.name_lower, None, {}, {})
            for facts in standard(target).values()
        }
    found = {}
    for document in documents:
        for item in whole(document).items:
            name = item.get("name")
            if name is not None and isinstance(name.content, str):
                found[name.content] = network_view(item, name.content)
    return found


def network_view(item: Value, name: str) -> NetworkView:
    """One network, of its entry in network_data."""
    lower, enabled, subnets = item.get("name_lower"), item.get("enabled"), item.get("subnets")
    return NetworkView(
        name,
        str(lower.content) if lower and isinstance(lower.content, str) else name.lower(),
        item.at,
        item.entries,
        {
            key: SubnetView(key, value.at, value.entries)
            for key, value in (subnets.entries if subnets else {}).items()
        },
        enabled is None or enabled.content is not False,
    )
