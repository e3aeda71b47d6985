"""Flavors of a cloud as an inventory writes them."""

from typing import Any

import pytest

from generator import import_flavors
from generator.cloud.state import CloudFlavor
from generator.plan.ownership import Ownership, described

ID = "0a38adb6-1dee-4b23-8c4d-bd02a64bb46b"


def flavor(**changes: Any) -> CloudFlavor:
    values: dict[str, Any] = {"id": ID, "name": "nfv", "vcpus": 4, "ram": 8192, "disk": 20}
    return CloudFlavor(**(values | changes))


def written(**changes: Any) -> dict[str, Any]:
    found = import_flavors([flavor(**changes)])
    assert not found.notes
    plain = {"vcpus": 4, "ram": "8 GiB", "disk": "20 GiB"}
    return {key: value for key, value in found.flavors["nfv"].items() if plain.get(key) != value}


def test_what_has_a_key_of_its_own_gets_it() -> None:
    specs = {
        "hw:cpu_policy": "dedicated", "hw:cpu_thread_policy": "require", "hw:numa_nodes": "2",
        "hw:emulator_threads_policy": "isolate", "hw:mem_page_size": "2MB",
    }  # fmt: skip
    assert written(extra_specs=specs) == {
        "cpu_policy": "dedicated", "cpu_thread_policy": "require", "numa_nodes": 2,
        "emulator_threads": "isolate", "hugepages": "2 MiB",
    }  # fmt: skip


def test_what_would_come_out_otherwise_is_kept_as_it_is() -> None:
    specs = {"hw:cpu_policy": "mixed", "hw:mem_page_size": "1048576", "vendor:key": "1"}
    assert written(extra_specs=specs) == {"extra_specs": specs}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"ram": 5000}, {"ram": "5000 MiB"}),
        ({"disk": 0}, {"disk": "0 GiB"}),
        ({"id": "nfv-1"}, {"id": "nfv-1"}),
        ({"is_public": False, "access": ("p1",)}, {"access": ["p1"]}),
        ({"description": "Guests"}, {"description": "Guests"}),
        ({"description": described("Guests", Ownership("lab"))}, {"description": "Guests"}),
        ({"description": described("", Ownership("lab"))}, {}),
    ],
)
def test_the_rest(changes: dict[str, Any], expected: dict[str, Any]) -> None:
    assert written(**changes) == expected


@pytest.mark.parametrize(
    ("changes", "note"),
    [
        ({"name": "two words"}, "'two words' is left out: an inventory has no such names"),
        ({"is_public": False}, "nfv is left out: it is private, and no project may use it"),
        ({"swap": 512}, "nfv: its swap is left out; the flavor keeps it"),
        ({"extra_specs": {"a": ""}}, "nfv: the extra spec a is left out: it has no value"),
    ],
)
def test_what_cannot_be_written_is_told(changes: dict[str, Any], note: str) -> None:
    found = import_flavors([flavor(**changes)])
    assert found.notes == (note,)
    assert bool(found.flavors) == ("left out: it has" in note or "keeps it" in note)
