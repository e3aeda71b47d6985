"""Plain data -> frozen dataclasses, as their annotations say.

The schema has passed the data before: nothing is checked here, and a type that
the schema could not have let through is a fault of the program.
"""

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address
from types import UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from generator.values import ReadOnly, Secret

T = TypeVar("T")
Convert = Callable[[Any], Any]

_ADDRESSES = (IPv4Address, IPv4Network, IPv6Address)


def structure(cls: type[T], data: Mapping[str, Any]) -> T:
    """The dataclass `cls` made of `data`."""
    convert: Convert = _converter(cast(Any, cls))
    return cast(T, convert(data))


@cache
def _converter(annotation: Any) -> Convert:
    """The function that makes a value of the annotated type. Made once for each type."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in {Union, UnionType}:
        return _union([kind for kind in arguments if kind is not type(None)])
    if origin is tuple:
        item = _converter(arguments[0])
        return lambda values: tuple(map(item, values))
    if origin is Mapping:
        value = _converter(arguments[1])
        return lambda entries: ReadOnly((key, value(entry)) for key, entry in entries.items())
    if is_dataclass(annotation):
        return _dataclass(annotation)
    return _simple(annotation, origin)


def _dataclass(cls: Any) -> Convert:
    if parse := getattr(cls, "parse", None):  # a value object
        return cast(Convert, parse)
    fields = {name: _converter(kind) for name, kind in get_type_hints(cls).items()}
    return lambda data: cls(**{name: fields[name](value) for name, value in data.items()})


def _simple(annotation: Any, origin: Any) -> Convert:
    if origin is Literal or annotation in {int, bool}:
        return lambda value: value
    if annotation in {str, Secret}:  # an option such as `miimon: 100` is text all the same
        return cast(Convert, annotation)
    if annotation in _ADDRESSES:
        return cast(Convert, annotation)
    raise TypeError(f"structure() knows no {annotation}")


def _union(kinds: list[Any]) -> Convert:
    """Of several types the first that takes the value. Words of a Literal come first, and
    numbers stay numbers where text is allowed too."""
    if len(kinds) == 1:
        return _converter(kinds[0])
    words = {word for kind in kinds if get_origin(kind) is Literal for word in get_args(kind)}
    plain = tuple(kind for kind in kinds if kind in {int, bool, str})
    others = [_converter(kind) for kind in kinds if get_origin(kind) is not Literal]

    def convert(value: Any) -> Any:
        if value in words or isinstance(value, plain):
            return value
        for other in others[:-1]:
            try:
                return other(value)
            except ValueError:
                continue
        return others[-1](value)

    return convert
