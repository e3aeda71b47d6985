"""What a finding is known by when the lines around it move."""

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import sha256

from generator.findings import Finding

_POSITION = re.compile(r"\b(lines?) \d+(?:(?:-|, | and )\d+)*|:\d+:\d+\b")
_INDEX = re.compile(r"\[\d+\]")

NameOf = Callable[[str], str]
"""The name of a file under which it is known elsewhere."""


def as_given(file: str) -> str:
    """A file as it was named, without detours."""
    return posixpath.normpath(file)


def without_lines(message: str) -> str:
    """A message without the line numbers that it names."""
    return _POSITION.sub(lambda match: match[1] or "", message)


def fingerprints(findings: Iterable[Finding], name_of: NameOf = as_given) -> list[str]:
    """A fingerprint for each finding. Of several that are alike each has its own, so that
    one more is not taken for one that is known."""
    seen: Counter[tuple[str, ...]] = Counter()
    found = []
    for each in findings:
        path = _INDEX.sub("[]", each.path)  # an entry above moves those below
        key = (each.rule, name_of(each.location.file), path, without_lines(each.message))
        seen[key] += 1
        text = "\0".join((*key, str(seen[key])))
        found.append(sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:32])
    return found
