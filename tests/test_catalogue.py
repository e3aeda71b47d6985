"""The hardware catalogue: what it knows, how it is asked, and what overrides it."""

import pytest
from machines import catalogue

from generator.catalog.models import MissingFactsError, UnknownModelError
from generator.catalog.release import release
from generator.catalog.tables import known_ids
from generator.explained import Mark
from generator.hardware_facts import CpuFacts, Hardware, NicFacts, ServerFacts
from generator.values import DataRate


@pytest.mark.parametrize("model", known_ids("servers"))
def test_every_server_is_whole(model: str) -> None:
    found = catalogue().server(model)
    assert found.id == model
    assert found.memory_channels_per_socket.value in (6, 8)
    assert all(slot.value < found.sockets.value for slot in found.slots.values())


@pytest.mark.parametrize("model", known_ids("cpus"))
def test_every_cpu_is_whole(model: str) -> None:
    found = catalogue().cpu(model)
    assert found.vendor.value == model.split("-")[0]
    assert 12 <= found.cores.value <= 64
    assert found.threads_per_core.value == 2


@pytest.mark.parametrize("model", known_ids("nics"))
def test_every_nic_is_whole(model: str) -> None:
    found = catalogue().nic(model)
    assert found.ports.value in (2, 4)
    assert found.max_mtu.value >= 9000
    mellanox = model.startswith("mellanox")
    assert found.dpdk_driver.value == ("mlx5_core" if mellanox else "vfio-pci")
    assert found.pci_id.value
    assert all(fact.source for fact in (found.speed, found.max_pps, found.max_rx_queues))


def test_24_and_26_core_parts_are_known() -> None:
    # A peer accepts a fixed list of CPU counts and refuses pairs of these.
    assert catalogue().cpu("intel-xeon-platinum-8160").cores.value == 24
    assert catalogue().cpu("intel-xeon-platinum-8270").cores.value == 26


@pytest.mark.parametrize(
    ("kind", "written", "model"),
    [
        ("server", "PowerEdge R740xd", "dell-r740xd"),
        ("server", "R640", "dell-r640"),
        ("cpu", "Intel(R) Xeon(R) Gold 6248 CPU @ 2.50GHz", "intel-xeon-gold-6248"),
        ("cpu", "Gold 6248R", "intel-xeon-gold-6248r"),
        ("cpu", "AMD EPYC 7502P", "amd-epyc-7502p"),
        ("nic", "XXV710-DA2", "intel-xxv710-da2"),
        ("nic", "Mellanox ConnectX-4 Lx", "mellanox-connectx-4-lx"),
    ],
)
def test_usual_names(kind: str, written: str, model: str) -> None:
    assert getattr(catalogue(), kind)(written).id == model


@pytest.mark.parametrize(
    ("kind", "written", "suggestion"),
    [
        ("server", "dell-r740xdd", "dell-r740xd"),
        ("cpu", "gold-6249", "intel-xeon-gold-6248"),
        ("nic", "xxv710-da4", "intel-xxv710-da2"),
        ("nic", "Intel Ethernet 25G 2P XXV710 Adapter", "intel-xxv710-da2"),
        ("nic", "Intel XXV710", "intel-xxv710-da2"),
        ("nic", "Intel(R) Ethernet 10G 4P X710/I350 rNDC", "intel-x710-da4"),
        ("nic", "Mellanox ConnectX-5 EX", "mellanox-connectx-5"),
    ],
)
def test_unknown_models(kind: str, written: str, suggestion: str) -> None:
    with pytest.raises(UnknownModelError) as caught:
        getattr(catalogue(), kind)(written)
    assert suggestion in caught.value.suggestions
    assert str(caught.value) == f"{written!r} is not among the {kind}s of the catalogue"


def test_the_number_of_ports_tells_cards_apart() -> None:
    with pytest.raises(UnknownModelError) as caught:
        catalogue().nic("Intel 10G 2P X710 Adapter")
    assert caught.value.suggestions == ("intel-x710-da2",)


def test_a_name_that_fits_two_models_is_unknown() -> None:
    with pytest.raises(UnknownModelError):
        catalogue().nic("da2")


def test_marks_and_sources() -> None:
    nic = catalogue().nic("intel-xxv710-da2")
    assert nic.max_mtu.value == 9702
    assert nic.max_mtu.mark is Mark.CODE
    assert "9728 - 26" in nic.max_mtu.source
    assert catalogue().server("dell-r740xd").slots["4"].mark is Mark.RECALLED
    assert catalogue().cpu("intel-xeon-gold-6126").cores.mark is Mark.DOCUMENTED
    assert catalogue().nic("mellanox-connectx-4").max_pps.value is None


def test_the_inventory_overrides_key_by_key() -> None:
    hardware = Hardware(
        servers={"R740xd": ServerFacts(slots={"6": 1, "9": 0})},
        nics={"XXV710-DA2": NicFacts(max_pps=20_000_000)},
    )
    nic = catalogue(hardware).nic("intel-xxv710-da2")
    assert nic.max_pps.value == 20_000_000
    assert nic.max_pps.mark is Mark.STATED
    assert nic.max_pps.source == "inventory hardware.nics.XXV710-DA2.max_pps"
    assert nic.max_mtu.value == 9702
    slots = catalogue(hardware).server("dell-r740xd").slots
    assert (slots["6"].value, slots["9"].value, slots["4"].value) == (1, 0, 1)
    assert slots["6"].source == "inventory hardware.servers.R740xd.slots.6"


def test_a_model_of_the_inventory() -> None:
    facts = NicFacts(2, DataRate.parse("25 Gbit/s"), "sfc", "vfio-pci", 9000, 32)
    found = catalogue(Hardware(nics={"Solarflare X2522": facts})).nic("solarflare-x2522")
    assert found.speed.value == DataRate.parse("25 Gbit/s")
    assert found.max_pps.value is None
    assert found.pci_id.source == "no source gives this value"


@pytest.mark.parametrize(
    ("kind", "hardware", "missing"),
    [
        ("server", Hardware(servers={"box": ServerFacts(2)}),
         ("memory_channels_per_socket", "numbering")),
        ("cpu", Hardware(cpus={"box": CpuFacts("amd", 8, 2)}), ("gigabyte_pages",)),
        ("nic", Hardware(nics={"box": NicFacts(ports=2, max_mtu=9000, dpdk_driver="vfio-pci")}),
         ("speed", "kernel_driver", "max_rx_queues")),
    ],
)  # fmt: skip
def test_missing_facts_are_named(kind: str, hardware: Hardware, missing: tuple[str, ...]) -> None:
    with pytest.raises(MissingFactsError) as caught:
        getattr(catalogue(hardware), kind)("box")
    assert caught.value.missing == missing
    assert ", ".join(missing) in str(caught.value)


def test_the_release() -> None:
    target = release("rhosp-16.1")
    assert target.tuning.tuned_profile.value == "cpu-partitioning"
    assert target.tuning.hugepage_percentage.mark is Mark.ASSUMED
    assert target.newer_parameters["NovaReservedHugePages"].value == "11.4.0"
    assert target.containers["ceph_image"].value == "rhceph-4-rhel8"
    # Tags are text: a bare 16.1 or 4.1 would be a number, and 16.10 become 16.1.
    assert all(isinstance(fact.value, str) for fact in target.containers.values())
    assert release("rhosp-16.1") is target
