"""Jinja filters: YAML values, comments and shell words.

Rendered YAML is read by programs of two minds: `10:20` is a number to a YAML 1.1
reader and text to a 1.2 one. Quoting every string leaves nothing to interpretation.
"""

import json
import re
import shlex
import textwrap
from collections.abc import Mapping
from typing import Any

COMMENT_WIDTH = 88
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*(::?[A-Za-z0-9_.-]+)*")
_TEMPLATED = re.compile("{{|{%|{#")
_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))
# What may not stand in a YAML file as it is, or would end a line.
# Nothing of it is printable, so that most texts need neither pattern to be compiled.
_ESCAPED = "[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"
_UNPRINTABLE = f"[\x00-\x08\x0e-\x1f]|{_ESCAPED}"


def yaml_value(value: Any, indent: int = 0) -> str:
    """What follows a key's colon: a scalar on the same line, a list or mapping below it.

    `indent` is that of the key; what stands below is two columns further in.
    """
    if _inline(value):
        return f" {_flow(value)}"
    return "".join(f"\n{line}" for line in _block(value, indent + 2))


def ansible_value(value: Any, indent: int = 0) -> str:
    """The same for a playbook: braces in text are no template, and long text is folded."""
    if isinstance(value, str):
        # ansible-lint does not know that !unsafe text is no template.
        plain = _TEMPLATED.sub(lambda found: f"{{{{ '{found[0]}' }}}}", value)
        return f" {_folded(_quoted(plain), indent + 2)}"
    pad = " " * (indent + 2)
    if not value:
        return " {}" if isinstance(value, Mapping) else " []"
    if isinstance(value, Mapping):
        lines = (
            f"{yaml_key(key)}:{ansible_value(item, indent + 2)}" for key, item in value.items()
        )
    else:
        lines = (f"-{ansible_value(item, indent + 2)}" for item in value)
    return "".join(f"\n{pad}{line}" for line in lines)


def yaml_key(key: str) -> str:
    """A mapping key, quoted where a reader might take it for something else."""
    plain = _PLAIN_KEY.fullmatch(key) and key.lower() not in _WORDS
    return key if plain else _quoted(key)


def comment(text: str, indent: int = 0) -> str:
    """Comment lines, wrapped, each with its line end; a line of the text is a paragraph."""
    pad = " " * indent + "# "
    paragraphs = (_shown(paragraph) for paragraph in text.splitlines())
    return "".join(f"{line}\n" for each in paragraphs for line in _wrapped(each, pad))


def _shown(text: str) -> str:
    return text if text.isprintable() else re.sub(_UNPRINTABLE, "?", text)


def _wrapped(paragraph: str, pad: str) -> list[str]:
    # Most comments are short, and wrapping is slow.
    if len(pad + paragraph) <= COMMENT_WIDTH and paragraph == " ".join(paragraph.split()):
        return [pad + paragraph] if paragraph else []
    return textwrap.wrap(
        paragraph,
        COMMENT_WIDTH,
        initial_indent=pad,
        subsequent_indent=pad,
        break_long_words=False,
        break_on_hyphens=False,
    )


def shell_word(text: str) -> str:
    """One word of a shell command."""
    return shlex.quote(text)


def json_text(value: Mapping[str, Any]) -> str:
    """A mapping as JSON on one line, in its own order."""
    return json.dumps(dict(value))


def _inline(value: Any) -> bool:
    """Scalars, empty collections and a single reference such as {get_param: NAME}."""
    if isinstance(value, dict) and len(value) == 1:
        return isinstance(next(iter(value.values())), str | int)
    return not isinstance(value, dict | list) or not value


def _flow(value: Any) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, dict):
        # Between braces older readers take any colon for the end of a key.
        inner = (
            f"{_quoted(key) if ':' in key else yaml_key(key)}: {_flow(entry)}"
            for key, entry in value.items()
        )
        return f"{{{', '.join(inner)}}}"
    if value == []:
        return "[]"
    raise TypeError(f"{value!r} has no form in a rendered file")


def _block(value: Any, indent: int) -> list[str]:
    """The lines of a list or a mapping."""
    pad = " " * indent
    if isinstance(value, dict):
        text = "\n".join(f"{pad}{yaml_key(key)}:{yaml_value(entry, indent)}"
                         for key, entry in value.items())  # fmt: skip
    else:
        text = "\n".join(f"{pad}-{_item(entry, indent)}" for entry in value)
    return text.split("\n")


def _item(value: Any, indent: int) -> str:
    """What follows the dash of a list item that stands at `indent`."""
    if _inline(value):
        return f" {_flow(value)}"
    first, *rest = _block(value, indent + 2)
    return f" {first.lstrip(' ')}" + "".join(f"\n{line}" for line in rest)


def _folded(quoted: str, indent: int) -> str:
    """A quoted text in lines: a line break stands for the one space that was there."""
    lines = [""]
    for word in re.split("(?<=[^ ]) (?=[^ ])", quoted):
        if lines[-1] and len(lines[-1]) + len(word) >= COMMENT_WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return f"\n{' ' * indent}".join(lines)


def _quoted(text: str) -> str:
    """A double-quoted scalar: JSON's escapes are YAML's, a few more are needed."""
    quoted = json.dumps(text, ensure_ascii=False)
    if quoted.isprintable():
        return quoted
    return re.sub(_ESCAPED, lambda found: f"\\u{ord(found[0]):04x}", quoted)
