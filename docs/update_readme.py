"""Write what nfvgen prints and renders into README.md and pages under docs, the reference of
inventory keys, and the pages about rules.

    python docs/update_readme.py            rewrite README.md, docs/*.md and docs/rules/
    python docs/update_readme.py --check    say what is stale (exit code 1), write nothing

A page marks each generated part with `<!-- generated: NAME -->` and `<!-- end -->`.
"""

import difflib
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from diff_parts import DIFF_PARTS
from evidence_parts import EVIDENCE_PARTS
from inventory_reference import reference
from kernel_parts import KERNEL_PARTS
from node_parts import NODE_PARTS
from readme_parts import PARTS, Part, Setting, setting
from rule_pages import pages
from rx_queues_parts import RX_QUEUES_PARTS
from rxq_parts import RXQ_PARTS
from sizing_parts import SIZING_PARTS

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
REFERENCE = ROOT / "docs" / "inventory.md"
WITH_PARTS = {
    README: PARTS,
    ROOT / "docs" / "diff.md": DIFF_PARTS,
    ROOT / "docs" / "evidence.md": EVIDENCE_PARTS,
    ROOT / "docs" / "kernel-datapath.md": KERNEL_PARTS,
    ROOT / "docs" / "rx-queues.md": RX_QUEUES_PARTS,
    ROOT / "docs" / "rxq.md": RXQ_PARTS,
    ROOT / "docs" / "sizing.md": SIZING_PARTS,
    ROOT / "docs" / "nodes.md": NODE_PARTS,
}
_PART = re.compile(r"(<!-- generated: ([a-z-]+) -->\n).*?(<!-- end -->\n)", re.DOTALL)


def page(path: Path, parts: Mapping[str, Part], found: Setting) -> str:
    """A page with every generated part as it is now."""
    text = path.read_text("utf-8")
    names = [name for _, name, _ in _PART.findall(text)]
    if sorted(names) != sorted(parts):
        raise SystemExit(f"{path.name} has the parts {names}, and the script {list(parts)}")
    return _PART.sub(lambda part: part[1] + parts[part[2]](found) + part[3], text)


def main(arguments: list[str]) -> int:
    """Write the files, or with --check compare them."""
    if arguments not in ([], ["--check"]):
        sys.stderr.write(__doc__ or "")
        return 2
    with setting(ROOT) as found:
        wanted = {path: page(path, parts, found) for path, parts in WITH_PARTS.items()}
    wanted |= {REFERENCE: reference(ROOT), **pages(ROOT)}
    left_over = set((ROOT / "docs" / "rules").rglob("*.md")) - set(wanted)
    stale = 0
    for path, new in [*wanted.items(), *((path, "") for path in sorted(left_over))]:
        old = path.read_text("utf-8") if path.exists() else ""
        if old == new:
            continue
        stale = 1
        if not arguments and not new:
            path.unlink()
        elif arguments:
            name = path.relative_to(ROOT).as_posix()
            lines = difflib.unified_diff(
                old.splitlines(True), new.splitlines(True), name, "what it should be"
            )
            sys.stdout.writelines(lines)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(new, "utf-8")
    return stale if arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
