"""Pending changes as text for reviewers. Credentials are never shown."""

from collections.abc import Iterator, Mapping
from difflib import unified_diff
from io import StringIO
from pathlib import Path

from generator.os_errors import plain_words
from generator.output.comparison import MANIFEST_MODE, OutputState, compare, mode_of
from generator.output.manifest import MANIFEST, Origin, OutputFile, is_secret

_HIDDEN = "content not shown: holds credentials"
_LOGIN_FILE = "registry-login.yaml"
_CREDENTIALS = b"ContainerImageRegistryCredentials"


def diff_text(
    files: Mapping[str, OutputFile], target: str | Path, origin: Origin | None = None
) -> str:
    """Unified diffs of what a run would change, empty if nothing."""
    state = compare(files, target, origin)
    names = {*state.new, *state.changed, *state.gone, *state.edited, *state.blocked}
    with plain_words():
        return "".join(line for name in sorted(names) for line in _diff(name, files, state))


def _diff(name: str, files: Mapping[str, OutputFile], state: OutputState) -> Iterator[str]:
    path = state.target / name
    file = files.get(name)
    if name in state.blocked:
        yield f"{name}: something else has this name or that of its folder\n"
        return
    after = state.manifest.text() if name == MANIFEST else file.text if file else None
    mode = MANIFEST_MODE if name == MANIFEST else mode_of(file) if file else None
    if name not in state.new and (path.is_symlink() or not path.is_file()):
        yield f"{name}: a symbolic link or special file is replaced or removed\n"
        return
    before = None if name in state.new else path.read_bytes()
    if name in state.edited:
        yield f"{name}: was not written by an earlier run or was edited since\n"
    if before is not None and mode is not None and path.stat().st_mode & 0o7777 != mode:
        yield f"{name}: mode {path.stat().st_mode & 0o7777:04o} becomes {mode:04o}\n"
    recorded = state.old.outputs.get(name, "") if state.old else ""
    if (file and file.secret) or is_secret(recorded) or _looks_secret(path, before):
        yield from (
            [f"{name}: {_verb(before, after)}; {_HIDDEN}\n"] if before != _bytes(after) else []
        )
        return
    yield from _unified(name, before, after)


def _looks_secret(path: Path, before: bytes | None) -> bool:
    """Whether a file may hold credentials whatever the manifest says, which anyone can edit:
    by its name, by what stands in it, or because others may not read it."""
    return path.name == _LOGIN_FILE or (
        before is not None and (_CREDENTIALS in before or not path.stat().st_mode & 0o077)
    )


def _unified(name: str, before: bytes | None, after: str | None) -> Iterator[str]:
    try:
        old = (before or b"").decode()
    except UnicodeDecodeError:
        yield f"{name}: differs; the present content is no text\n"
        return
    lines = unified_diff(
        list(StringIO(old)),  # unlike splitlines, at line feeds only
        list(StringIO(after or "")),
        "/dev/null" if before is None else f"a/{name}",
        "/dev/null" if after is None else f"b/{name}",
    )
    if not old and not after:
        yield f"{name}: {_verb(before, after)}; it is empty\n"
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _verb(before: bytes | None, after: str | None) -> str:
    return "is new" if before is None else "is removed" if after is None else "changes"


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode()
