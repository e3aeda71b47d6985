"""What a plan says of SR-IOV, as rules see it: each item lies at the link that it is of."""

from typing import Any

from generator.deployment.values import At, Value, made
from generator.plan.types import Parameter, RolePlan
from generator.plan.virtual_functions import DEVICES, passthrough, sriov_links
from generator.reading.document import Document

_KEYS = {"physical_network": "physical_network", "address": "pci_address", "trusted": "trusted",
         "vendor_id": "pci_match", "product_id": "pci_match"}  # fmt: skip
"""Key of an entry of NovaPCIPassthrough -> key of the link that decides it."""


def functions(parameter: Parameter, role: RolePlan, document: Document) -> Value:
    """The physical networks by port, or the devices that Nova hands out, of a role."""
    whole = At(document, ("roles", role.name, "links"))
    data: Any = parameter.value.value
    if parameter.name == DEVICES:
        places = [At(document, link.path) for link in sriov_links(role.links)]
        items = [
            Value(item, at.step("physical_network")) for item, at in zip(data, places, strict=True)
        ]
        return Value(tuple(items), whole)
    entries = []
    for link, entry in passthrough(role.links):
        at = At(document, link.path)
        fields = {
            key: made(value, at.step(_KEYS[key]) if key in _KEYS else at.step("ports", 0))
            for key, value in entry.items()
        }
        entries.append(Value(fields, at))
    return Value(tuple(entries), whole)
