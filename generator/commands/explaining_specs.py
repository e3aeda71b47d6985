"""What `nfvgen explain` says about an extra spec of flavors or a property of images."""

from collections.abc import Collection, Iterator

from generator.catalog.extra_specs import KeyTable, extra_specs, image_properties
from generator.commands.plan_text import paragraph
from generator.commands.rule_pages import Page, pages, told, word
from generator.lint.flavor_words import value_words


def spec_names() -> Collection[str]:
    """The keys that Nova reads, or reads later."""
    return [key for table in (extra_specs(), image_properties()) for key in _keys(table)]


def _keys(table: KeyTable) -> Iterator[str]:
    yield from table.values
    yield from table.later


def explain_spec(name: str) -> str | None:
    """Where it stands, what it may be set to, and the rules about it."""
    specs, properties = extra_specs(), image_properties()
    lines = [
        *_told(specs, name, "an extra spec of flavors"),
        *_told(properties, name, "a property of images"),
    ]
    if not lines:
        return None
    of_name = word(name)

    def is_about(page: Page) -> bool:
        return bool(of_name.search(page.text) or of_name.search(page.said))

    lines += told(list(pages(is_about)), of_name)
    return "".join(f"{line}\n" for line in lines)


def _told(table: KeyTable, name: str, kind: str) -> Iterator[str]:
    words = table.values_of(name)
    if driver := table.driver_of(name):
        yield f"{name}: {kind} that only the driver for {driver} reads, not that of KVM"
    elif words is not None:
        yield f"{name}: {kind}"
        yield from paragraph(f"allowed: {value_words(words)}", 2)
        if fact := table.fact_of(name):
            yield from paragraph(f"Source: {fact.source}", 2)
    elif since := table.since(name):
        yield from paragraph(f"{name}: {kind} that this release does not read; {since} does", 0)
