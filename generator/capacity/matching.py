"""Whether everything finds a partner of its own."""

from collections.abc import Mapping, Sequence


def all_matched(partners: Mapping[int, Sequence[int]]) -> bool:
    """Whether each key can have one of its partners for itself (augmenting paths, König)."""
    owner: dict[int, int] = {}

    def finds(key: int, tried: set[int]) -> bool:
        for partner in partners[key]:
            if partner not in tried:
                tried.add(partner)
                if partner not in owner or finds(owner[partner], tried):
                    owner[partner] = key
                    return True
        return False

    return all(finds(key, set()) for key in partners)
