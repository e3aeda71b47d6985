"""What a slot of PCI Express passes, and what frames cost there."""

from fractions import Fraction

from generator.explained import Fact
from generator.values import DataRate

# Generation -> gigatransfers per second and lane, each one bit. Until 2.0 the bus codes
# 8 bits as 10, from 3.0 on 128 as 130.
_GIGATRANSFERS = {
    1: Fraction(5, 2),
    2: Fraction(5),
    3: Fraction(8),
    4: Fraction(16),
    5: Fraction(32),
}
_OLD_CODING, _CODING = Fraction(8, 10), Fraction(128, 130)


def pcie_rate(generation: int, lanes: int) -> DataRate:
    """Rate of a slot per direction after its coding."""
    coding = _OLD_CODING if generation < 3 else _CODING
    return DataRate(int(_GIGATRANSFERS[generation] * lanes * 10**9 * coding))


def bus_bytes(frame: int, payload: Fact[int], overhead: Fact[int]) -> int:
    """Bytes of a frame on the bus: it crosses in packets of at most `payload` bytes, each
    with its `overhead`. Descriptors are not counted."""
    return frame - (-frame // payload.value) * overhead.value
