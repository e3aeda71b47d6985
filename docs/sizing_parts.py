"""The generated parts of docs/sizing.md: what the sizing makes of the reference example."""

from readme_parts import EXAMPLE, Part, Setting, block

_TRAFFIC = "traffic: {frames: [64, 9000], load: 100 %}\n"


def sizing(found: Setting) -> str:
    """The sizing of the compute role."""
    lines = found.nfvgen("plan", EXAMPLE, "--role", "ComputeOvsDpdk").splitlines()
    start, end = lines.index("  Sizing"), lines.index("  Memory")
    return block(lines[start : end - 1])


def assumptions(found: Setting) -> str:
    """The assumptions with their marks and sources."""
    from generator.catalog.release import release

    facts = release("rhosp-16.1").sizing
    rows = [
        f"| `{name}` | {fact.value} | {fact.mark} | {fact.source} |"
        for name, fact in facts._asdict().items()
    ]
    return "\n".join(["| assumption | value | mark | source |", "|---|---|---|---|", *rows]) + "\n"


def findings(found: Setting) -> str:
    """What is said of a load that nothing can carry."""
    text = (found.folder / EXAMPLE).read_text("utf-8")
    path = found.folder / "inventory.yaml"
    path.write_text(text + "\n" + _TRAFFIC, "utf-8")
    said = found.nfvgen("validate", "inventory.yaml", "--select", "traffic-above-card",
                        "--select", "traffic-above-node")  # fmt: skip
    return block(_TRAFFIC.splitlines(), "yaml") + "\n" + block(said.splitlines())


SIZING_PARTS: dict[str, Part] = {
    "sizing": sizing,
    "assumptions": assumptions,
    "findings": findings,
}
