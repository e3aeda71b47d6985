"""What `nfvgen report` does."""

from pathlib import Path

import generator as nfvgen
from generator.commands.stages import planned
from generator.output.single_file import write_single_file
from generator.page.build import MARK


def write_report(inventory: Path, output: Path) -> str:
    """Write the page of an inventory; what became of it in words. `-` gives the page itself."""
    page = nfvgen.report_page(planned(inventory))
    if str(output) == "-":
        return page
    return f"{output}: {'written' if write_single_file(output, page, MARK) else 'up to date'}"
