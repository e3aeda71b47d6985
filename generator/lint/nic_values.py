"""Rules over the values in a nic-config: numbers, booleans, words, names."""

from collections.abc import Iterator

from generator.catalog.release import release
from generator.checks.wording import did_you_mean
from generator.deployment.types import ConfigObject, DeploymentView
from generator.deployment.values import Composed, Value
from generator.findings import Severity
from generator.lint.nic_types import BOOLEAN_WORDS, BOOLEANS, DPDK, INTEGERS, RANGES, TYPES, WORDS
from generator.lint.nics import called, few, number, replaced, spot, taken_default, text
from generator.lint.ruleset import Found, rule

_LONGEST = 15
_KERNEL_DEVICES = frozenset(
    {"interface", "linux_bond", "linux_bridge", "ovs_bridge", "ovs_user_bridge", "team",
     "linux_tap", "sriov_pf"}
)  # fmt: skip
_PASSED = ("IpSubnet", "NetworkVlanID", "InterfaceRoutes", "InterfaceDefaultRoute", "Mtu")
_ELSEWHERE = {
    ("contrail_vrouter_dpdk", "vlan_id"),  # takes text
    ("ovs_dpdk_port", "rx_queue"),  # rx-queue-invalid
    ("ovs_dpdk_bond", "rx_queue"),
}


def settings(view: DeploymentView) -> Iterator[tuple[ConfigObject, str, Value]]:
    """Every setting of every object that os-net-config reads, as (object, key, value)."""
    for config in view.nic_configs:
        for each in config.walk():
            kind = TYPES.get(each.type)
            for key, value in each.settings.items():
                if kind and key in kind.keys:
                    yield each, key, value


@rule("nic-number-type", Severity.ERROR)
def nic_number_type(view: DeploymentView) -> Iterator[Found]:
    """MTUs, queues, VLAN ids and counts are whole numbers, not text.

    Why: os-net-config ends in a Python TypeError on the node, half way through; a fraction
    is cut off.
    Fix: Take the quotes away, or declare the parameter with `type: number`.
    Source: os-net-config 11.5.0; measured.
    """
    for each, key, value in settings(view):
        content = value.content
        if key not in INTEGERS or (each.type, key) in _ELSEWHERE or taken_default(value):
            continue
        if value.known and (value.items or value.entries):
            what = "a list" if value.items else "a map"
            yield Found(value.at, f"{key} of {called(each)} is {what}", "write a whole number")
        if isinstance(content, str | float | bool):
            shown = f"'{content}'" if isinstance(content, str) else content
            plain = isinstance(content, str) and content.strip().isdecimal()
            declared = value.parameters[-1] if value.parameters else ""
            hint = f"write {key}: {content}" if plain else "write a whole number"
            if plain and declared:
                hint = f"declare {declared} with type: number in the template"
            at = spot(value) if declared and plain else value.at
            yield Found(at, f"{key} of {called(each)} is {shown}, not a whole number", hint)


@rule("nic-number-range", Severity.ERROR)
def nic_number_range(view: DeploymentView) -> Iterator[Found]:
    """VLAN ids, MTUs, queues and counts are in the range that kernel and Open vSwitch take.

    Why: os-net-config writes any number; the kernel then refuses the VLAN, and Open vSwitch
    falls back to one queue or to MTU 1500 with a line in its log.
    Fix: Write a number of the range.
    Source: IEEE 802.1Q; Open vSwitch 2.13; os-net-config 11.5.0, measured.
    """
    for each, key, value in settings(view):
        if key not in RANGES or taken_default(value):
            continue
        low, high = RANGES[key]
        content = number(value)
        if key == "rx_queue":
            low = min(content or 0, low)  # rx-queue-invalid tells of less than one
        if each.type == "sriov_vf" and key == "vlan_id":
            low = 0  # no VLAN
        if content is not None and not low <= content <= high:
            where = f"{called(each)} has {key} {content}"
            yield Found(value.at, where, f"write a number from {low} to {high}")


@rule("dpdk-mtu-range", Severity.ERROR)
def dpdk_mtu_range(view: DeploymentView) -> Iterator[Found]:
    """The MTU of a DPDK port is at most 9702.

    Why: Open vSwitch asks the card for two VLAN tags more, and the frame ends at 9728 bytes:
    above that it logs a warning, shows no error, and the port runs with 1500.
    Fix: Write 9702 or less.
    Source: Open vSwitch 2.13, mtu_request; measured.
    """
    most = release(view.target).limits.dpdk_mtu.value
    for each, key, value in settings(view):
        content = number(value) or 0
        if view.hardware:
            return  # mtu-above-card knows better
        if each.type in DPDK and key == "mtu" and most < content <= RANGES["mtu"][1]:
            yield Found(value.at, f"{called(each)} has mtu {content}", f"write {most} or less")


