"""docs/flavors.md shows what the commands print against Nova, Glance and Keystone of Train.

`pytest --update-golden` writes it anew.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from .cloud.bench import Bench
from .cloud.cut import Cut

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "flavors.md"
EXAMPLE = ROOT / "examples" / "all-options" / "inventory.yaml"
_PART = re.compile(r"(<!-- output: ([a-z]+) -->\n```text\n).*?(```\n<!-- end -->\n)", re.DOTALL)
_IDS = (
    (r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "5d4e1f6a-0b9c-4b7e-8a51-3c2d1e0f9a8b"),
    (r"\b[0-9a-f]{32}\b", "9f1c3a5e7b8d4c6f0a2e4d6c8b0f1e3d"),
    (r"(?<=127.0.0.1):\d+", ":8774"),
)


def outputs(bench: Bench) -> dict[str, str]:
    """Every part of the page, in its order."""
    found = {}
    keystone: Any = bench.admin.sdk.identity
    if not list(keystone.projects(name="vnf-team")):
        keystone.create_project(name="vnf-team", domain_id="default")
    image = bench.image("router-7.4")
    kept = bench.folder / "plan.json"

    with Cut(bench.plane.ports["nova"], 2) as line:
        bench.clouds(overcloud={}, cut={
            "compute_endpoint_override": f"http://127.0.0.1:{line.port}/v2.1"
        })  # fmt: skip
        said = bench.run("apply", EXAMPLE, cloud="cut", code=2)
        found["stopped"] = said[said.index("nfvgen: cloud") :].replace("cut", "overcloud")
    bench.clear()
    image = bench.image("router-7.4")

    found["plan"] = bench.run("plan", EXAMPLE, "-o", kept, cloud="overcloud", code=3)
    done = bench.run("apply", EXAMPLE, cloud="overcloud").splitlines()
    again = bench.run("apply", EXAMPLE, cloud="overcloud").splitlines()
    shown = [line for line in done if line.startswith("done: ")]
    found["apply"] = "\n".join([*shown, "...", again[-1]])
    router, aggregate = bench.flavor("nfv.router"), bench.aggregate("dpdk")
    metadata = ", ".join(f"{key}='{aggregate.metadata[key]}'" for key in sorted(aggregate.metadata))
    found["mark"] = f"nfv.router: {router.description}\ndpdk: {metadata}"
    found["moved"] = bench.run("apply", kept, cloud="overcloud", code=2)
    found["import"] = bench.run("import", cloud="overcloud")

    theirs = {"hw:cpu_policy": "shared", "vendor:key": "theirs"}
    bench.nova.create_flavor_extra_specs(router, theirs)
    bench.glance.update_image(image, hw_vif_multiqueue_enabled="false")
    found["drift"] = bench.run("plan", EXAMPLE, cloud="overcloud", code=3)
    bench.run("apply", EXAMPLE, cloud="overcloud")

    larger = bench.folder / "inventory.yaml"
    larger.write_text(EXAMPLE.read_text().replace("disk: 40 GiB", "disk: 60 GiB"))
    login = EXAMPLE.with_name("registry-login.yaml")
    (bench.folder / login.name).write_text(login.read_text())
    found["replace"] = bench.run("apply", larger, cloud="overcloud", code=3)
    found["destroy"] = bench.run("destroy", EXAMPLE, "--yes", cloud="overcloud")
    return {name: _without_noise(text) for name, text in found.items()}


def _without_noise(text: str) -> str:
    """Without ids and ports, which differ each time, and doubts about the inventory."""
    for pattern, instead in _IDS:
        text = re.sub(pattern, instead, text)
    lines = (line for line in text.splitlines() if "; see them with: " not in line)
    return "".join(f"{line}\n" for line in lines if not re.fullmatch(r"nfvgen: .* \.\.\.", line))


@pytest.mark.parametrize("bench", ["train"], indirect=True)
def test_the_page_shows_what_is_printed(
    bench: Bench, update_golden: bool, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    found, text = outputs(bench), PAGE.read_text("utf-8")
    assert sorted(name for _, name, _ in _PART.findall(text)) == sorted(found)
    wanted = _PART.sub(lambda part: part[1] + found[part[2]] + part[3], text)
    [program] = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    monkeypatch.chdir(EXAMPLE.parent)
    exec(compile(program, str(PAGE), "exec"), {})
    assert "done: create flavor nfv.router" in capsys.readouterr().out
    assert bench.flavor("nfv.router")
    if update_golden:
        PAGE.write_text(wanted, "utf-8")
    assert PAGE.read_text("utf-8") == wanted
