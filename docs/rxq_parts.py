"""The generated parts of docs/rxq.md: what `nfvgen rxq` says of the example layout."""

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
    return block(found.nfvgen("rxq", LAYOUT, "--format", "json").splitlines(), "json")


def new(found: Setting) -> str:
    """What Open vSwitch 3.1 does."""
    return block(found.nfvgen("rxq", LAYOUT, "--ovs-version", "3.1").splitlines())


def new_json(found: Setting) -> str:
    """The same for programs."""
    printed = found.nfvgen("rxq", LAYOUT, "--ovs-version", "3.1", "--format", "json")
    return block(printed.splitlines(), "json")


def error(found: Setting) -> str:
    """A misspelt key, and a load without what it cost."""
    text = (found.folder / LAYOUT).read_text("utf-8")
    broken = found.folder / "layout.json"
    load = '"load": [{"port": "dpdk0", "queue": 0, "packets": 2000}]'
    broken.write_text(text.replace('"n_rxq": 2}', '"n_rxqs": 2}', 1).replace(
        '"pmd_cores"', f'{load},\n  "pmd_cores"'), "utf-8")  # fmt: skip
    return block(found.nfvgen("rxq", "layout.json", code=1).splitlines())


RXQ_PARTS: dict[str, Part] = {
    "layout": layout,
    "old": old,
    "old-json": old_json,
    "new": new,
    "new-json": new_json,
    "error": error,
}
