"""Rules over what YAML 1.1 makes of unquoted words, and over keys that stand twice."""

import re
from collections.abc import Iterator

from generator.catalog.parameters import HeatParameter
from generator.deployment.classify import scalars
from generator.deployment.types import DeploymentView, Kind
from generator.deployment.values import At
from generator.findings import Location, Path, Place, Severity
from generator.lint.ruleset import Found, rule
from generator.reading.document import Document
from generator.reading.yaml_compose import Twice
from generator.reading.yaml_nodes import Scalar, to_data

_KINDS = {Kind.ENVIRONMENT, Kind.NIC_CONFIG, Kind.ROLES, Kind.NETWORKS, Kind.FLAVOR,
          Kind.TEMPLATE, Kind.PLAN_ENVIRONMENT}  # fmt: skip
_OCTAL = re.compile(r"[-+]?0[0-7_]+")
_HEX_IDS = {"vendor_id", "product_id", "address"}
_MODES = re.compile(r"mode|umask|permission", re.IGNORECASE)
_TAGS = {"tag", "ceph_tag", "name_suffix"}
_SWITCH_NAMES = re.compile(
    "Enable|Disable|Debug|Permit|Allow|Use|Auto|Secure|Insecure|Verify|Skip|Force|Require|TLS|SSL"
)
_SWITCHES = {"on", "off", "yes", "no"}


def _documents(view: DeploymentView) -> Iterator[Document]:
    for file in view.files:
        if file.kind in _KINDS and file.document:
            yield file.document


def _unquoted(view: DeploymentView) -> Iterator[tuple[Document, Scalar, Path]]:
    """Every unquoted word that YAML takes for something else than text."""
    for document in _documents(view):
        for node, path in scalars(document.root):
            if node.plain and node.value is not None and not isinstance(node.value, str):
                yield document, node, path


@rule("yaml-base-60", Severity.ERROR)
def yaml_base_60(view: DeploymentView) -> Iterator[Found]:
    """Values with colons between digits stand in quotes.

    Why: YAML 1.1 reads them as numbers to the base 60: the PCI address 0000:05:00.0 is
    300.0, the range 10:20 is 620, and a MAC address of digits only is a large number.
    Fix: Put quotes around the value.
    Source: YAML 1.1, as PyYAML and so Heat's client reads it.
    """
    for document, node, path in _unquoted(view):
        if ":" in node.text:
            yield Found(
                At(document, path), f"'{node.text}' is read as the number {node.value}",
                f'write "{node.text}"',
            )  # fmt: skip


@rule("yaml-octal", Severity.WARNING)
def yaml_octal(view: DeploymentView) -> Iterator[Found]:
    """Numbers do not begin with 0.

    Why: YAML 1.1 reads 010 as the octal number for 8.
    Fix: Leave the zero out, or put quotes around what is text.
    Source: YAML 1.1, as PyYAML and so Heat's client reads it.
    """
    for document, node, path in _unquoted(view):
        if not _OCTAL.fullmatch(node.text) or str(node.value) == node.text.lstrip("+"):
            continue
        if not any(_MODES.search(str(step)) for step in path):
            yield Found(
                At(document, path),
                f"'{node.text}' is read as the octal number for {node.value}",
                f'write {node.text.lstrip("0") or 0}, or "{node.text}" if it is text',
            )


@rule("yaml-text-lost", Severity.ERROR)
def yaml_text_lost(view: DeploymentView) -> Iterator[Found]:
    """Text that looks like a number stands in quotes.

    Why: PCI ids are hexadecimal text: Nova cannot read a number there. A version such as
    16.10 becomes 16.1, a password 0123 becomes 83.
    Fix: Put quotes around the value.
    Source: YAML 1.1; Nova 20.0 (Train), pci/devspec.py.
    """
    for document, node, path in _unquoted(view):
        if isinstance(node.value, bool) or ":" in node.text or not path:
            continue
        if _is_pci_id(path) or (str(node.value) != node.text and _is_text(view, path)):
            wrong = f"'{node.text}' is read as the number {node.value}, not as text"
            yield Found(At(document, path), wrong, f'write "{node.text}"')


def _is_pci_id(path: Path) -> bool:
    return path[-1] in _HEX_IDS and any(
        step in {"NovaPCIPassthrough", "ControllerExtraConfig"} for step in path
    )


def _is_text(view: DeploymentView, path: Path) -> bool:
    """Whether the templates or the tool that reads a value take it for text."""
    if path[0] != "parameter_defaults" or len(path) == 1:
        return False
    if len(path) == 2:
        declared = view.declaration(str(path[1]))
        return declared is not None and declared.types == ("string",)
    return path[1] == "ContainerImagePrepare" and path[-1] in _TAGS


@rule("yaml-switch-as-text", Severity.WARNING)
def yaml_switch_as_text(view: DeploymentView) -> Iterator[Found]:
    """The words on, off, yes and no stand in quotes where they are text.

    Why: YAML 1.1 reads them as true and false; a parameter of type string becomes "True"
    or "False".
    Fix: Put quotes around the word.
    Source: YAML 1.1, as PyYAML and so Heat's client reads it.
    """
    for document, node, path in _unquoted(view):
        if node.text.lower() not in _SWITCHES or len(path) not in {2, 3}:
            continue
        declared = view.declaration(str(path[-1])) if path[0] == "parameter_defaults" else None
        if declared and declared.types == ("string",) and not _takes_truth(declared):
            yield Found(
                At(document, path),
                f"{path[-1]} is text, and '{node.text}' is read as {str(node.value).lower()}",
                f'write "{node.text}"',
            )


def _takes_truth(declared: HeatParameter) -> bool:
    """Whether a parameter of type string holds a truth value all the same."""
    allowed = [each for limit in declared.constraints for each in limit.get("allowed_values", ())]
    truth = "True" in allowed or str(declared.default).lower() in {"true", "false"}
    return truth or _SWITCH_NAMES.search(declared.name) is not None


def _last(document: Document, each: Twice) -> At | Location:
    """The key that wins; inside of a block that is lost itself no path leads to it."""
    at = At(document, each.path, on_key=True)
    return at if at.location == each.last else each.last


@rule("key-twice", Severity.ERROR)
def key_twice(view: DeploymentView) -> Iterator[Found]:
    """No key stands twice in a mapping.

    Why: The last one wins without a word; of a block that stands twice, such as
    parameter_defaults, the whole first one is lost.
    Fix: Keep one of the two, or put both blocks together.
    Source: PyYAML, as Heat's client uses it.
    """
    for document, each, same in _twice(view):
        if not same:
            yield Found(
                _last(document, each),
                f"{each.path[-1]} stands twice; what line {each.first.line} says is lost",
                "keep one of the two, or put both together",
                (each.first,),
            )


@rule("key-repeated", Severity.WARNING)
def key_repeated(view: DeploymentView) -> Iterator[Found]:
    """A key is not repeated with the value that it has.

    Why: It does no harm yet: who changes one of the two later may change the one that
    loses.
    Fix: Remove one of them.
    Source: PyYAML, as Heat's client uses it.
    """
    for document, each, same in _twice(view):
        if same:
            yield Found(
                _last(document, each),
                f"{each.path[-1]} stands twice with the same value",
                "remove one of the two",
                (each.first,),
            )


def _twice(view: DeploymentView) -> Iterator[tuple[Document, Twice, bool]]:
    """Every key that stands twice, and whether both values are the same."""
    for document in _documents(view):
        for each in document.twice:
            _, kept = document.nodes(Place(each.path))
            yield document, each, to_data(each.lost) == to_data(kept)
