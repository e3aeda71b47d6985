"""What the classes that mirror a schema have in common."""


class Record:
    """What comparing and showing need, once for all classes: made for each of them they
    would be a fiftieth of the program's start-up."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # mappings in it have none

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({shown})"
