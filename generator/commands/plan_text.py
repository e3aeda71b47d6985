"""The parts of a printed plan: paragraphs, values with their reasons, facts."""

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

WIDTH = 80
RECALLED = "recalled"
BOUND = "\N{NO-BREAK SPACE}"

Item = dict[str, Any]


def title(text: str) -> tuple[str, ...]:
    """A heading."""
    return ("", text, "-" * len(text))


def paragraph(text: str, indent: int, hang: int = 4) -> list[str]:
    """Text in lines of at most 80 columns; a longer word stays whole, to be copied."""
    lines = textwrap.wrap(
        text.replace(" = ", f"{BOUND}={BOUND}").replace(f" ({RECALLED})", f"{BOUND}({RECALLED})"),
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_on_hyphens=False,
        break_long_words=False,
    )
    return [line.replace(BOUND, " ") for line in lines]


def values(items: dict[str, Item], indent: int, sources: bool = False) -> Iterator[str]:
    """Values with their reasons. `sources`: those of the facts too, which otherwise stand
    in a list of their own."""
    for name, item in items.items():
        yield from _value(f"{name} =", item["value"], recalled_mark(item), indent)
        if item["rule"]:  # nothing to say of a copied value
            yield from _reason(item, indent + 4, sources)


def recalled_mark(item: Item) -> str:
    """What stands behind a value that rests on a recalled fact; one set by hand does not."""
    recalled = not item["stated"] and any(fact["mark"] == RECALLED for fact in item["facts"])
    return f" ({RECALLED})" if recalled else ""


def text(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, list):
        return ", ".join(map(text, value)) or "[]"
    if isinstance(value, bool):
        return str(value).lower()
    return '""' if value == "" else str(value)


def fact_list(facts: Iterable[Item]) -> Iterator[str]:
    """Each fact once, by mark and source; what is recalled first, a marked line each."""
    groups: dict[tuple[str, str], dict[str, None]] = {}
    for fact in facts:
        group = groups.setdefault((fact["mark"], fact["source"]), {})
        group[_equation(fact)] = None
    for mark, source in sorted(groups, key=lambda group: group[0] != RECALLED):
        yield from paragraph(f"{mark}: {source}", 4)
        lines = groups[mark, source]
        if mark == RECALLED:
            for line in lines:
                yield from paragraph(f"! {line}", 6)
        else:
            yield from paragraph(", ".join(lines), 8, 0)


def _value(head: str, value: Any, mark: str, indent: int) -> Iterator[str]:
    if _nested(value):
        yield " " * indent + head + mark
        yield from _block(value, indent + 2)
    else:
        yield from paragraph(f"{head} {text(value)}{mark}", indent)


def _nested(value: Any) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and any(isinstance(item, dict) for item in value)
    )


def _block(value: Any, indent: int) -> Iterator[str]:
    """Maps and lists of them, a key a line."""
    if isinstance(value, list):
        for item in value:
            first, *rest = _block(item, indent + 2)
            yield f"{' ' * indent}- {first.lstrip()}"
            yield from rest
        return
    for key, item in value.items():
        yield from _value(f"{key}:", item, "", indent)


def _reason(item: Item, indent: int, sources: bool) -> Iterator[str]:
    stated = item["stated"]
    for line in item["rule"].splitlines():
        if not (stated and line == "set by hand"):
            yield from _rule(line, indent)
    yield from _inputs(item, indent, sources)
    if item["source"] and not (stated and item["source"].startswith(f"inventory {stated}")):
        yield from paragraph(f"source: {item['source']}", indent)
    if stated:
        yield from paragraph(f"set by hand at: {stated}", indent)


def _rule(line: str, indent: int) -> Iterator[str]:
    """A paragraph, or the steps of a longer sum one below the other."""
    if line.count(" = ") < 3 or indent + len(line) <= WIDTH:
        yield from paragraph(line, indent, 2)
        return
    first, *steps = line.split("; ")
    yield from paragraph(first, indent)
    for step in steps:
        yield from paragraph(step, indent + 2)


def _inputs(item: Item, indent: int, sources: bool) -> Iterator[str]:
    facts = [fact for fact in item["facts"] if not _echo(fact, item)]
    if not sources:
        marked = [_equation(f) + f" ({RECALLED})" * (f["mark"] == RECALLED) for f in facts]
        if marked:
            by_hand = item["stated"] and item["rule"].startswith("set by hand")
            head = "the derived value rests on" if by_hand else "rests on"
            yield from paragraph(f"{head}: {', '.join(marked)}", indent)
        return
    groups: dict[tuple[str, str], list[str]] = {}
    for fact in facts:
        groups.setdefault((fact["mark"], fact["source"]), []).append(_equation(fact))
    for (mark, source), named in groups.items():
        yield from paragraph(f"rests on: {', '.join(named)} ({mark}: {source})", indent)
    echoes = {f"{f['source']} ({f['mark']})" for f in item["facts"] if _echo(f, item)}
    for source in sorted(echoes - {f"{item['source']} ({f['mark']})" for f in item["facts"]}):
        yield from paragraph(f"given by: {source}", indent)


def _echo(fact: Item, item: Item) -> bool:
    """Whether the value says itself what the fact says."""
    if fact["mark"] == RECALLED or (
        fact["source"] != item["source"] and not _nested(item["value"])
    ):
        return False
    return text(fact["value"]) in {" ".join(_leaves(item["value"])), *_leaves(item["value"])}


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    else:
        yield text(value)


def _equation(fact: Item) -> str:
    return f"{fact['name'].replace(' ', BOUND)} = {text(fact['value'])}"
