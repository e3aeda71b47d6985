"""What an unquoted word of YAML 1.1 means, as PyYAML takes it, and so Heat's client.

`yes` and `on` are truth values, `010` is eight, `10:20` is 620 (a number to the base
60) and `0000:05:00.0` is 300.0. Dates are text: Heat's client switches them off.
"""

import re

from generator.reading.yaml_compose import Dialect
from generator.reading.yaml_scalars import NumberError, Value

_WORDS: dict[str, bool | None] = {
    **{
        form: value
        for word, value in (
            ("yes", True), ("no", False), ("true", True), ("false", False),
            ("on", True), ("off", False),
        )
        for form in (word, word.capitalize(), word.upper())
    },
    **dict.fromkeys(("null", "Null", "NULL", "~", "")),
}  # fmt: skip
_NUMBER_START = frozenset("+-.0123456789")
_INTEGER = re.compile(
    r"[-+]?(?:0b[0-1_]+|0[0-7_]+|0x[0-9a-fA-F_]+|0|[1-9][0-9_]*(?::[0-5]?[0-9])*)"
)
_FLOAT = re.compile(
    r"[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?"
    r"|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?"
    r"|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_LONGEST = 4000  # digits; Python itself refuses more


def resolve11(text: str) -> Value:
    """The value of an unquoted word. Raises NumberError for what PyYAML cannot read either."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMBER_START:
        return text
    try:
        if _INTEGER.fullmatch(text):
            return _integer(text.replace("_", ""))
        if _FLOAT.fullmatch(text):
            return _float(text.replace("_", "").lower())
    except ValueError:
        raise NumberError(
            f"'{text[:40]}' looks like a number but is none", "put it in quotes if it is text"
        ) from None
    return text


def _integer(text: str) -> int:
    sign, digits = _signed(text)
    if len(digits) > _LONGEST:
        raise ValueError
    if digits == "0":
        return 0
    if digits.startswith("0b"):
        return sign * int(digits[2:], 2)
    if digits.startswith("0x"):
        return sign * int(digits[2:], 16)
    if digits.startswith("0"):
        return sign * int(digits, 8)
    return sign * int(_base60(digits)) if ":" in digits else sign * int(digits)


def _float(text: str) -> float:
    sign, digits = _signed(text)
    if digits in {".inf", ".nan"}:
        return sign * float(digits[1:])
    if ":" in digits:
        whole, fraction = digits.rsplit(":", 1)
        return sign * (_base60(whole) * 60 + float(fraction))
    return sign * float(digits)


def _signed(text: str) -> tuple[int, str]:
    return (-1 if text[0] == "-" else 1), text.lstrip("+-") if text[0] in "+-" else text


def _base60(text: str) -> int:
    total = 0
    for part in text.split(":"):
        total = total * 60 + int(part)
    return total


HEAT = Dialect(resolve11, tolerant=True)
"""Of a key that stands twice the last counts, without a word."""
