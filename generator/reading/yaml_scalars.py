"""What an unquoted word of YAML 1.2 means (its core schema).

Dates, `yes`, `on` and `12:34:56` are text here, where YAML 1.1 (so Heat's
client) makes something else of them. Numbers that the two versions read
differently are refused instead: `010` is ten to one and eight to the other. So are numbers in
other bases: nobody means the VLAN 96 by 0o140.
"""

import re

Value = str | int | float | bool | None

_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "Null", "NULL", "~", "")),
}
_NUMBER_START = frozenset("+-.0123456789")
_DECIMAL = re.compile(r"[-+]?[0-9]+")
_LEADING_ZERO = re.compile(r"[-+]?0[0-9]+")
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_LONGEST = 18  # digits; keeps every number within 64 bits, for whoever reads it next


class NumberError(ValueError):
    """A number that is refused. The arguments are what is wrong and the remedy."""

    def __init__(self, message: str, hint: str) -> None:
        self.message = message
        self.hint = hint
        super().__init__(message)


def resolve(text: str) -> Value:
    """The value of an unquoted word. Raises NumberError."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMBER_START:
        return text
    if _DECIMAL.fullmatch(text):
        return _decimal(text)
    if _BASED.fullmatch(text):
        if len(text) > _LONGEST:
            raise _too_large()
        raise NumberError(
            f"'{text}' is no decimal number",
            f"write {int(text, 0)}, or put it in quotes if it is text",
        )
    if _FLOAT.fullmatch(text):
        # Python spells the words without their dot.
        return float(text.replace(".", "", 1) if text[-1].isalpha() else text)
    return text


def _decimal(text: str) -> int:
    if len(text) > _LONGEST:
        raise _too_large()
    number = int(text)
    if _LEADING_ZERO.fullmatch(text):
        raise NumberError(
            f"'{text}' is {number} to some readers of YAML and octal to others",
            f'write {number} for the number, or "{text}" for the text',
        )
    return number


def _too_large() -> NumberError:
    return NumberError(
        f"a number with more than {_LONGEST} digits",
        "put it in quotes if it is a name or an id",
    )
