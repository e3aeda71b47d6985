"""The product's own files among those of a deployment: their order, what they take back."""

from collections.abc import Iterator
from os.path import normpath
from typing import NamedTuple

from generator.catalog.product import ProductEnvironment, product
from generator.deployment.types import DeploymentView, FileRead, Kind
from generator.deployment.values import At, Value
from generator.findings import Location
from generator.lint.role_parameters import same


class Passed(NamedTuple):
    """A product's file, its place in the order, and what passes it."""

    environment: ProductEnvironment
    order: int
    location: Location | None  # the argument of the deploy script
    file: FileRead | None = None  # where it was given to be read


def in_order(view: DeploymentView) -> Iterator[Passed]:
    """The product's files that choose or add to the plugin, in -e order."""
    known = product(view.target)
    if view.deploy is not None:
        for index, argument in enumerate(view.deploy.environments):
            if found := known.environment(argument.path):
                yield Passed(found, index, argument.location)
        return
    for index, file in enumerate(_environments(view)):
        if found := known.environment(normpath(file.path)):
            yield Passed(found, index, None, file)


def _environments(view: DeploymentView) -> list[FileRead]:
    return [file for file in view.files if file.kind is Kind.ENVIRONMENT]


def setting(view: DeploymentView) -> Iterator[tuple[str, Value, Passed]]:
    """Values of one's own that a product's file, passed later, replaces by another."""
    passed = list(in_order(view))
    order = order_of(view)
    for name, value in view.parameters.items():
        last = next(
            (each for each in reversed(passed) if name in each.environment.parameters), None
        )
        if last is None:
            continue
        own = _own(value, last)
        place = order.get(own.at.document.file) if own else None
        if own is None or place is None or place >= last.order:
            continue
        if not same(own.data, last.environment.parameters[name]) and own.known:
            yield name, own, last


def _own(value: Value, last: Passed) -> Value | None:
    """The last value that no file of the product wrote."""
    root = last.file.path.removesuffix(last.environment.path) if last.file else ""
    for each in (value, *reversed(value.shadowed)):
        if not root or not each.at.document.file.startswith(root):
            return each
    return None


def order_of(view: DeploymentView) -> dict[str, int]:
    """The place of every file among the environments, as `in_order` counts."""
    known = product(view.target)
    if view.deploy is None:
        return {
            file.path: index for index, file in enumerate(_environments(view))
            if not known.environment(normpath(file.path))
        }  # fmt: skip
    places = {argument.location: i for i, argument in enumerate(view.deploy.environments)}
    return {
        file.path: places[file.named_by]
        for file in view.files
        if file.named_by in places
    }  # fmt: skip


def place_of(each: Passed) -> At | Location | None:
    """Where a product's file is passed, or the file itself where it was given."""
    if each.file is not None and each.file.document is not None:
        return At(each.file.document, ("resource_registry",), on_key=True)
    return each.location
