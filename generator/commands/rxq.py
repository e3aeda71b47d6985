"""What `nfvgen rxq` does."""

import sys
from collections.abc import Iterator
from pathlib import Path

import generator as nfvgen
from generator.commands.plan_print import as_json
from generator.commands.plan_text import paragraph
from generator.derive.rxq_notes import rxq_notes
from generator.derive.rxq_types import Assignment, Pmd
from generator.derive.rxq_view import rxq_view
from generator.errors import NfvgenError
from generator.reading.document import InputFile, read_stream
from generator.reading.rxq_layout import parse_rxq_layout
from generator.rxq_layout import OvsVersion, RxqLayout


def queue_map(path: Path, ovs_version: OvsVersion, form: str) -> str:
    """The assignment of a layout as text."""
    layout = (
        parse_rxq_layout(_standard_input()) if str(path) == "-" else nfvgen.load_rxq_layout(path)
    )
    found = nfvgen.assign_rx_queues(layout, ovs_version)
    if form == "json":
        return as_json(rxq_view(layout, found))
    return "\n".join(_table(layout, found)) + "\n"


def _standard_input() -> InputFile:
    if sys.stdin is None:
        raise NfvgenError("standard input is closed; name a file, or send the layout to it")
    name = "<stdin>"
    return InputFile(Path(name), read_stream(sys.stdin.buffer, name))


def _table(layout: RxqLayout, found: Assignment) -> Iterator[str]:
    yield f"Open vSwitch {found.ovs_version}, {found.algorithm}"
    rows = [("node", "core", "queues"), *(_row(found, pmd) for pmd in found.pmds)]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    yield ""
    for node, core, queues in rows:
        yield f"{node:<{widths[0]}}  {core:<{widths[1]}}  {queues}"
    for note in rxq_notes(layout, found):
        yield ""
        yield from paragraph(note, 0, 0)


def _row(found: Assignment, pmd: Pmd) -> tuple[str, str, str]:
    cores = found.candidates(pmd)
    core = (
        f"one of {', '.join(map(str, cores))}"
        if len(cores) > 1
        else str(pmd.core) + " isolated" * pmd.isolated
    )
    queues = ", ".join(queue.name for queue in pmd.queues) or "-"
    return str(pmd.node), core, queues
