"""What a release's own templates have besides parameters. Only linting reads it."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from generator.catalog.files import read


class ProductEnvironment(NamedTuple):
    """An environment file of the product that chooses the network plugin or adds to it."""

    path: str  # below environments/
    parameters: Mapping[str, Any]
    plugin: str = ""  # ovs, ovn: it chooses this one
    needs: str = ""  # ovs, ovn: it adds to this one
    dpdk: bool = False
    sriov: bool = False
    samples: bool = False  # maps every role to a sample nic-config


class Product(NamedTuple):
    """The facts of a release; the data file tells what each is."""

    services: frozenset[str]
    stack_parameters: tuple[re.Pattern[str], ...]
    template_versions: tuple[str, ...]
    renamed: Mapping[str, str]
    removed: Mapping[str, str]
    newer: Mapping[str, str]
    successors: Mapping[str, str]
    environments: Mapping[str, ProductEnvironment]
    service_networks: Mapping[str, str]  # key of ServiceNetMap -> its network by default
    role_keys: frozenset[str]
    network_keys: frozenset[str]
    files: frozenset[str]  # what a command may pass, below the templates' root

    def environment(self, path: str) -> ProductEnvironment | None:
        """The product's file that a path leads to, wherever its templates are."""
        _, _, below = path.rpartition("environments/")
        return self.environments.get(below) if below != path else None


@cache
def product(target: str) -> Product:
    """The facts of a release target."""
    data = read(f"targets/{target}-product")
    return Product(
        frozenset(data["services"].split()),
        tuple(map(_pattern, data["stack_parameters"].split())),
        tuple(data["template_versions"].split()),
        data["renamed"],
        data["removed"],
        data["newer"],
        data["successors"],
        {path: ProductEnvironment(path, **row) for path, row in data["environments"].items()},
        {key: net for net, keys in data["service_networks"].items() for key in keys.split()},
        frozenset(data["role_keys"].split()),
        frozenset(data["network_keys"].split()),
        frozenset(data["files"].split()),
    )


def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{\w+\}", r"[A-Za-z]\\w*", name))
