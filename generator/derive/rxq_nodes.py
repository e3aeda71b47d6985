"""In which order Open vSwitch turns to NUMA nodes for queues whose own node has no PMD
thread to spare: the order of a hash table (lib/hash.h, lib/hmap.c, v2.13 to v3.1)."""

from collections.abc import Iterable

_WORD = 0xFFFFFFFF
_SMALLEST = 4  # slots of a table with more than one entry


def foreign_order(nodes: Iterable[int]) -> tuple[int, ...]:
    """The nodes as a walk over the table meets them.

    Of nodes in one slot the one that entered last comes first, and they enter in an order
    that changes at every start: such nodes stand by number here (see `shared_slots`).
    """
    known = sorted(nodes)
    slots = _slots(len(known))
    return tuple(sorted(known, key=lambda node: _hash(node) % slots))


def shared_slots(nodes: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """The nodes whose order among themselves is not certain. Nodes 0 to 3 never share."""
    known = sorted(nodes)
    slots: dict[int, list[int]] = {}
    for node in known:
        slots.setdefault(_hash(node) % _slots(len(known)), []).append(node)
    return tuple(tuple(shared) for shared in slots.values() if len(shared) > 1)


def _slots(entries: int) -> int:
    """The table doubles when it holds twice as many entries as slots."""
    if entries < 2:
        return 1
    slots = _SMALLEST
    while entries >= 2 * slots:
        slots *= 2
    return slots


def _hash(number: int) -> int:
    """MurmurHash3 (Austin Appleby, public domain) over no data, seeded with the number, as
    builds for any x86-64 processor have it."""
    state = number
    for _ in range(2):
        state = (_rotated(state, 13) * 5 + 0xE6546B64) & _WORD
    state ^= 8  # the length that is hashed
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        state = ((state ^ state >> shift) * factor) & _WORD
    return state ^ state >> 16


def _rotated(word: int, bits: int) -> int:
    return (word << bits | word >> (32 - bits)) & _WORD
