"""Files that are handed out as they are: the JSON Schemas and the starter inventory."""

import os
from pathlib import Path

from generator.errors import NfvgenError
from generator.os_errors import plain_words
from generator.resources import resource_dir

_SUFFIX = ".schema.json"
INVENTORY = "inventory"


def schema_names() -> list[str]:
    """The schemas by name."""
    found = resource_dir("schemas").glob(f"*{_SUFFIX}")
    return sorted(path.name.removesuffix(_SUFFIX) for path in found)


def schema_text(name: str = INVENTORY) -> str:
    """A JSON Schema."""
    names = schema_names()
    if name not in names:
        raise NfvgenError(f"no schema {name!r}; there are: {', '.join(names)}")
    return (resource_dir("schemas") / f"{name}{_SUFFIX}").read_text("utf-8")


def write_starter(folder: Path) -> tuple[Path, ...]:
    """Write a first inventory and its schema, which editors check it against."""
    template = resource_dir("templates") / "starter" / f"{INVENTORY}.yaml"
    texts = {
        folder / f"{INVENTORY}.yaml": template.read_text("utf-8"),
        folder / f"{INVENTORY}{_SUFFIX}": schema_text(),
    }
    with plain_words():
        for path in texts:
            if os.path.lexists(path):
                raise NfvgenError(f"{path} exists and is not overwritten; choose another folder")
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in texts.items():
            with plain_words(path):
                _create(path, text)
    return tuple(texts)


def _create(path: Path, text: str) -> None:
    """Write a file that must not exist, or leave none."""
    with path.open("x", encoding="utf-8", newline="") as file:
        try:
            file.write(text)
            file.flush()
        except BaseException:
            path.unlink()
            raise
