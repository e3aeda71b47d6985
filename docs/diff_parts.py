"""The generated parts of docs/diff.md: what `nfvgen diff` says of what-ifs."""

import re

from readme_parts import EXAMPLE, Part, Setting, block

from generator.catalog.effects import effects
from generator.catalog.files import read

_TARGET = "rhosp-16.1"
_PMD = re.compile(r'(OvsPmdCoreList: )".*"')


def _what_if(found: Setting, old: str, new: str) -> list[str]:
    """What differs when a text of the reference inventory is replaced."""
    text = (found.folder / EXAMPLE).read_text("utf-8")
    if old not in text:
        raise SystemExit(f"{EXAMPLE} has no {old!r}")
    changed = found.folder / "what-if.yaml"
    changed.write_text(text.replace(old, new, 1), "utf-8")
    return found.nfvgen("diff", EXAMPLE, changed.name, code=3).splitlines()


def queues(found: Setting) -> str:
    """Four rx queues in place of two."""
    return block(_what_if(found, "rx_queues: 2 ", "rx_queues: 4 "))


def memory(found: Setting) -> str:
    """More memory for Open vSwitch: what stands before the sources."""
    line = "    flavor: compute\n"
    tuning = "    tuning: {socket_memory: [4 GiB, 6 GiB]}\n"
    lines = _what_if(found, line, line + tuning)
    return block(lines[: lines.index("Sources") - 1])


def hand_edit(found: Setting) -> str:
    """A folder in which a CPU list was edited."""
    edited = found.folder / "out" / "environments" / "ovs-dpdk.yaml"
    before = edited.read_text("utf-8")
    edited.write_text(_PMD.sub(r'\1"2,3,42,43"', before), "utf-8")
    lines = found.nfvgen("diff", "out", EXAMPLE, code=3).splitlines()
    edited.write_text(before, "utf-8")
    begin, end = lines.index("What it needs on nodes that are there"), lines.index("Sources")
    notes = next(index for index, line in enumerate(lines) if line.startswith("note:"))
    return block([*lines[:begin], "...", "", *lines[notes:]] if begin < end else lines)


def needs(found: Setting) -> str:
    """The classes and what they mean."""
    rows = (f"| `{name}` | {meaning} |" for name, meaning in effects(_TARGET).needs.items())
    return "\n".join(["| class | on a live node |", "|---|---|", *rows]) + "\n"


def parameters(found: Setting) -> str:
    """What each parameter needs."""
    lines = ["| parameter | needs | why | source |", "|---|---|---|---|"]
    for (section, name), row in effects(_TARGET).rows.items():
        if section == "parameters":
            ways = [("", row.grows)] if row.grows == row.shrinks else [
                (", grows", row.grows), (", shrinks or changes", row.shrinks)]  # fmt: skip
            for way, effect in ways:
                codes = ", ".join(f"`{need}`" for need in effect.needs)
                mark = " (inferred)" if effect.mark.value == "inferred" else ""
                sources = "; ".join(effect.sources)
                lines.append(f"| `{name}`{way} | {codes} | {effect.why}{mark} | {sources} |")
    unknown = read(f"targets/{_TARGET}-effects")["not_known"].split()
    listed = ", ".join(f"`{name}`" for name in unknown)
    return "\n".join(lines) + f"\n\nNot known: {listed}.\n"


DIFF_PARTS: dict[str, Part] = {
    "queues": queues,
    "memory": memory,
    "hand-edit": hand_edit,
    "needs": needs,
    "parameters": parameters,
}
