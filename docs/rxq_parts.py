"""The generated parts of docs/rxq.md: what `nfvgen rxq` says of the example layout."""

import json

from readme_parts import Part, Setting, block

LAYOUT = "examples/rxq/two-bonds.json"


def layout(found: Setting) -> str:
    """The layout as it is written."""
    return block(found.lines(LAYOUT), "json")


def old(found: Setting) -> str:
    """What Open vSwitch 2.13 does."""
    return block(found.nfvgen("rxq", LAYOUT).splitlines())


def old_json(found: Setting) -> str:
    """The same for programs."""
    return block(_compact(found.nfvgen("rxq", LAYOUT, "--format", "json")), "json")


def new(found: Setting) -> str:
    """What Open vSwitch 3.1 does."""
    return block(found.nfvgen("rxq", LAYOUT, "--ovs-version", "3.1").splitlines())


def new_json(found: Setting) -> str:
    """The same for programs."""
    printed = found.nfvgen("rxq", LAYOUT, "--ovs-version", "3.1", "--format", "json")
    return block(_compact(printed), "json")


def error(found: Setting) -> str:
    """A misspelt key, and a load without what it cost."""
    text = (found.folder / LAYOUT).read_text("utf-8")
    broken = found.folder / "layout.json"
    load = '"load": [{"port": "dpdk0", "queue": 0, "packets": 2000}]'
    broken.write_text(text.replace('"n_rxq": 2}', '"n_rxqs": 2}', 1).replace(
        '"pmd_cores"', f'{load},\n  "pmd_cores"'), "utf-8")  # fmt: skip
    return block(found.nfvgen("rxq", "layout.json", code=1).splitlines())


def _compact(printed: str) -> list[str]:
    """The JSON with a line for each entry of the outer lists, for the page's sake."""
    data = json.loads(printed)
    lines = []
    for key, value in data.items():
        if isinstance(value, list) and value:
            rows = [f"    {json.dumps(item)}" for item in value]
            lines.append(f"  {json.dumps(key)}: [\n" + ",\n".join(rows) + "\n  ]")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value)}")
    return ["{", *",\n".join(lines).splitlines(), "}"]


RXQ_PARTS: dict[str, Part] = {
    "layout": layout,
    "old": old,
    "old-json": old_json,
    "new": new,
    "new-json": new_json,
    "error": error,
}