@rule("nic-boolean", Severity.ERROR)
def nic_boolean(view: DeploymentView) -> Iterator[Found]:
    """Switches such as use_dhcp are true or false.

    Why: os-net-config takes every other word for false.
    Fix: Write true or false.
    Source: os-net-config 11.5.0, schema.yaml; measured.
    """
    for each, key, value in settings(view):
        content = value.content
        if key not in BOOLEANS or isinstance(content, bool) or taken_default(value):
            continue
        word = isinstance(content, str) and content.lower() in BOOLEAN_WORDS
        if isinstance(content, str | int | float) and not word:
            yield Found(
                value.at, f"{key} of {called(each)} is {content!r}, neither true nor false",
                "write true or false",
            )  # fmt: skip


@rule("nic-word", Severity.ERROR)
def nic_word(view: DeploymentView) -> Iterator[Found]:
    """Keys with a closed list of values, such as link_mode, have one of them.

    Why: os-net-config refuses the configuration, and the node keeps the network that it
    booted with.
    Fix: Write one of the values in the hint.
    Source: os-net-config 11.5.0, schema.yaml.
    """
    for each, key, value in settings(view):
        word = text(value)
        if key in WORDS and word and word not in WORDS[key]:
            hint = did_you_mean(word, WORDS[key], f"write one of {', '.join(WORDS[key])}")
            yield Found(value.at, f"{key} of {called(each)} is {word}", hint)


@rule("device-name-too-long", Severity.ERROR)
def device_name_too_long(view: DeploymentView) -> Iterator[Found]:
    """The name of a kernel device has 15 characters at most.

    Why: os-net-config writes the file, and the kernel refuses the device.
    Fix: Shorten the name.
    Source: Linux IFNAMSIZ; os-net-config 11.5.0, measured.
    """
    for each, key, value in settings(view):
        name = text(value)
        if key != "name" or each.type not in _KERNEL_DEVICES or not name:
            continue
        if len(name) > _LONGEST and not replaced(name):
            yield Found(
                value.at, f"the name {name} has {len(name)} characters; the kernel takes 15",
                f"shorten it to 15 characters, such as {name[:_LONGEST].rstrip('-_.')}",
            )  # fmt: skip


@rule("nic-name-blank", Severity.ERROR)
def nic_name_blank(view: DeploymentView) -> Iterator[Found]:
    """The name of a device holds neither blanks nor slashes.

    Why: The network scripts take the name from a file's name and from a shell variable: a
    blank splits it, and the kernel refuses a slash.
    Fix: Write the name that `ip link` shows.
    Source: Linux, dev_valid_name.
    """
    for each, key, value in settings(view):
        name = text(value)
        if key in {"name", "device"} and name and (set(name) & set(" \t/")):
            hint = f"write {name.strip()}" if name.strip() != name else "write one name"
            yield Found(value.at, f"{key} of {called(each)} is {name!r}", hint)


@rule("nic-single-quote", Severity.ERROR)
def nic_single_quote(view: DeploymentView) -> Iterator[Found]:
    """No value of a nic-config holds a single quote.

    Why: The product's script hands the whole configuration over between single quotes: one
    more ends it there, and the script fails on the node.
    Fix: Leave the quote out, or use double quotes.
    Source: tripleo-heat-templates (Train), network/scripts/run-os-net-config.sh.
    """
    for config in view.nic_configs:
        for each in config.walk():
            for key, value in each.settings.items():
                for part in _texts(value):
                    quoted = f"{key} of {called(each)} holds a single quote"
                    yield Found(part.at, quoted, "leave it out, or write a double quote")


def _texts(value: Value) -> Iterator[Value]:
    content = value.content
    pieces = content.parts if isinstance(content, Composed) else (content,)
    if any(isinstance(piece, str) and "'" in piece for piece in pieces):
        yield value
    for part in value.parts():
        yield from _texts(part)


@rule("nic-parameter-undeclared", Severity.ERROR)
def nic_parameter_undeclared(view: DeploymentView) -> Iterator[Found]:
    """Every get_param of a nic-config names a parameter that the template declares.

    Why: Heat's check before a deployment lets it pass, and creating the stack fails.
    Fix: Declare it under `parameters`, or correct the name.
    Source: Heat (Train), get_param; tripleo-heat-templates, values passed to nic-configs.
    """
    for config in view.nic_configs:
        inside = (value for each in config.walk() for value in each.settings.values())
        for value in (*config.unresolved, *inside):
            for part in _undeclared(value):
                name = str(getattr(part.content, "name", ""))
                declare = f"declare {name} under parameters"
                passed = name.endswith(_PASSED) or view.catalogue.lookup(name)
                hint = declare if passed else did_you_mean(name, few(config.declared), declare)
                message = f"the template declares no parameter {name}"
                yield Found(spot(part), message, hint)


def _undeclared(value: Value) -> Iterator[Value]:
    if getattr(value.content, "kind", "") == "undeclared" and value.parameters:
        yield value
    for part in value.parts():
        yield from _undeclared(part)
