"""Text with values in it that only the node will know."""

from generator.deployment.values import Composed, Content, Provided, Unresolved, Value


class _Put(str):
    """Text that was put in for a name."""

    __slots__ = ()


def text_parts(value: Value) -> tuple[str | Provided, ...] | Unresolved:
    """A single value as parts of a text."""
    match value.content:
        case Unresolved():
            return value.content
        case Provided():
            return (value.content,)
        case Composed():
            return value.content.parts
        case None:
            return ("",)
        case bool():
            return (str(value.content),)
        case str() | int() | float():
            return (str(value.content),)
    return Unresolved("function", "a list or mapping inside of text")


def composed(parts: list[str | Provided]) -> Content:
    """Neighbouring texts as one; plain text where nothing provided is among them."""
    found: list[str | Provided] = []
    for part in parts:
        if isinstance(part, str) and found and isinstance(found[-1], str):
            found[-1] = f"{found[-1]}{part}"
        elif part != "":
            found.append(part)
    if not found:
        return ""
    only = found[0]
    return str(only) if len(found) == 1 and isinstance(only, str) else Composed(tuple(found))


def put_in(
    piece: str | Provided, key: str, found: tuple[str | Provided, ...]
) -> list[str | Provided]:
    """A part with a name in it replaced; what was put in before stays as it is."""
    if not isinstance(piece, str) or isinstance(piece, _Put):
        return [piece]
    result: list[str | Provided] = []
    for index, text in enumerate(piece.split(key)):
        if index:
            result += (_Put(part) if isinstance(part, str) else part for part in found)
        result.append(text)
    return result
