"""The deployment view: what rules see, whether it was read from files or planned."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from generator.catalog.parameters import HeatParameter, ParameterCatalogue, parameters
from generator.deployment.call import DeployCall
from generator.deployment.hosts import Host
from generator.deployment.values import At, Value
from generator.findings import Finding, Location
from generator.reading.document import Document
from generator.record import Frozen, record

PRODUCT = "/usr/share/openstack-tripleo-heat-templates"
"""Where the product's own templates are installed."""


UNCLEAR = "file/unclear-argument"
"""The id of the finding that tells of an argument whose files are not known."""


class Kind(StrEnum):
    """What a file is, by its content."""

    ENVIRONMENT = "environment"
    NIC_CONFIG = "nic-config"
    TEMPLATE = "Heat template"  # any other
    ROLES = "roles_data"
    NETWORKS = "network_data"
    DEPLOY_SCRIPT = "deploy script"
    PLAN_ENVIRONMENT = "plan environment"
    FLAVOR = "flavor note"
    HOST_FACTS = "host facts"
    INVENTORY = "inventory"
    EMPTY = "empty"
    JINJA = "Jinja template"
    BROKEN = "unreadable"
    OTHER = "something else"


class FileRead(NamedTuple):
    """A file with what it was taken for. `document` is None for scripts, templates in Jinja
    and what cannot be read."""

    path: str  # as it was given, or as the file that names it gives it
    kind: Kind
    document: Document | None = None
    findings: tuple[Finding, ...] = ()
    named_by: Location | None = None  # the argument of a deploy script, the registry entry


class MissingFile(NamedTuple):
    """A file that is named but not there. `product`: one of the product's own templates."""

    path: str
    named_by: Location | None
    product: bool


@record
class ConfigObject(Frozen):
    """An os-net-config object of a nic-config with its values resolved.

    `type` is "" where the template gives none; `settings` holds neither type nor members.
    An object of a plan stands in no file: `where` tells what decides its type and members.
    """

    type: str
    at: At  # in the template
    settings: Mapping[str, Value]
    members: tuple["ConfigObject", ...] = ()
    where: Mapping[str, At] | None = None

    @property
    def name(self) -> str:
        """Its name as text, "" where it has none or an unknown one."""
        value = self.settings.get("name")
        return str(value.content) if value and isinstance(value.content, str | int) else ""

    def get(self, key: str) -> Value | None:
        """A setting."""
        return self.settings.get(key)

    def place(self, key: str) -> At:
        """Where its `type` or its `members` stand."""
        return self.at.step(key) if self.where is None else self.where[key]

    def data(self, key: str) -> object:
        """The plain data of a setting, None where it is not set."""
        value = self.settings.get(key)
        return None if value is None else value.data

    def walk(self) -> Iterator["ConfigObject"]:
        """The object and everything inside of it, in order."""
        yield self
        for member in self.members:
            yield from member.walk()

    def nested(
        self, owners: tuple["ConfigObject", ...] = ()
    ) -> Iterator[tuple["ConfigObject", tuple["ConfigObject", ...]]]:
        """Like walk, each with the objects around it, the outermost first."""
        yield self, owners
        for member in self.members:
            yield from member.nested((*owners, self))


class Declared(NamedTuple):
    """A parameter that a nic-config declares."""

    name: str
    type: str
    at: At
    default: Value | None
    constraints: Value | None


@record
class NicConfig(Frozen):
    """A nic-config template, resolved for one role; `role` is "" where the registry of the
    files read maps it to none."""

    role: str
    document: Document
    declared: Mapping[str, Declared]
    objects: tuple[ConfigObject, ...]
    unresolved: tuple[Value, ...] = ()  # what stands in the place of objects
    registry: Value | None = None  # the entry that maps it
    absent: tuple[Value, ...] = ()  # relative paths of get_file that are not there

    def walk(self) -> Iterator[ConfigObject]:
        """Every object, outer ones before their members."""
        for each in self.objects:
            yield from each.walk()

    def nested(self) -> Iterator[tuple[ConfigObject, tuple[ConfigObject, ...]]]:
        """Every object with those around it, the outermost first."""
        for each in self.objects:
            yield from each.nested()


class SubnetView(NamedTuple):
    """A subnet of a network beside its own."""

    name: str
    at: At
    fields: Mapping[str, Value]  # vlan, ip_subnet, allocation_pools, gateway_ip, routes


@record
class NetworkView(Frozen):
    """A network of network_data. `fields` holds every key as it is written."""

    name: str
    name_lower: str
    at: At | None  # None: known to the product only, no network_data was read
    fields: Mapping[str, Value]
    subnets: Mapping[str, SubnetView]
    enabled: bool = True

    def get(self, key: str) -> Value | None:
        """A field: vlan, mtu, ip_subnet, allocation_pools, gateway_ip, routes, vip ..."""
        return self.fields.get(key)


