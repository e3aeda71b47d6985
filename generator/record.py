"""Records: dataclasses whose fields are set once, when they are made.

`dataclass(frozen=True)` makes the same of a class, but compiles code for each one, which
for all of ours would be a tenth of the program's start-up.
"""

from dataclasses import MISSING, Field, FrozenInstanceError, dataclass
from typing import Any, Self, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(eq_default=False, frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """A class below Frozen or Record as a dataclass."""
    return dataclass(init=False, eq=False, repr=False)(cls)


class Frozen:
    """Its fields cannot be changed, and two of it are the same only if they are one."""

    def __init__(self, *values: Any, **named: Any) -> None:
        made: Any = type(self)
        known: dict[str, Field[Any]] = made.__dataclass_fields__
        given = {**dict(zip(known, values, strict=False)), **named}
        if len(given) < len(values) + len(named) or not given.keys() <= known.keys():
            raise TypeError(f"{type(self).__name__} was given values that it has no field for")
        for name, field in known.items():
            if name in given:
                self.__dict__[name] = given[name]
            elif field.default is not MISSING:
                self.__dict__[name] = field.default
            elif field.default_factory is not MISSING:
                self.__dict__[name] = field.default_factory()
            else:
                raise TypeError(f"{type(self).__name__} needs {name}")

    def __setattr__(self, name: str, value: Any) -> None:
        raise FrozenInstanceError(f"{name} of {type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"{name} of {type(self).__name__} cannot be removed")


class Record(Frozen):
    """Its fields cannot be changed, and two of it are the same if these are."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # mappings in it have none

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({shown})"


class Simple(Record):
    """A record of plain values: it can be looked up by them, and is ordered by them."""

    def __hash__(self) -> int:  # type: ignore[override]  # plain values have one
        return hash(tuple(vars(self).values()))

    def __lt__(self, other: Self) -> bool:
        return tuple(vars(self).values()) < tuple(vars(other).values())

    def __le__(self, other: Self) -> bool:
        return tuple(vars(self).values()) <= tuple(vars(other).values())
