"""How cost grows with the number of nodes: 3,000 against ten times as many.

Beyond start-up means: beyond a run of the same inventory without nodes. With fewer
nodes the difference is a few milliseconds, and noise decides.
"""

import sys
import tempfile
from pathlib import Path

from measure import GENERATOR, Bound, least_cpu, peak_memory, report

EXAMPLE = Path(__file__).parents[1] / "examples" / "dell-r740xd-dpdk" / "inventory.yaml"
NONE, FEW, MANY = 0, 3_000, 30_000
RUNS = 3


def inventory(nodes: int) -> str:
    """The reference example with so many compute nodes, in networks that have room for them."""
    text = EXAMPLE.read_text()
    before, _, rest = text.partition("\nnodes:")
    _, _, flavors = rest.partition("\nflavors:")
    for third in (120, 130, 140, 170, 180, 190):
        old, new = f"192.168.{third}", f"10.{third}"
        before = before.replace(f"{old}.0/24", f"{new}.0.0/16")
        before = before.replace(f"{old}.121-{old}.250", f"{new}.1.0-{new}.200.0")
        before = before.replace(f"gateway: {old}.1", f"gateway: {new}.0.1")
    compute, _, links = before.partition("  ComputeOvsDpdk:\n    count: 2\n")
    listed = "".join(_node(number) for number in range(nodes)) or "  {}\n"
    return (
        f"{compute}  ComputeOvsDpdk:\n    count: {nodes}\n{links}\nnodes:\n{listed}"
        f"\nflavors:{flavors}"
    )


def _node(number: int) -> str:
    high, low = divmod(number, 250)  # 10.1.0.1 and so on, in a /16 of their own
    return (
        f"  compute-{number}: {{role: ComputeOvsDpdk, bmc: 10.1.{high}.{low + 1}, "
        f'boot_mac: "52:54:00:01:{high:02x}:{low:02x}"}}\n'
    )


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        paths = {}
        for count in (NONE, FEW, MANY):
            paths[count] = str(Path(folder) / f"{count}.yaml")
            Path(paths[count]).write_text(inventory(count))
        commands = {
            f"{name} {count}": (*GENERATOR, name, path, *options(name, folder, count))
            for count, path in paths.items()
            for name in ("validate", "generate")
        }
        times = least_cpu(commands, RUNS)
        bounds = [_growth(name, times) for name in ("validate", "generate")]
        peaks = {
            count: peak_memory((*GENERATOR, "validate", paths[count])) for count in (FEW, MANY)
        }
        per_node = (peaks[MANY] - peaks[FEW]) / (MANY - FEW) / 1000
        bounds.append(Bound("memory per node", per_node, 50, " kB"))
    return report(bounds)


def options(name: str, folder: str, count: int) -> tuple[str, ...]:
    """Only `generate` needs to know where to write; the first run writes, later ones compare."""
    return ("-o", f"{folder}/out-{count}") if name == "generate" else ()


def _growth(name: str, times: dict[str, float]) -> Bound:
    """Cost beyond start-up. Ten times the nodes: ten times, and some room."""
    few, many = (times[f"{name} {count}"] - times[f"{name} {NONE}"] for count in (FEW, MANY))
    print(f"        {name}: {few * 1000:.0f} ms and {many * 1000:.0f} ms")  # noqa: T201
    return Bound(f"{name} of {MANY} nodes / {FEW} nodes", many / few, 12.6)


if __name__ == "__main__":
    sys.exit(main())
