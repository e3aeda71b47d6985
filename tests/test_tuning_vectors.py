"""Facts of the field, reproduced by the derivations: documents' own examples, upstream
unit tests and runs of upstream code. Where a vector names what a peer prints and we judge
wrong (`peer`, `documented`), the test asserts that it does not come out."""

from pathlib import Path
from typing import Any

import pytest
from machines import TUNING, catalogue, machine, nodes_of, port
from ruamel.yaml import YAML

from generator.catalog.release import release
from generator.derive.cpu_partitioning import cpu_mask, host_cpus, partition, pmd_cpus
from generator.derive.hugepages import percentage_pages, reserved_huge_pages
from generator.derive.kernel_args import kernel_args
from generator.derive.line_rate import max_pps, pps_percent
from generator.derive.mempool import buffer_bytes, buffer_count, per_port_buffers, pool_bytes
from generator.derive.mtu import tenant_mtu
from generator.derive.pcie import pcie_rate
from generator.derive.rx_queues import virtio_vectors
from generator.derive.socket_memory import guide_memory, mtu_bytes
from generator.explained import Fact, Mark
from generator.inventory import Tuning
from generator.topology.types import NumaNode
from generator.values import CpuSet, DataRate, MemorySize

VECTORS: dict[str, Any] = YAML(typ="safe").load(Path(__file__).parent / "vectors/tuning.yaml")
TARGET = release("rhosp-16.1")
LINE_25G = DataRate.parse("25 Gbit/s")


def vectors(section: str) -> pytest.MarkDecorator:
    """One test per vector of the section, named by the vector's id."""
    return pytest.mark.parametrize(
        "vector", [pytest.param(vector, id=vector["id"]) for vector in VECTORS[section]]
    )


def test_no_vector_is_lost() -> None:
    ids = [entry["id"] for name, part in VECTORS.items() if name != "left_out" for entry in part]
    assert len({*ids, *VECTORS["left_out"]}) == len(ids) + len(VECTORS["left_out"]) == 111


