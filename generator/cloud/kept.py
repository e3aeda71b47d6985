"""A plan in a file: what was decided once is applied exactly, or not at all."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from generator.cloud.changes import Change, Difference
from generator.cloud.difference import difference
from generator.cloud.state import CloudImage, CloudState
from generator.errors import NfvgenError
from generator.os_errors import plain_words
from generator.plan.desired import DesiredState
from generator.reading.structure import structure

_FORMAT = "nfvgen_plan"
_VERSION = 1
_REMAKE = "make it again with: nfvgen flavors plan INVENTORY --os-cloud NAME -o FILE"


class KeptPlan(NamedTuple):
    """What is wanted, and the cloud that it was compared with."""

    cloud: str  # its name in clouds.yaml
    desired: DesiredState
    observed: CloudState

    @property
    def difference(self) -> Difference:
        """The changes."""
        return difference(self.desired, self.observed)


def write_plan(plan: KeptPlan, path: Path) -> None:
    """Keep a plan. The changes stand in it for whoever reviews it."""
    data = {
        _FORMAT: _VERSION, "cloud": plan.cloud, "changes": _shown(plan),
        "desired": _plain(asdict(plan.desired)), "observed": asdict(plan.observed),
    }  # fmt: skip
    with plain_words(path):
        path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")


def is_plan(path: Path) -> bool:
    """Whether a file is a kept plan, and no inventory."""
    with plain_words(path), path.open("rb") as file:
        return f'"{_FORMAT}"'.encode() in file.read(64)


def refuse_if_no_plan(path: Path) -> None:
    """Raise NfvgenError if a file has content that is no kept plan, and no one asked to lose."""
    if path.is_file() and path.stat().st_size and not is_plan(path):
        raise NfvgenError(f"{path}: it is no kept plan, and stays as it is; choose another name")


def read_plan(path: Path) -> KeptPlan:
    """A kept plan, if this version would decide the same."""
    with plain_words(path):
        content = path.read_bytes()
    try:
        data = json.loads(content)
        plan = KeptPlan(
            str(data["cloud"]),
            structure(DesiredState, data["desired"]),
            structure(CloudState, data["observed"]),
        )
        same = data[_FORMAT] == _VERSION and data["changes"] == _shown(plan)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        raise NfvgenError(f"{path}: it is no plan that can be read; {_REMAKE}") from None
    if not same:
        raise NfvgenError(f"{path}: it was edited, or made by another version of nfvgen; {_REMAKE}")
    return plan


def refuse_if_moved(plan: KeptPlan, now: CloudState) -> None:
    """Raise NfvgenError if the cloud is not as the plan found it."""
    if moved := sorted(set(_moved(plan.observed, now))):
        raise NfvgenError(
            f"cloud {plan.cloud} has moved since the plan was made: {', '.join(moved)}; nothing"
            f" was done; {_REMAKE}"
        )


def _moved(then: CloudState, now: CloudState) -> Iterator[str]:
    """What is not as it was: new, gone, or changed."""
    for kind, before, after in (
        ("flavor", then.flavors, now.flavors),
        ("aggregate", then.aggregates, now.aggregates),
        ("image", _images(then), _images(now)),
    ):
        for each in (*before, *after):
            if (each in before) != (each in after):
                yield f"{kind} {each.name}"
    if then.images.keys() != now.images.keys():
        yield "marks of flavors"
    for name in then.projects.keys() | now.projects.keys():
        if then.projects.get(name) != now.projects.get(name):
            yield f"project {name}"
    yield from (f"host {name}" for name in set(then.hosts) ^ set(now.hosts))


def _images(state: CloudState) -> list[CloudImage]:
    return [image for images in state.images.values() for image in images]


def _shown(plan: KeptPlan) -> list[dict[str, Any]]:
    return [_change(change) for change in plan.difference.changes]


def _change(change: Change) -> dict[str, Any]:
    data = {"what": str(change), "id": change.id, "needs_yes": change.consent}
    values = [field._asdict() for field in change.fields]
    return {key: value for key, value in data.items() if value} | {"fields": values}


def _plain(data: Any) -> Any:
    """Without what is not said: reading it back gives the default."""
    if isinstance(data, dict):
        return {key: _plain(value) for key, value in data.items() if value is not None}
    return [_plain(each) for each in data] if isinstance(data, (list, tuple)) else data
