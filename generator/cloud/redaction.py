"""Texts of others without the secrets of a login."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote, quote_plus

_SECRETS = re.compile("password|secret|token|passcode|credential")
_USER_IN_URL = re.compile(r"(?<=://)\S+@")  # to the last @: a password may have one
_LONGEST = 400
_PECULIAR = 8  # so long and not of letters only, it is part of no word by chance


def secrets_of(config: Mapping[str, Any]) -> Iterator[str]:
    """Everything in a configuration that is nobody's business."""
    for key, value in {**config, **(config.get("auth") or {})}.items():
        if value and isinstance(value, str | int) and _SECRETS.search(key):
            yield str(value)
        elif user := _USER_IN_URL.search(str(value)):
            yield user[0].rstrip("@").partition("/")[0]  # where a slash makes it look like a host


def redacted(text: str, secrets: Sequence[str]) -> str:
    """Text of somebody else on one line, with *** for what is secret."""
    text = _USER_IN_URL.sub("***@", text)
    for secret in sorted(secrets, key=len, reverse=True):
        for form in sorted(_forms(secret), key=lambda form: (-len(form), form)):
            text = re.sub(_pattern(form), "***", text)
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _forms(secret: str) -> set[str]:
    """How a message may hold it: plain, in an address, in quotes of Python or JSON."""
    quoted = {repr(secret)[1:-1], json.dumps(secret)[1:-1]}
    return {secret, quote(secret, safe=""), quote(secret), quote_plus(secret), *quoted}


def _pattern(secret: str) -> str:
    """Where it counts. A short one, or one of letters, stands inside of other words by
    chance, and ones cut up would show what it is: there only the whole word counts."""
    pattern = re.escape(secret)
    if len(secret) >= _PECULIAR and not secret.isalpha():
        return pattern
    before = r"(?<!\w)" if secret[0].isalnum() else ""
    after = r"(?!\w)" if secret[-1].isalnum() else ""
    return before + pattern + after
