"""Heat's functions in a nic-config, with the values that the files give."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Protocol

from generator.deployment.texts import composed, put_in, text_parts
from generator.deployment.values import Composed, Provided, Symbol, Unresolved, Value, is_items


class Scope(Protocol):
    """What a template's functions refer to."""

    def parameter(self, name: str, used: Value) -> Value:
        """The value of a parameter."""

    def file(self, path: str) -> str | None:
        """The text of a file named relative to the template."""

    def resource(self, name: str) -> Value | None:
        """A resource of the template, as it is written."""

    def condition(self, name: str) -> Value | None:
        """A condition by name, as it is written."""


_NOT_HERE = {
    "repeat", "get_resource", "digest", "resource_facade", "map_replace",
    "str_replace_vstrict", "make_url", "filter", "contains", "get_env",
}  # fmt: skip


def resolve(value: Value, scope: Scope) -> Value:
    """A value of a template with every function in it carried out."""
    content = value.content
    if isinstance(content, Mapping):
        if len(content) == 1 and (name := next(iter(content))) in _FUNCTIONS:
            found = _FUNCTIONS[name](content[name], value, scope)
            return replace(found, used=value.at)
        if len(content) == 1 and name in _NOT_HERE:
            reason = f"{name} is not carried out here"
            return _symbol(Unresolved("function", reason, name), value)
        entries = {key: resolve(entry, scope) for key, entry in content.items()}
        return Value(entries, value.at, used=value.at)
    if is_items(content):
        return Value(tuple(resolve(item, scope) for item in value.items), value.at, used=value.at)
    return replace(value, used=value.at)


def _symbol(symbol: Symbol, value: Value) -> Value:
    return Value(symbol, value.at, used=value.at)


def _broken(name: str, value: Value) -> Value:
    return _symbol(
        Unresolved("broken", f"the arguments of {name} are not what Heat takes", name), value
    )


def _get_param(argument: Value, value: Value, scope: Scope) -> Value:
    path = [resolve(item, scope) for item in argument.items] or [resolve(argument, scope)]
    if not isinstance(path[0].content, str):
        return _broken("get_param", value)
    found = scope.parameter(path[0].content, value)
    for step in path[1:]:
        inner = _inside(found, step.content)
        if inner is None:
            if not found.known:
                return found
            # Heat takes a path that leads nowhere as an empty value.
            return replace(found, content=None)
        found = replace(inner, parameters=found.parameters)
    return found


def _inside(value: Value, step: object) -> Value | None:
    if isinstance(step, int) and not isinstance(step, bool) and -1 < step < len(value.items):
        return value.items[step]
    if isinstance(step, str) and step.isdecimal() and int(step) < len(value.items):
        return value.items[int(step)]
    return value.entries.get(str(step))


def _decided(value: Value, *inputs: Value) -> Value:
    """A value that functions made: it was decided where its only parameter was written."""
    named = [each for each in inputs if each.parameters]
    at = named[0].at if len(named) == 1 else value.at
    names = tuple(dict.fromkeys(name for each in named for name in each.parameters))
    return Value(None, at, used=value.at, parameters=names)


def _list_join(argument: Value, value: Value, scope: Scope) -> Value:
    parts = [resolve(item, scope) for item in argument.items]
    if len(parts) < 2:
        return _broken("list_join", value)
    between = text_parts(parts[0])
    joined: list[str | Provided] = []
    inputs: list[Value] = []
    for items in parts[1:]:
        if isinstance(items.content, Unresolved):
            return items
        if not is_items(items.content):
            return _broken("list_join", value)
        for item in items.items:
            found = text_parts(item)
            if isinstance(found, Unresolved) or isinstance(between, Unresolved):
                return item if isinstance(item.content, Unresolved) else _broken("list_join", value)
            if inputs:
                joined += between
            joined += found
            inputs.append(item)
    return replace(_decided(value, *inputs), content=composed(joined))


def _str_replace(argument: Value, value: Value, scope: Scope) -> Value:
    template, params = argument.get("template"), argument.get("params")
    if template is None or params is None:
        return _broken("str_replace", value)
    text = resolve(template, scope)
    if not isinstance(text.content, str):
        return text if isinstance(text.content, Unresolved) else _broken("str_replace", value)
    pieces: list[str | Provided] = [text.content]
    inputs = [text]
    # Heat replaces the longest names first, and never inside of what it put in.
    given = {key: resolve(entry, scope) for key, entry in params.entries.items()}
    for key in sorted(given, key=lambda name: (-len(name), name)):
        if not any(isinstance(piece, str) and key in piece for piece in pieces):
            continue
        found = text_parts(given[key])
        if isinstance(found, Unresolved):
            return (
                given[key]
                if isinstance(given[key].content, Unresolved)
                else _broken("str_replace", value)
            )
        inputs.append(given[key])
        pieces = [part for piece in pieces for part in put_in(piece, key, found)]
    return replace(_decided(value, *inputs), content=composed(pieces))


def _str_split(argument: Value, value: Value, scope: Scope) -> Value:
    parts = [resolve(item, scope) for item in argument.items]
    if len(parts) < 2:
        return _broken("str_split", value)
    text = parts[1]
    if isinstance(text.content, Provided | Composed):
        reason = "the product's value is known on the node only: split here it is rubbish"
        return _symbol(Unresolved("function", reason, "str_split"), value)
    if not isinstance(text.content, str):
        return text if isinstance(text.content, Unresolved) else _broken("str_split", value)
    made = _decided(value, text)
    split = text.content.split(str(parts[0].content))
    items = tuple(replace(made, content=part) for part in split)
    if len(parts) > 2 and isinstance(index := parts[2].content, int | str):
        wanted = int(index)
        return items[wanted] if wanted < len(items) else _broken("str_split", value)
    return replace(made, content=items)