@record
class RoleView(Frozen):
    """A role with what it is made of.

    `networks`, `services`, `tags` and `default_route_networks` are None where neither the
    files nor the product's own role tell them.
    """

    name: str
    at: At | None  # None: no roles_data was read, the role is known by what names it
    fields: Mapping[str, Value]  # of roles_data, as written
    networks: tuple[str, ...] | None
    services: tuple[str, ...] | None  # full names, OS::TripleO::Services::...
    tags: tuple[str, ...] | None
    default_route_networks: tuple[str, ...] | None
    defaults: Mapping[str, Value]  # RoleParametersDefault
    block: Value | None  # <Role>Parameters
    parameters: Mapping[str, Value]  # the block over the defaults, key by key
    count: Value | None  # <Role>Count, or CountDefault
    flavor: Value | None  # Overcloud<Role>Flavor and its older names, or FlavorDefault
    nic_config: NicConfig | None
    nic_registry: Value | None  # the entry OS::TripleO::<Role>::Net::SoftwareConfig
    host: Host | None

    def has(self, service: str) -> bool | None:
        """Whether the role has a service (without the common prefix); None: not known."""
        name = f"OS::TripleO::Services::{service}"
        return None if self.services is None else name in self.services


class FlavorNote(NamedTuple):
    """A note about a flavor and the image that goes with it."""

    document: Document
    flavor: Value | None  # {name, vcpus, ram, properties}
    image: Value | None  # {name, properties}
    roles: tuple[str, ...] | None = None  # whose hosts its guests are for; None: any


@record
class DeploymentView(Frozen):
    """A whole deployment."""

    target: str
    stack: str
    files: tuple[FileRead, ...]
    missing: tuple[MissingFile, ...]
    environments: tuple[Document, ...]  # in -e order
    parameters: Mapping[str, Value]  # parameter_defaults, merged
    stack_parameters: Mapping[str, Value]  # the section `parameters`, merged
    registry: Mapping[str, Value]
    roles: Mapping[str, RoleView]
    networks: Mapping[str, NetworkView]
    nic_configs: tuple[NicConfig, ...]
    flavors: tuple[FlavorNote, ...]
    hardware: tuple[Host, ...]  # () where no --hardware was given
    deploy: DeployCall | None = None
    roles_read: bool = False  # roles_data is among the files
    networks_read: bool = False
    planned: bool = False  # made from a plan
    provisioning: NetworkView | None = None  # ctlplane, which only an inventory tells of
    unusable: tuple[tuple[str, str], ...] = ()  # paths given that cannot be read, and why

    @cached_property
    def catalogue(self) -> ParameterCatalogue:
        """What the product declares."""
        return parameters(self.target)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What reading itself found: broken YAML, Jinja, placeholders."""
        return tuple(finding for file in self.files for finding in file.findings)

    @property
    def complete(self) -> bool:
        """Whether every file named was read: if not, what is missing here may be set there.
        The product's own templates do not count."""
        if any(finding.rule == UNCLEAR for finding in self.findings):
            return False
        unread = any(file.kind in {Kind.BROKEN, Kind.JINJA} for file in self.files)
        return not (unread or self.unusable) and all(file.product for file in self.missing)

    def of_kind(self, kind: Kind) -> Sequence[FileRead]:
        """The files of a kind, in the order read."""
        return [file for file in self.files if file.kind is kind]

    def declaration(self, name: str) -> HeatParameter | None:
        """What the product declares under a name, patterns filled with roles and networks of
        this deployment."""
        return self.catalogue.lookup(name, self.roles.keys(), self.networks.keys())

    def effective(self, role: str, name: str) -> Value | None:
        """The value that acts for a role: its own, where the product reads it from role
        parameters, over the global one. None: the product's default."""
        own = self.roles[role].parameters.get(name) if role in self.roles else None
        if own is not None and (self.planned or self._role_read(name)):
            return own
        return self.parameters.get(name)

    def _role_read(self, name: str) -> bool:
        declared = self.catalogue.lookup(name)
        return declared is not None and declared.role_read

    def network_fact(self, network: str, field: str) -> Value | None:
        """A fact of a network: the Heat parameter over network_data. `field` is a key of
        network_data: vlan, mtu, ip_subnet, allocation_pools, gateway_ip, routes."""
        name = NETWORK_PARAMETERS[field].format(network=network)
        if value := self.parameters.get(name):
            return value
        known = self.networks.get(network)
        return known.get(field) if known else None


NETWORK_PARAMETERS = {
    "vlan": "{network}NetworkVlanID",
    "mtu": "{network}Mtu",
    "ip_subnet": "{network}NetCidr",
    "allocation_pools": "{network}AllocationPools",
    "gateway_ip": "{network}InterfaceDefaultRoute",
    "routes": "{network}Routes",
}
"""Field of network_data -> the Heat parameter that wins over it."""
