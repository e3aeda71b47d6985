"""The files of a lint in order: as given, sorted from directories, as a deploy script says."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from generator.catalog.product import product as product_of
from generator.deployment.call import Argument, DeployCall
from generator.deployment.deploy_script import below_unknown, deploy_call, find
from generator.deployment.files import expand, read_file
from generator.deployment.types import UNCLEAR, FileRead, Kind, MissingFile
from generator.deployment.values import whole
from generator.errors import NfvgenError
from generator.findings import Finding, Location, Severity
from generator.reading.document import read_text


class Inputs:
    """Collects files; each is read once and keeps its last place."""

    def __init__(self, target: str) -> None:
        self._target = target
        self.missing: list[MissingFile] = []
        self.unusable: list[tuple[str, str]] = []
        self.deploy: DeployCall | None = None
        self._files: dict[str, FileRead] = {}

    @property
    def files(self) -> tuple[FileRead, ...]:
        """Everything read, in -e order."""
        return tuple(self._files.values())

    def add(self, path: Path) -> None:
        """A file or directory of the command line. One that is unusable hides no other."""
        try:
            if not path.is_dir():
                self._follow(self._read(path, None))
                return
            found = [self._of_folder(each) for each in expand(path)]
        except NfvgenError as error:
            self.unusable.append((str(path), str(error)))
            return
        # The one script of a directory tells the order of what it names; what it does not
        # name comes before.
        scripts = [file for file in found if file.kind is Kind.DEPLOY_SCRIPT]
        if len(scripts) == 1:
            self._follow(scripts[0])

    def template(self, path: str, named_by: Location | None) -> FileRead | None:
        """A nic-config that a registry entry names: among the files read, or on the disk."""
        if known := self._files.get(_identity(Path(path))):
            return known
        if os.path.isfile(path):
            try:
                return self._read(_plain(Path(path)), named_by)
            except NfvgenError:
                return None
        return self._alike(Path(path))

    def _alike(self, path: Path) -> FileRead | None:
        """The nic-config read whose path agrees with one of another machine for longest."""
        best: list[FileRead] = []
        most = 0
        for file in self._files.values():
            if file.kind is Kind.NIC_CONFIG:
                length = _agreement(path.parts, Path(file.path).parts)
                if length > most:
                    best, most = [file], length
                elif length == most and length:
                    best.append(file)
        return best[0] if len(best) == 1 else None

    def _read(self, path: Path, named_by: Location | None) -> FileRead:
        key = _identity(path)
        file = self._files.pop(key, None) or read_file(path)
        if named_by:
            file = file._replace(named_by=named_by)
        self._files[key] = file
        return file

    def _of_folder(self, path: Path) -> FileRead:
        """A file that nobody named: one that holds no text is told of."""
        try:
            return self._read(path, None)
        except NfvgenError as error:
            note = _unreadable(Location(str(path), 1, 1, 1, 1), error)
            self._files[_identity(path)] = file = FileRead(str(path), Kind.BROKEN, None, (note,))
            return file

    def _follow(self, file: FileRead) -> None:
        if file.kind is Kind.PLAN_ENVIRONMENT:
            self._plan_environment(file)
        if file.kind is not Kind.DEPLOY_SCRIPT:
            return
        call = deploy_call(read_text(Path(file.path)), file.path)
        if call is None:
            return
        call, notes = self._answered(call)
        self.deploy = call
        notes += self._passed(call)
        key = _identity(Path(file.path))
        self._files[key] = file._replace(findings=(*file.findings, *notes))

    def _answered(self, call: DeployCall) -> tuple[DeployCall, list[Finding]]:
        """A command with what its answers file says: environments before its own, and the
        templates where it names none. Source: python-tripleoclient, overcloud deploy."""
        if call.answers is None:
            return call, []
        files: list[FileRead] = []
        notes = list(self._named(call.answers, call, files))
        for file in files:
            said = whole(file.document) if file.document else None
            listed, templates = (said and said.get(key) for key in ("environments", "templates"))
            environments = tuple(
                Argument("-e", item.content, item.at.location)
                for item in (listed.items if listed else ())
                if isinstance(item.content, str)
            )
            call = call._replace(environments=(*environments, *call.environments))
            if not call.templates_given and templates and isinstance(templates.content, str):
                call = call._replace(templates=templates.content)
        return call, notes

    def _passed(self, call: DeployCall) -> Iterator[Finding]:
        """Read what a command passes; what is not there becomes a finding."""
        single = (call.roles, call.networks, call.plan_environment)
        for argument in (*(each for each in single if each), *call.environments):
            files: list[FileRead] = []
            yield from self._named(argument, call, files)
            for file in files if argument.option == "-p" else ():
                self._plan_environment(file)

    def _named(
        self, argument: Argument, call: DeployCall, files: list[FileRead]
    ) -> Iterator[Finding]:
        """Read what an argument names into `files`."""
        if argument.unclear:
            files_of_product = product_of(self._target).files
            path, product = below_unknown(argument.path, call.script, files_of_product)
        else:
            path, product = find(argument.path, call.script, call.templates)
        if path is None and argument.unclear and not product:
            yield _note(
                argument.location, UNCLEAR, Severity.INFO,
                f"only a shell can tell what '{argument.path}' means",
                "it is left out here, and rules about what nothing sets or declares are silent; "
                "give the files to lint as well",
            )  # fmt: skip
            return
        if path is None:
            self.missing.append(MissingFile(argument.path, argument.location, product))
            if not product:
                yield _absent(argument)
            return
        for each in _each(path):
            try:
                files.append(self._read(_plain(each), argument.location))
            except NfvgenError as error:
                yield _unreadable(argument.location, error)

    def _plan_environment(self, file: FileRead) -> None:
        """The environments that a plan lists, before its own values."""
        listed = file.document.data.get("environments") if file.document else ()
        for entry in listed if isinstance(listed, list) else ():
            written = entry.get("path") if isinstance(entry, dict) else None
            if not isinstance(written, str):
                continue
            path, product = find(written, file.path, "")
            if path is None:
                self.missing.append(MissingFile(written, None, product))
            else:
                self._of_folder(_plain(path))
        self._read(Path(file.path), file.named_by)


def _each(path: Path) -> Iterable[Path]:
    return expand(path) if path.is_dir() else (path,)


def _absent(argument: Argument) -> Finding:
    message = f"{argument.option} {argument.path} is not here"
    return _note(
        argument.location, "file/missing", Severity.WARNING, message,
        "give the file too, or correct its path; as long as it is missing, rules about what "
        "nothing sets or declares are silent",
    )  # fmt: skip


def _unreadable(at: Location, error: NfvgenError) -> Finding:
    hint = "correct it, or leave the file out"
    return _note(at, "file/unreadable", Severity.ERROR, str(error), hint)


def _note(at: Location, rule: str, severity: Severity, message: str, hint: str) -> Finding:
    return Finding(at, "", rule, severity, message, hint)


def _identity(path: Path) -> str:
    return os.path.realpath(path)


def _plain(path: Path) -> Path:
    """The path of a file that another one names, without detours: not environments/../x.
    Where a folder of it is a link, the detour may lead elsewhere."""
    plain = Path(os.path.normpath(path))
    return plain if _identity(plain) == _identity(path) else path


def _agreement(left: tuple[str, ...], right: tuple[str, ...]) -> int:
    """How many last parts of two paths are the same."""
    count = 0
    for one, other in zip(reversed(left), reversed(right), strict=False):
        if one != other:
            break
        count += 1
    return count