def _get_file(argument: Value, value: Value, scope: Scope) -> Value:
    path = argument.content
    if not isinstance(path, str):
        return _broken("get_file", value)
    text = scope.file(path)
    if text is None:
        return _symbol(Unresolved("file", f"{path} is not present", path), value)
    return Value(text, value.at, used=value.at)


def _get_attr(argument: Value, value: Value, scope: Scope) -> Value:
    """`[NAME, value]` of a resource OS::Heat::Value, as the product's samples use it."""
    names = [item.content for item in argument.items]
    resource = scope.resource(str(names[0])) if len(names) == 2 and names[1] == "value" else None
    kind = resource.get("type") if resource else None
    properties = resource.get("properties") if resource else None
    inner = properties.get("value") if properties else None
    if kind is None or kind.content != "OS::Heat::Value" or inner is None:
        return _symbol(
            Unresolved("function", "get_attr is not carried out here", "get_attr"), value
        )
    return resolve(inner, scope)


def _yaql(argument: Value, value: Value, scope: Scope) -> Value:
    """The one expression of the product's samples: the largest of some numbers."""
    expression, data = argument.get("expression"), argument.get("data")
    if expression is None or data is None or expression.content != "$.data.max()":
        return _symbol(Unresolved("function", "yaql is not carried out here", "yaql"), value)
    numbers = resolve(data, scope).items
    for item in numbers:
        if not isinstance(item.content, int | float):
            reason = f"the largest of numbers, of which {item.content} is not known"
            return _symbol(Unresolved("function", reason, "yaql"), value)
    # The first of the largest, as Heat's answer is one of them.
    return (
        max(numbers, key=lambda item: float(str(item.content)))
        if numbers
        else _broken("yaql", value)
    )


def _map_merge(argument: Value, value: Value, scope: Scope) -> Value:
    merged: dict[str, Value] = {}
    for item in (resolve(item, scope) for item in argument.items):
        if isinstance(item.content, Unresolved):
            return item
        merged |= item.entries
    return Value(merged, value.at, used=value.at)


def _list_concat(argument: Value, value: Value, scope: Scope, unique: bool = False) -> Value:
    """A list that is not known becomes one item, so that the others are still seen."""
    found: list[Value] = []
    for part in (resolve(item, scope) for item in argument.items):
        if part.content is None:
            continue
        found += part.items if is_items(part.content) else [part]
    if unique:
        kept: list[Value] = []
        for item in found:
            if all(item.data != other.data for other in kept):
                kept.append(item)
        found = kept
    return Value(tuple(found), value.at, used=value.at)


def _list_concat_unique(argument: Value, value: Value, scope: Scope) -> Value:
    return _list_concat(argument, value, scope, unique=True)


def _if(argument: Value, value: Value, scope: Scope) -> Value:
    if len(argument.items) != 3:
        return _broken("if", value)
    condition, then, other = argument.items
    holds = truth(condition, scope)
    if isinstance(holds, Unresolved):
        return _symbol(holds, value)
    return resolve(then if holds else other, scope)


def truth(condition: Value, scope: Scope, depth: int = 0) -> bool | Unresolved:
    """Whether a condition holds: a name of the section `conditions`, or written out."""
    content = condition.content
    if depth > 20:
        return Unresolved("broken", "the conditions refer to each other")
    if isinstance(content, bool):
        return content
    if isinstance(content, str):
        named = scope.condition(content)
        if named is None:
            return Unresolved("undeclared", f"there is no condition {content}", content)
        return truth(named, scope, depth + 1)
    return _function(condition, scope, depth)


def _function(condition: Value, scope: Scope, depth: int) -> bool | Unresolved:
    entries = condition.entries
    if "equals" in entries:
        return _equals(entries["equals"], scope)
    if "not" in entries:
        inner = truth(entries["not"], scope, depth + 1)
        return inner if isinstance(inner, Unresolved) else not inner
    for name, decides in (("and", False), ("or", True)):
        if name in entries:
            found = [truth(item, scope, depth + 1) for item in entries[name].items]
            if decides in found:
                return decides
            return next((each for each in found if isinstance(each, Unresolved)), not decides)
    resolved = resolve(condition, scope)
    if isinstance(resolved.content, bool | Unresolved):
        return resolved.content
    return Unresolved("function", "a condition that is not carried out here")


def _equals(arguments: Value, scope: Scope) -> bool | Unresolved:
    sides = [resolve(item, scope) for item in arguments.items]
    if len(sides) != 2:
        return Unresolved("broken", "equals compares two values", "equals")
    for side in sides:
        if isinstance(side.content, Unresolved):
            return side.content
        if not side.known:
            return Unresolved("function", "compares a value that the product passes", "equals")
    return bool(sides[0].data == sides[1].data)


_FUNCTIONS: Mapping[str, Callable[[Value, Value, Scope], Value]] = {
    "get_param": _get_param,
    "list_join": _list_join,
    "str_replace": _str_replace,
    "str_replace_strict": _str_replace,
    "str_split": _str_split,
    "get_file": _get_file,
    "get_attr": _get_attr,
    "yaql": _yaql,
    "map_merge": _map_merge,
    "list_concat": _list_concat,
    "list_concat_unique": _list_concat_unique,
    "if": _if,
}
