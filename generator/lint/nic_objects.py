"""Rules over the objects of a nic-config: types, keys, members."""

from collections.abc import Iterator

from generator.checks.wording import did_you_mean, listed
from generator.deployment.types import ConfigObject, DeploymentView
from generator.deployment.values import At
from generator.findings import Path, Severity
from generator.lint.nic_types import COMMON, DPDK, LATER_DPDK, OF_OTHERS, TYPES, ObjectType
from generator.lint.nics import called, literal, members_known, spot, unknown_members, written
from generator.lint.ruleset import Found, rule
from generator.reading.yaml_nodes import Mapping, Node, Scalar, Sequence

_BRIDGES = frozenset({"ovs_bridge", "ovs_user_bridge", "linux_bridge"})
_BOND_KEYS = {"ovs_options": "bonding_options", "bonding_options": "ovs_options"}


def _known(view: DeploymentView) -> Iterator[tuple[ConfigObject, ObjectType]]:
    """Every object of a type that os-net-config has."""
    for config in view.nic_configs:
        for each in config.walk():
            if each.type in TYPES:
                yield each, TYPES[each.type]


@rule("nic-object-type", Severity.ERROR)
def nic_object_type(view: DeploymentView) -> Iterator[Found]:
    """Every object of a nic-config has a type that os-net-config knows.

    Why: A deployment only logs a warning and drops the object with everything inside of it;
    of a `type` that stands nowhere it does not even log the name.
    Fix: Write the type that the hint names.
    Source: os-net-config 11.5.0, schema and objects.
    """
    for config in view.nic_configs:
        for each in config.walk():
            if each.type in TYPES:
                continue
            at = each.at.step("type") if each.type else each.at
            if each.type:
                near = did_you_mean(each.type, TYPES, "see its list of object types")
                other = OF_OTHERS.get(each.type) or _bridge_of(each)
                hint = f"write type: {other}" if other else near
                yield Found(at, f"os-net-config has no object type {each.type}", hint)
            elif not literal(each):
                yield Found(
                    at, "an object has no type and would be dropped", "write type: interface ..."
                )


def _bridge_of(each: ConfigObject) -> str | None:
    """The one type that takes members which are DPDK ports or bonds."""
    ports = each.members and all(member.type in DPDK for member in each.members)
    return "ovs_user_bridge" if ports and "bridge" in each.type else None


@rule("nic-key-unknown", Severity.ERROR)
def nic_key_unknown(view: DeploymentView) -> Iterator[Found]:
    """An object has only keys that its type takes.

    Why: A deployment only logs a warning and drops the key: the bond gets no options, the
    port one queue, as if the line were not there.
    Fix: Correct the name, or move the key to the object that takes it.
    Source: os-net-config 11.5.0, schema.yaml; measured.
    """
    for each, kind in _known(view):
        for key, value in each.settings.items():
            if key not in kind.keys:
                yield Found(
                    spot(value).key, f"{called(each)} takes no key {key}: it is dropped",
                    _key_hint(each, key, kind),
                )  # fmt: skip


def _key_hint(each: ConfigObject, key: str, kind: ObjectType) -> str:
    if key in LATER_DPDK and each.type in DPDK:
        names = [member.name for member in each.walk() if member.type == "ovs_dpdk_port"]
        lines = listed(f"set Interface {name} options:{LATER_DPDK[key]}=..." for name in names)
        return f"write ovs_extra: {lines}" if names else "write it as ovs_extra"
    other = _BOND_KEYS.get(key, "")
    if other in kind.keys:
        syntax = "bond_mode=..." if other == "ovs_options" else "mode=..."
        return f"write {other} with {syntax}: the options of a {each.type} stand there"
    inner = [member for member in each.walk() if member is not each]
    takers = [member for member in inner if key in TYPES.get(member.type, kind).keys - COMMON]
    otherwise = f"write it on {called(takers[0])}" if takers else "remove it"
    return did_you_mean(key, sorted(kind.keys), otherwise)


@rule("nic-key-missing", Severity.ERROR)
def nic_key_missing(view: DeploymentView) -> Iterator[Found]:
    """An object has the keys that its type requires.

    Why: os-net-config refuses the whole configuration, and the node is left with the
    network that it booted with.
    Fix: Write the key.
    Source: os-net-config 11.5.0, schema.yaml and object model.
    """
    for each, kind in _known(view):
        if not literal(each):
            continue
        for key in kind.required:
            if key not in each.settings:
                yield Found(
                    each.at.step("type"), f"{called(each)} has no {key}", f"write {key}: ..."
                )


@rule("nic-members", Severity.ERROR)
def nic_members(view: DeploymentView) -> Iterator[Found]:
    """Bonds and DPDK ports have a list of members, and a DPDK port exactly one.

    Why: os-net-config refuses a DPDK port without its one interface and members that are no
    list, and crashes over a DPDK bond without any.
    Fix: List the members; give each DPDK port an object of its own.
    Source: os-net-config 11.5.0; measured.
    """
    for config in view.nic_configs:
        unknown = unknown_members(config)
        for each in config.walk():
            kind = TYPES.get(each.type)
            if kind and kind.members is not None and members_known(each, unknown):
                yield from _members(each)


