"""Records: dataclasses whose fields are set once, when they are made.

`dataclass(frozen=True)` makes the same of a class, but compiles code for each one, which
for all of ours would be a twentieth of the program's start-up.
"""

from dataclasses import FrozenInstanceError, dataclass
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(eq_default=False, frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """A class below Frozen or Record as a dataclass."""
    return dataclass(eq=False, repr=False)(cls)


class Frozen:
    """Its fields cannot be changed, and two of it are the same only if they are one."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self.__dict__:
            raise FrozenInstanceError(f"{name} of {type(self).__name__} cannot be changed")
        self.__dict__[name] = value

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
