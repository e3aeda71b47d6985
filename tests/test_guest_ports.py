"""What the plan says of a guest's port on OVS-DPDK."""

from pathlib import Path
from typing import Any

from reference_inventory import changed_reference

from generator.catalog.release import release
from generator.derive.guest_ports import guest_port
from generator.plan.build import derive_plan
from generator.plan.view import plan_view
from generator.reading.load import load_inventory

TARGET = release("rhosp-16.1")
ONE = {"A": (1024, 1024)}


def said(queues: int, mtu: int, **descriptors: tuple[int, int]) -> dict[str, int | str]:
    return {
        name: each.value
        for name, each in guest_port(queues, mtu, descriptors or ONE, TARGET).items()
    }


def test_a_plain_guest() -> None:
    assert said(1, 1500) == {"descriptors per queue": "1024 to receive, 1024 to transmit"}


def test_queues_have_vectors_and_are_enabled_in_the_guest() -> None:
    found = said(4, 1500)
    assert (found["virtio vectors"], found["inside the guest"]) == (
        10,
        "ethtool -L DEVICE combined 4",
    )
    assert "mergeable receive buffers" not in found


def test_jumbo_frames_need_mergeable_buffers() -> None:
    assert said(1, 1501)["mergeable receive buffers"] == "on"


def test_roles_of_different_queue_sizes() -> None:
    assert said(1, 1500, A=(1024, 1024), B=(512, 256), C=(1024, 1024)) == {
        "descriptors per queue on A and C": "1024 to receive, 1024 to transmit",
        "descriptors per queue on B": "512 to receive, 256 to transmit",
    }


def flavors(folder: Path, *changes: tuple[str, str]) -> dict[str, Any]:
    path = changed_reference(folder, *changes)
    return dict(plan_view(derive_plan(load_inventory(path)))["flavors"]["nfv.jumbo"]["values"])


def test_the_plan_says_it(tmp_path: Path) -> None:
    found = flavors(tmp_path)
    assert found["vhost queues"]["value"] == 4
    assert found["inside the guest"]["value"] == "ethtool -L DEVICE combined 4"
    assert "with MTU 9000" in found["mergeable receive buffers"]["rule"]


def test_a_cap_that_may_not_arrive_is_told(tmp_path: Path) -> None:
    role = "    server: compute-nfv\n"
    capped = flavors(tmp_path, (role, f"{role}    tuning: {{max_queues: 2}}\n"))["vhost queues"]
    assert capped["value"] == 4
    assert "2 on ComputeOvsDpdk if NovaLibvirtMaxQueues reaches nova.conf" in capped["rule"]


def test_a_flavor_for_other_hosts_has_no_port_on_dpdk(tmp_path: Path) -> None:
    """Its aggregate has no role with DPDK."""
    found = flavors(
        tmp_path,
        ("    images: [rhel-8-nfv]\n", "    images: [rhel-8-nfv]\n    aggregate: other\n"
         "aggregates: {other: {roles: [Controller]}}\n"),
    )  # fmt: skip
    assert "inside the guest" not in found
