"""Rules over the form of NovaPCIPassthrough, and how other rules read it."""

from collections.abc import Iterator
from json import JSONDecodeError, loads

from generator.checks.wording import did_you_mean, listed
from generator.deployment.types import DeploymentView, RoleView
from generator.deployment.values import Value
from generator.findings import Severity
from generator.lint.physical_networks import PASSTHROUGH
from generator.lint.ruleset import Found, rule

_KEYS = ("vendor_id", "product_id", "address", "devname", "physical_network", "trusted")


def lists(view: DeploymentView) -> Iterator[tuple[Value, RoleView | None]]:
    """Every passthrough list with the role that it acts for."""
    seen = set()
    for role in view.roles.values():
        value = view.effective(role.name, PASSTHROUGH)
        if value is not None:
            seen.add(id(value))
            yield value, role
    whole = view.parameters.get(PASSTHROUGH)
    if whole is not None and id(whole) not in seen:
        yield whole, None


def entries(value: Value) -> tuple[Value, ...]:
    return tuple(entry for entry in value.items if entry.entries)


def code(entry: Value, key: str) -> str:
    """A PCI id as four hexadecimal digits, `""` where it is not given."""
    value = entry.get(key)
    written = (value.text or "") if value else ""
    return written.lower().removeprefix("0x")


@rule("pci-list-shape", Severity.ERROR)
def pci_list_shape(view: DeploymentView) -> Iterator[Found]:
    """NovaPCIPassthrough is a list of maps with the keys that Nova knows.

    Why: Nova refuses an entry that it cannot read, and nova-compute does not start; inside
    of a role block nobody parses a text with JSON in it.
    Fix: Write a YAML list of maps with devname or address, or vendor_id and product_id, and
    physical_network.
    Source: nova (Train), pci.passthrough_whitelist; tripleo-heat-templates (Train).
    """
    for value, role in lists(view):
        content = value.content
        in_block = role is not None and role.parameters.get(PASSTHROUGH) is value
        if isinstance(content, str) and content.strip():
            if in_block or not _json(content):
                yield Found(value.at, "the device list is a text", "write a YAML list of maps")
        elif value.entries:
            yield Found(value.at, "the device list is a single map", "put a dash before its keys")
        for item in value.items:
            yield from _entry_shape(item)


def _json(content: str) -> bool:
    try:
        return isinstance(loads(content), list)
    except JSONDecodeError:
        return False


def _entry_shape(entry: Value) -> Iterator[Found]:
    if not entry.entries:
        if entry.known:
            yield Found(entry.at, f"{entry.data!r} is no map", "write devname: ... or the like")
        return
    for key, value in entry.entries.items():
        if key not in _KEYS:
            hint = did_you_mean(key, _KEYS, f"known are {listed(_KEYS)}")
            yield Found(value.at.key, f"Nova knows no {key} of a device", hint)
    if entry.get("devname") and entry.get("address"):
        message = "a device has both devname and address"
        yield Found(entry.at, message, "keep one of the two")
    for key in ("vendor_id", "product_id"):
        found = code(entry, key)
        if found and not (len(found) == 4 and all(each in "0123456789abcdef" for each in found)):
            at = entry.entries[key].at
            yield Found(at, f"{key} {found} is no PCI id", "write four hexadecimal digits, quoted")


@rule("pci-trusted-no-text", Severity.ERROR)
def pci_trusted_no_text(view: DeploymentView) -> Iterator[Found]:
    """`trusted` of a device is a text.

    Why: Nova compares it with the text that a port's binding profile makes, "True" or
    "False": a boolean equals neither, and a guest that asks for a trusted function fails on
    the host.
    Fix: Write trusted: "true", in quotes.
    Source: nova 20.6, nova/pci/utils.py, pci_device_prop_match; nova.conf,
    passthrough_whitelist.
    """
    for value, _ in lists(view):
        for entry in entries(value):
            trusted = entry.get("trusted")
            if trusted is not None and isinstance(trusted.content, bool):
                written = str(trusted.content).lower()
                yield Found(
                    trusted.at, f"trusted is the boolean {written}, which Nova finds unequal to any"
                    " text", f'write trusted: "{written}"',
                )  # fmt: skip
