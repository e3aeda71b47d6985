"""Rules over the names of networks."""

from collections.abc import Iterator, Mapping

from generator.catalog.files import read
from generator.catalog.roles import networks as standard_networks
from generator.checks.registry import INVENTORY_RULES
from generator.checks.subject import InventorySubject
from generator.checks.wiring import CTLPLANE
from generator.findings import Fault, Place, Severity


def _plain(name: str) -> str:
    """The name without what TripleO's own forms of it differ in: InternalApi is internal_api
    in file names and addresses, internalapi in host names."""
    return name.replace("_", "").lower()


@INVENTORY_RULES.rule("network-name-taken", Severity.ERROR)
def network_name_taken(subject: InventorySubject) -> Iterator[Fault]:
    """A network has no name that TripleO gives to something else, or spells otherwise.

    Why: Parameters and resources are named after the network: those of Public or Redis
    are there already. A standard network in another spelling is a second one, without the
    services of the first.
    Fix: Write the standard name as the product spells it, or a name of your own.
    Source: tripleo-heat-templates (Train), overcloud.j2.yaml and network_data.yaml.
    """
    target = subject.inventory.site.target
    taken: Mapping[str, str] = read(f"targets/{target}-names")["networks"]
    standard = {_plain(name): name for name in standard_networks(target)}
    for name in subject.inventory.networks:
        own = standard.get(_plain(name), name)
        if own != name:
            message, hint = f"{name} is not how the product spells {own}", f"write {own}"
        elif name != CTLPLANE and (means := taken.get(_plain(name))):
            message, hint = f"{name} is {means}", "write a name of your own"
        else:
            continue
        yield Fault(Place(("networks", name), on_key=True), message, hint)
