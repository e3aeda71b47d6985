"""What Nova and Neutron are told of the ports whose functions guests get (SR-IOV)."""

from collections.abc import Iterable, Iterator, Sequence

from generator.explained import Explained, Fact
from generator.findings import path_text
from generator.inventory import Link
from generator.plan.types import HeatValue, LinkPlan, Parameter
from generator.topology.types import Port

PASSTHROUGH = "NovaPCIPassthrough"
DEVICES = "NeutronPhysicalDevMappings"
_NOVA = "nova 20.6 nova/pci/devspec.py"
_GUIDE = "Red Hat, guidelines for configuring NovaPCIPassthrough"
_AGENT = (
    "tripleo-heat-templates 11.6.0 deployment/neutron/neutron-sriov-agent-container-puppet.yaml"
)


def sriov_links(links: Iterable[LinkPlan]) -> tuple[LinkPlan, ...]:
    """The links whose functions guests get."""
    return tuple(plan for plan in links if plan.link.kind == "sriov")


def functions(link: Link, port: Port, at: str) -> Explained[int] | None:
    """The virtual functions of an SR-IOV port, whose link stands at the path `at`."""
    if link.vfs is None:
        return None
    path = f"{at}.vfs"
    if link.vfs == 0:
        rule = "no virtual functions: a guest gets the port itself (vNIC type direct-physical)"
        return Explained(0, rule, f"inventory {path}", (), path)
    most = port.max_vfs
    of = f" of {most.value} that the card has" if most.value is not None else ""
    facts = (most,) if most.value is not None else ()
    return Explained(
        link.vfs, f"{link.vfs} virtual functions{of} for guests", f"inventory {path}", facts, path
    )


def handed_out(plan: LinkPlan) -> Fact[str | None]:
    """The PCI id of what guests get of a port: its virtual functions, or the port itself."""
    port = plan.ports[0]
    return port.vf_pci_id if plan.link.vfs else port.pci_id


def passthrough(links: Iterable[LinkPlan]) -> tuple[tuple[LinkPlan, dict[str, HeatValue]], ...]:
    """The entries of NovaPCIPassthrough, each with the first link that it is for: entries
    by ids alone cover the ports of one physical network at once."""
    found: list[tuple[LinkPlan, dict[str, HeatValue]]] = []
    for plan in sriov_links(links):
        entry = _entry(plan)
        if entry not in [other for _, other in found]:
            found.append((plan, entry))
    return tuple(found)


def _entry(plan: LinkPlan) -> dict[str, HeatValue]:
    link = plan.link
    entry: dict[str, HeatValue] = {}
    if link.pci_match == "devname":
        entry["devname"] = plan.name
    elif link.pci_match == "address":
        entry["address"] = link.pci_address or ""
    if code := handed_out(plan).value:
        entry["vendor_id"], entry["product_id"] = code.split(":")
    entry["physical_network"] = link.physical_network or ""
    if link.trusted:
        # Text: Nova compares it with the text of the port's binding, and true is none.
        entry["trusted"] = "true"
    return entry


def sriov_parameters(links: Sequence[LinkPlan]) -> Iterator[Parameter]:
    """The parameters of a role with SR-IOV ports."""
    own = sriov_links(links)
    if not own:
        return
    entries: HeatValue = [dict(entry) for _, entry in passthrough(own)]
    facts = dict.fromkeys(fact for plan in own if (fact := handed_out(plan)).value)
    yield Parameter(
        PASSTHROUGH, Explained(entries, "\n".join(map(_why, own)), f"{_NOVA}; {_GUIDE}",
                               tuple(facts)),
    )  # fmt: skip
    # A list in a role's map: the product's script reads it as JSON.
    mappings: HeatValue = [f"{plan.link.physical_network}:{plan.name}" for plan in own]
    rule = "physical network:port, for the SR-IOV agent of the role"
    yield Parameter(DEVICES, Explained(mappings, rule, _AGENT))


def _why(plan: LinkPlan) -> str:
    """What an entry offers, and how it is found."""
    link, code = plan.link, handed_out(plan).value
    how = {
        "devname": "by its name",
        "address": "by its address",
        "ids": "by these ids, on whatever port",
    }[link.pci_match]
    what = f"{link.vfs} virtual functions" if link.vfs else "the port itself"
    only = f", which have the id {code}" if link.vfs and code else ""
    open_ = "" if code else "; no id is known, so that Nova is offered the port itself too"
    trusted = "; guests may ask for trusted ones" if link.trusted else ""
    where = path_text(plan.path)
    return f"{plan.name} ({where}): {what}{only}, found {how}{open_ if link.vfs else ''}{trusted}"
