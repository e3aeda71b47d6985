"""`openstack overcloud deploy` in a script: what it passes, in order, with places."""

import os
import re
from collections.abc import Container, Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from generator.deployment.call import Argument, DeployCall
from generator.deployment.shell import commands
from generator.deployment.shell_words import Word
from generator.deployment.types import PRODUCT
from generator.findings import Location

_OPTIONS = {
    "-e": "-e", "--environment-file": "-e", "--environment-directory": "--environment-directory",
    "-r": "-r", "--roles-file": "-r", "-n": "-n", "--networks-file": "-n",
    "-p": "-p", "--plan-environment-file": "-p",
    "--answers-file": "--answers-file", "--stack": "--stack", "--templates": "--templates",
}  # fmt: skip


def deploy_call(text: str, script: str) -> DeployCall | None:
    """The last deploy command of a script, None where there is none that can be followed.

    Lines after it that begin with an option were meant to belong to it: where a backslash is
    missing, or blanks stand behind it, the shell ends the command. They are read with it.
    """
    passed: list[Word] | None = None
    command = Word("", 1, 1, 1)
    cut: Word | None = None
    following = False
    for words in commands(text, lambda pattern: _matching(pattern, script)):
        texts = [word.text for word in words]
        begin = next((i for i in range(len(texts)) if texts[i : i + 2] == _DEPLOY), None)
        if begin is not None:
            passed, cut, following = words[begin + 2 :], None, True
            command = words[begin + 1]
        elif following and passed and texts and _OPTION.match(texts[0]):
            cut = cut or passed[-1]
            passed += words
        else:
            following = False
    return None if passed is None else _call(passed, script, command, cut)


_DEPLOY = ["overcloud", "deploy"]
_OPTION = re.compile(r"--?[a-z]")
_SWITCHES = {"--templates"}  # a path may follow, but no file
_NO_FILE = re.compile(r"-|\d?[<>]")
_UNKNOWN_ROOT = re.compile(r"(?:\$\{?\w+\}?|\$\(.*\)|`[^`]*`)/([^$`*?]+)", re.DOTALL)
_REST = re.compile(r"\$[@*]")


def _call(words: Sequence[Word], script: str, command: Word, cut: Word | None) -> DeployCall:
    arguments = list(_arguments(words, script))

    def last(option: str) -> Argument | None:
        return next((each for each in reversed(arguments) if each.option == option), None)

    stack, templates = last("--stack"), last("--templates")
    return DeployCall(
        script,
        stack.path if stack else "overcloud",
        templates.path if templates and templates.path else PRODUCT,
        tuple(each for each in arguments if each.option in {"-e", "--environment-directory"}),
        last("-r"), last("-n"), last("-p"), _at(command, script),
        any(word.unclear or _REST.search(word.text) for word in words),
        _at(cut, script) if cut else None, last("--answers-file"), templates is not None,
    )  # fmt: skip


def _arguments(words: Sequence[Word], script: str) -> Iterator[Argument]:
    index = 0
    while index < len(words):
        word = words[index]
        index += 1
        option, equals, value = word.text.partition("=")
        if option not in _OPTIONS:
            if word.text[:2] in {"-e", "-r", "-n", "-p"} and word.text[2:3] not in {"", "-"}:
                option, value, equals = word.text[:2], word.text[2:], "="  # -efile
            else:
                if _is_loose(words, index - 1):
                    yield Argument("-e", word.text, _at(word, script), word.unclear, True)
                elif word.unclear and not _taken(words, index - 1):
                    yield Argument("-e", word.text, _at(word, script), True)
                continue
        at = word
        if not equals:
            following = words[index] if index < len(words) else None
            if following is not None and not following.text.startswith("-"):
                at, value, index = following, following.text, index + 1
            elif option != "--templates":
                continue
        unclear = at._replace(text=value).unclear
        yield Argument(_OPTIONS[option], value, _at(at, script), unclear)


def _is_loose(words: Sequence[Word], index: int) -> bool:
    """Whether a word that no option of ours took is a file all the same: an option of another
    kind, written --like-this, would have it as its value."""
    return words[index].text.endswith((".yaml", ".yml")) and not _taken(words, index)


def _taken(words: Sequence[Word], index: int) -> bool:
    """Whether a word belongs to the option or the redirection before it, or is one."""
    before = words[index - 1].text if index else ""
    of_option = before.startswith("-") and "=" not in before and before not in _SWITCHES
    return of_option or before.endswith((">", "<")) or bool(_NO_FILE.match(words[index].text))


def _at(word: Word, script: str) -> Location:
    return Location(script, word.line, word.column, word.line, word.end_column)


def _matching(pattern: str, script: str) -> list[str]:
    """The paths of a pattern, named as the script would name them."""
    folder, _, names = pattern.rpartition("/")
    found, _ = find(folder or ".", script, PRODUCT)
    if found is None or not found.is_dir():
        return []
    entries = sorted(each.name for each in found.iterdir() if not each.name.startswith("."))
    return [
        f"{folder}/{name}" if "/" in pattern else name
        for name in entries
        if fnmatchcase(name, names)
    ]


def find(path: str, script: str, templates: str) -> tuple[Path | None, bool]:
    """Where a path of a script is on this machine, and whether it is the product's.

    A path of the director (/home/stack/templates/net.yaml) means the file at the end of the
    script's own directory that agrees with it longest.
    """
    folder = Path(script).parent
    wanted = Path(path)
    direct = wanted if wanted.is_absolute() else folder / wanted
    if _there(direct):
        return direct, False
    for root in (templates, PRODUCT):
        if root and os.path.normpath(path).startswith(os.path.normpath(root) + os.sep):
            return None, True
    parts = [part for part in wanted.parts if part not in {"/", ".."}]
    for start in range(len(parts)):
        candidate = folder.joinpath(*parts[start:])
        if _there(candidate):
            return candidate, False
    return None, False


def below_unknown(
    path: str, script: str, product_files: Container[str]
) -> tuple[Path | None, bool]:
    """Like `find`, of a path whose first part only a shell can tell: what follows it is the
    product's where the product has such a file, else what agrees with it longest."""
    found = _UNKNOWN_ROOT.fullmatch(path)
    if found is None:
        return None, False
    if not (Path(script).parent / found[1]).is_file() and found[1] in product_files:
        return None, True
    return find(found[1], script, "")


def _there(path: Path) -> bool:
    """Unlike those of pathlib, these take a name that is too long for one that is not there."""
    return os.path.isfile(path) or os.path.isdir(path)