@vectors("socket_memory")
def test_socket_memory(vector: dict[str, Any]) -> None:
    rule = TARGET.socket_memory
    found = [guide_memory(mtus, rule) for mtus in vector["mtus"]]
    assert [memory.value for memory in found] == vector["expected"]
    for mtu, size in vector.get("bytes", {}).items():
        assert mtu_bytes(mtu, rule) == size
        assert f"MTU {mtu} -> " in found[0].rule
        assert f"= {size} B" in found[0].rule
    if total := vector.get("total"):
        assert (
            f"= {total} B; rounded up to a multiple of 1024 MiB = {found[0].value}" in found[0].rule
        )
    if peer := vector.get("peer"):
        ours = ",".join(str(memory.value) for memory in found)
        assert ours != peer.split()[0]
    if raw := vector.get("raw"):
        # What TripleO makes of raw MTUs; one pool serves both, so ours counts it once.
        total = sum(mtu_bytes(mtu, rule) for mtu in vector["mtus"][0]) + (512 << 20)
        assert -(-total // (1 << 30)) * 1024 == raw


@vectors("mempool")
def test_mempool(vector: dict[str, Any]) -> None:
    rule, mtu = TARGET.mempool, vector["mtu"]
    assert buffer_count(mtu, rule) == vector["buffers"]
    assert buffer_bytes(mtu, rule) == vector.get("bytes", buffer_bytes(mtu, rule))
    assert pool_bytes(mtu, rule) == vector.get("pool", pool_bytes(mtu, rule))
    # memory.rst names 16384 for 1400; the code compares the rounded MTU.
    assert buffer_count(mtu, rule) != vector.get("documented")


@vectors("per_port_pool")
def test_per_port_pool(vector: dict[str, Any]) -> None:
    found = per_port_buffers(
        vector["rx_queues"], vector["pmds"], TARGET.mempool, vector["rxq_desc"], vector["txq_desc"]
    )
    assert found == vector["buffers"] != vector.get("documented")


@vectors("cpu_partition")
def test_cpu_partition(vector: dict[str, Any]) -> None:
    nodes = machine(**vector["machine"]).nodes if "machine" in vector else nodes_of(vector["nodes"])
    tuning = Tuning(host_cores_per_numa=vector["host_cores"])
    found = partition(nodes, dict(enumerate(vector["pmd_cores"])), tuning, TUNING)
    for name in ("host", "pmd", "guest", "shared", "isolated"):
        if name in vector:
            assert getattr(found, name).value == CpuSet.parse(vector[name]), name
    assert not found.guest.value & found.pmd.value
    assert not found.guest.value & found.host.value


@vectors("introspected")
def test_cores_in_the_order_of_introspection(vector: dict[str, Any]) -> None:
    nodes = [
        NumaNode(
            node,
            tuple(CpuSet.of(threads) for at, threads in vector["cores"] if at == node),
            MemorySize(0),
        )
        for node in (0, 1)
    ]
    host = host_cpus(nodes, 1).value
    if "host" in vector:
        assert host == CpuSet.parse(vector["host"])
    else:
        counts = dict(enumerate(vector["pmd_cores"]))
        assert pmd_cpus(nodes, host, counts).value == CpuSet.parse(vector["pmd"])


@vectors("cpu_list")
def test_cpu_list(vector: dict[str, Any]) -> None:
    if "error" in vector:
        with pytest.raises(ValueError, match="CPU number or range"):
            CpuSet.parse(vector["text"])
        return
    found = CpuSet.parse(vector["text"])
    assert str(found) == vector.get("ranges", str(found))
    assert list(found) == vector.get("numbers", list(found))


@vectors("hugepages")
def test_hugepages(vector: dict[str, Any]) -> None:
    pages = percentage_pages(vector["memory_mib"], vector["percent"], 4096, 1024)
    assert pages == vector["pages"]
    assert isinstance(pages, int), "a peer renders hugepages=126.0"


@vectors("kernel_args")
def test_kernel_args(vector: dict[str, Any]) -> None:
    vendor = Fact("vendor", vector["vendor"], Mark.INFERRED, "a test")
    isolated = CpuSet.parse(vector["isolated"])
    found = kernel_args(vector["pages"], isolated, vendor, TARGET.iommu, Tuning())
    assert found.value == vector["args"]


@vectors("reserved_huge_pages")
def test_reserved_huge_pages(vector: dict[str, Any]) -> None:
    memory = [MemorySize.mib(size) for size in vector["socket_memory"]]
    found = reserved_huge_pages(memory, MemorySize.parse(vector["page"]))
    assert list(found) == vector["items"]
    assert found[0] != vector.get("peer", "").split(" (")[0]


@vectors("cpu_mask")
def test_cpu_mask(vector: dict[str, Any]) -> None:
    assert cpu_mask(CpuSet.parse(vector["cpus"])) == vector["mask"]


@vectors("line_rate")
def test_line_rate(vector: dict[str, Any]) -> None:
    found = float(max_pps(DataRate(vector["rate"]), vector["frame"]))
    assert found == pytest.approx(vector["pps"], abs=vector["tolerance"])


@vectors("table1")
def test_table1(vector: dict[str, Any]) -> None:
    frame, pps = vector["frame"], vector["pps"]
    assert float(max_pps(LINE_25G, frame)) == pytest.approx(vector["theory"], abs=0.1)
    percent = pps_percent(pps, LINE_25G, frame)
    assert percent == pytest.approx(vector["percent"], abs=0.001)
    assert abs(percent - 100) < 0.15
    assert (abs(percent - vector["printed"]) < 0.15) is vector["matches"]


@vectors("table1_size")
def test_table1_prints_8129_for_8192(vector: dict[str, Any]) -> None:
    assert pps_percent(vector["pps"], LINE_25G, 8129) == pytest.approx(vector["printed"], abs=0.001)
    assert pps_percent(vector["pps"], LINE_25G, 8192) == pytest.approx(vector["real"], abs=0.001)


@vectors("table1_gain")
def test_table1_gain(vector: dict[str, Any]) -> None:
    gains = [(two / one - 1) * 100 for one, two in vector["pairs"]]
    assert gains == pytest.approx(vector["gain"], abs=0.001)


@vectors("pcie")
def test_pcie(vector: dict[str, Any]) -> None:
    rate = pcie_rate(vector["generation"], vector["lanes"]).bits_per_second
    assert rate / 1e9 == pytest.approx(vector["gbps"], abs=0.001)
    two_ports = 2 * LINE_25G.bits_per_second / rate
    assert two_ports == pytest.approx(vector["two_25g"], abs=0.001)


@vectors("nic")
def test_nic(vector: dict[str, Any]) -> None:
    nic = catalogue().nic(vector["nic"])
    for key in ("max_mtu", "max_rx_queues", "max_pps"):
        if key in vector:
            assert getattr(nic, key).value == vector[key]
    if share := vector.get("share_of_64b"):
        percent = pps_percent(vector["max_pps"], nic.speed.value, 64)
        assert percent / 100 == pytest.approx(share, abs=0.001)


@vectors("tenant_mtu")
def test_tenant_mtu(vector: dict[str, Any]) -> None:
    found = tenant_mtu(vector["underlay"], vector["type"], TARGET)
    assert found.value == vector["mtu"]
    assert found.rule == "9000 - 50 bytes of vxlan = 8950"


@vectors("virtio")
def test_virtio_vectors(vector: dict[str, Any]) -> None:
    assert virtio_vectors(vector["pairs"]) == vector["vectors"]


def test_port_of_the_helpers_is_the_catalogue_card() -> None:
    ours, card = port(), catalogue().nic("intel-xxv710-da2")
    assert (ours.max_mtu.value, ours.max_pps.value) == (card.max_mtu.value, card.max_pps.value)
