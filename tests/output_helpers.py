"""Stand-ins for rendered files, and a look at what lies in a folder."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Text:
    """What the writer asks of a rendered file."""

    text: str
    mode: int = 0o644
    secret: bool = False


FILES = {
    "network_data.yaml": Text("[]\n"),
    "environments/network.yaml": Text("parameter_defaults: {}\n"),
    "environments/registry.yaml": Text("password: hunter2\n", 0o600, secret=True),
    "deploy.sh": Text("#!/bin/bash\n", 0o755),
}


def tree(folder: Path) -> dict[str, str]:
    """Every file below a folder with its content, symbolic links as `-> TARGET`."""
    return {
        path.relative_to(folder).as_posix(): (
            f"-> {path.readlink()}" if path.is_symlink() else path.read_text()
        )
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


def contents(files: dict[str, Text]) -> dict[str, str]:
    """The same of files that are to be written."""
    return {name: file.text for name, file in sorted(files.items())}


def without_manifest(folder: Path) -> dict[str, str]:
    """What lies in an output folder besides its manifest."""
    return {name: text for name, text in tree(folder).items() if name != "manifest.json"}