def _members(each: ConfigObject) -> Iterator[Found]:
    node = written(each, "members")
    key = each.at.step("members").key
    if (isinstance(node, Mapping) and len(node.entries) > 1) or _plain(node):
        yield Found(key, f"members of {called(each)} is no list", "put a dash before each member")
    elif not each.members and not isinstance(node, Mapping) and each.type not in _BRIDGES:
        at = each.at.step("type") if node is None else key
        hint = "list the members" if each.type != "ovs_dpdk_port" else "write its one interface"
        yield Found(at, f"{called(each)} has no members", hint)
    elif each.type == "ovs_dpdk_port" and len(each.members) > 1:
        names = listed(member.name or member.type for member in each.members)
        hint = "give each interface an ovs_dpdk_port of its own, in an ovs_dpdk_bond"
        yield Found(key, f"{called(each)} has the members {names}; it takes one", hint)


@rule("bridge-without-members", Severity.WARNING)
def bridge_without_members(view: DeploymentView) -> Iterator[Found]:
    """A bridge has members.

    Why: os-net-config warns and makes it: nothing on it leaves the node.
    Fix: List the ports or bonds that lead out, or remove the bridge.
    Source: os-net-config 11.5.0, schema.yaml; measured.
    """
    for config in view.nic_configs:
        unknown = unknown_members(config)
        for each in config.walk():
            bare = each.type in _BRIDGES and not each.members and members_known(each, unknown)
            node = written(each, "members") if bare else None
            if bare and not isinstance(node, Mapping) and not _plain(node):
                yield Found(
                    each.at.step("type"), f"{called(each)} has no members", "list the members"
                )


def _plain(node: object) -> bool:
    return isinstance(node, Scalar) and bool(node.text)


@rule("nic-member-type", Severity.ERROR)
def nic_member_type(view: DeploymentView) -> Iterator[Found]:
    """The members of an object are of types that it takes.

    Why: os-net-config refuses a DPDK bond of plain interfaces; a DPDK port in a kernel
    bridge, or a Linux bond in a user bridge, is written and never works.
    Fix: Use the member type that the hint names.
    Source: os-net-config 11.5.0, schema.yaml; measured.
    """
    for each, kind in _known(view):
        for member in each.members:
            taken = kind.members or ()
            if member.type in TYPES and member.type not in taken:
                yield Found(
                    member.at.step("type"),
                    f"{called(each)} takes no {member.type} as member",
                    _member_hint(each, member, taken),
                )


def _member_hint(each: ConfigObject, member: ConfigObject, taken: tuple[str, ...]) -> str:
    if each.type == "ovs_dpdk_bond" and member.type == "interface":
        return f"put {member.name or 'the interface'} into an ovs_dpdk_port of its own"
    if each.type == "ovs_bridge" and member.type in DPDK:
        return f"make {each.name or 'the bridge'} an ovs_user_bridge"
    if each.type == "ovs_user_bridge" and member.type in {"linux_bond", "sriov_pf", "sriov_vf"}:
        return "use ovs_dpdk_bond and ovs_dpdk_port, or make it an ovs_bridge"
    return f"it takes {listed(taken)}" if taken else "move it out, to the list it belongs to"


@rule("nic-objects-none", Severity.WARNING)
def nic_objects_none(view: DeploymentView) -> Iterator[Found]:
    """The network_config of a template has objects.

    Why: os-net-config then configures nothing, and the node keeps no address.
    Fix: List the objects.
    Source: os-net-config 11.5.0, schema.yaml.
    """
    for config in view.nic_configs:
        if config.objects or config.unresolved or view.planned:
            continue
        for path in _empty(config.document.root, ()):
            at = At(config.document, path, on_key=True)
            yield Found(at, "network_config is empty", "list the objects that the role needs")


def _empty(node: Node, path: Path) -> Iterator[Path]:
    """The places of `network_config` without content."""
    for key, (_, value) in node.entries.items() if isinstance(node, Mapping) else ():
        nothing = isinstance(value, Sequence) and not value.items
        if key == "network_config" and (nothing or isinstance(value, Scalar)):
            yield (*path, key)
        else:
            yield from _empty(value, (*path, key))
    for index, item in enumerate(node.items if isinstance(node, Sequence) else ()):
        yield from _empty(item, (*path, index))


@rule("dpdk-outside-bridge", Severity.ERROR)
def dpdk_outside_bridge(view: DeploymentView) -> Iterator[Found]:
    """DPDK ports and bonds stand inside an ovs_user_bridge.

    Why: os-net-config writes OVS_BRIDGE=None for one that stands alone, and ovs-vsctl
    refuses it while the interfaces are brought up.
    Fix: Put it among the members of an ovs_user_bridge.
    Source: os-net-config 11.5.0; measured with Open vSwitch 2.13.
    """
    for config in view.nic_configs:
        for each, owners in config.nested():
            if each.type in DPDK and not owners:
                yield Found(
                    each.at.step("type"), f"{called(each)} stands outside of any bridge",
                    "make it a member of an ovs_user_bridge",
                )  # fmt: skip
