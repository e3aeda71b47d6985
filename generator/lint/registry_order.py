"""Rules over what files passed later do to the registry and to lists that several set."""

import re
from collections.abc import Iterator

from generator.deployment.call import Argument
from generator.deployment.types import DeploymentView
from generator.deployment.values import Value
from generator.findings import Location, Severity
from generator.lint.product_order import in_order, order_of, place_of
from generator.lint.ruleset import Found, rule
from generator.lint.scope import deployed, is_dpdk, texts

_NIC_CONFIG = re.compile(r"OS::TripleO::\w+::Net::SoftwareConfig")
_PORT = re.compile(r"OS::TripleO::\w+::Ports::\w+Port")
_ISOLATION = re.compile(r".*environments/network-isolation[\w-]*\.yaml")
_FROM_POOL = re.compile(r".*environments/ips-from-pool[\w-]*\.yaml")


@rule("nic-config-taken-back", Severity.ERROR)
def nic_config_taken_back(view: DeploymentView) -> Iterator[Found]:
    """A file of the product that maps sample nic-configs comes before one's own.

    Why: It maps every role to a sample; passed later, it takes the nic-config of one's own
    back without a word.
    Fix: Pass it before the file that maps the nic-config, or leave it out.
    Source: tripleo-heat-templates 11.6.0, environments/network-environment.j2.yaml, net-*.
    """
    samples = [each for each in in_order(view) if each.environment.samples]
    order = order_of(view) if samples else {}
    for key, value in view.registry.items():
        place = order.get(value.at.document.file)
        if place is not None and _NIC_CONFIG.fullmatch(key) and place < samples[-1].order:
            path = samples[-1].environment.path
            yield Found(
                value.at.key,
                f"the product's {path}, which is passed later, maps a sample nic-config instead",
                f"pass environments/{path} before this file, or leave it out",
                tuple(found for found in [place_of(samples[-1])] if found),
            )  # fmt: skip


@rule("ports-taken-back", Severity.WARNING)
def ports_taken_back(view: DeploymentView) -> Iterator[Found]:
    """network-isolation.yaml comes before the files that map ports of their own.

    Why: It maps the ports of every role on every network; passed later, it takes ports from a
    pool, and those that are switched off, back.
    Fix: Pass network-isolation.yaml first.
    Source: tripleo-heat-templates 11.6.0, environments/network-isolation.j2.yaml.
    """
    if view.deploy is None:
        return
    before: list[str] = []
    for argument in view.deploy.environments:
        if _ISOLATION.fullmatch(argument.path) and before:
            yield Found(
                argument.location,
                f"it takes the ports back that {before[0]} maps before it",
                f"pass it before {before[0]}",
            )
        elif _FROM_POOL.fullmatch(argument.path) or _maps_ports(view, argument):
            before.append(argument.path)


def _maps_ports(view: DeploymentView, argument: Argument) -> bool:
    """Whether a file of one's own maps ports of roles."""
    return any(
        _PORT.fullmatch(key)
        for file in view.files
        if file.named_by == argument.location and file.document
        for key in _registry(file.document.data)
    )


def _registry(data: object) -> list[str]:
    written = data.get("resource_registry") if isinstance(data, dict) else None
    return [str(key) for key in written] if isinstance(written, dict) else []


@rule("dpdk-service-off", Severity.ERROR)
def dpdk_service_off(view: DeploymentView) -> Iterator[Found]:
    """With a DPDK role the service for DPDK is not mapped to OS::Heat::None.

    Why: The service is dropped from the role: Open vSwitch runs without DPDK, user bridges
    stay dead, and the parameters for PMD threads and memory have no effect.
    Fix: Remove the line, or take the service off the role.
    Source: tripleo-heat-templates 11.6.0, services mapped to OS::Heat::None.
    """
    value = view.registry.get("OS::TripleO::Services::ComputeNeutronOvsDpdk")
    if value is None or value.content != "OS::Heat::None":
        return
    place = order_of(view).get(value.at.document.file, 0)
    if any(each.environment.dpdk and each.order > place for each in in_order(view)):
        return
    for role in deployed(view):
        if is_dpdk(role):
            yield Found(
                value.at.key, f"ComputeNeutronOvsDpdk is switched off, and {role.name} needs it",
                "remove the line",
            )  # fmt: skip


@rule("product-list-replaced", Severity.WARNING)
def product_list_replaced(view: DeploymentView) -> Iterator[Found]:
    """Where files of the product set one list, each its own way, the last has all that the
    roles need.

    Why: Lists are replaced, not joined. The DPDK file brings NUMATopologyFilter without
    PciPassthroughFilter, the SR-IOV file the reverse; a plugin file after the SR-IOV file
    drops its driver.
    Fix: Set the whole list in a file of your own, after the product's.
    Source: tripleo-heat-templates 11.6.0, environments/services.
    """
    kinds = {each.name for each in deployed(view) if is_dpdk(each)}
    sriov = {each.name for each in deployed(view) if each.has("NeutronSriovAgent")}
    wanted = (
        ("NovaSchedulerDefaultFilters", "NUMATopologyFilter", kinds),
        ("NovaSchedulerDefaultFilters", "PciPassthroughFilter", sriov),
        ("NeutronMechanismDrivers", "sriovnicswitch", sriov),
    )
    for name, item, roles in wanted:
        setting = [each for each in in_order(view) if name in each.environment.parameters]
        place = place_of(setting[-1]) if setting and _own(view, name) is None and roles else None
        lists = [_listed(each.environment.parameters[name]) for each in setting]
        if place is None or item in lists[-1] or not any(item in each for each in lists):
            continue
        whole = [*([item] if item.islower() else []), *lists[-1]]
        whole += [] if item in whole else [item]
        yield Found(
            place,
            f"{setting[-1].environment.path} sets {name} without {item}, which "
            f"{sorted(roles)[0]} needs",
            f"write {name}: [{', '.join(whole)}] in a file of your own",
            tuple(
                found for each, items in zip(setting, lists, strict=True)
                if item in items and isinstance(found := place_of(each), Location)
            ),
        )  # fmt: skip


def _own(view: DeploymentView, name: str) -> Value | None:
    value = view.parameters.get(name)
    return value if value is not None and texts(value) else None


def _listed(data: object) -> list[str]:
    written = data if isinstance(data, list) else str(data).split(",")
    return [str(item).strip() for item in written]
