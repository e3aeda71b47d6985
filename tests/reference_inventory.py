"""The reference example with parts of its text replaced."""

from pathlib import Path

REFERENCE = Path(__file__).parents[1] / "examples" / "dell-r740xd-dpdk" / "inventory.yaml"


def changed_reference(folder: Path, *changes: tuple[str, str]) -> Path:
    """The inventory in the folder, with each text, which has to be there, replaced."""
    text = REFERENCE.read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / "inventory.yaml"
    path.write_text(text, "utf-8")
    return path
