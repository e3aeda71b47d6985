"""What the findings of the reading mean, each with an example.

An example of the schema is an excerpt of an inventory, one of YAML a whole file.
tests/test_rule_docs.py holds them against what the reading finds.
"""

from typing import NamedTuple

from generator.findings import Severity


class Entry(NamedTuple):
    """The requirement, the remedy, and what breaks and keeps it."""

    title: str
    fix: str
    wrong: str
    right: str
    why: str = ""
    severity: Severity = Severity.ERROR


_SITE = "site: {name: lab, dns_servers: [192.168.120.2], ntp_servers: [%s]}"
_LINKS = "roles: {CephStorage: {links: [%s]}}"
_TENFOLD = ("[1, 1, 1, 1, 1, 1, 1, 1, 1, 1]", *(f"[{', '.join(['*' + a] * 10)}]" for a in "abcde"))

SCHEMA = {
    "empty": Entry(
        "A list, mapping or text that has to hold something is not empty.",
        "Write the value, or remove the key if it may be left out.",
        _SITE % "", _SITE % "192.168.120.2",
    ),
    "enum": Entry(
        "A value is one of those that the schema lists.",
        "Write one of the values of the hint.",
        "site: {neutron: ovsdpdk}", "site: {neutron: ovs}",
    ),
    "format": Entry(
        "A text has the form of what it stands for: an address, a size, a list of CPUs.",
        "Write it as the example of the hint.",
        "flavors: {nfv: {ram: 8 gigs}}", "flavors: {nfv: {ram: 8 GiB}}",
    ),
    "maximum": Entry(
        "A number is at most what the schema allows.",
        "Write a smaller number.",
        "networks: {Storage: {vlan: 4095}}", "networks: {Storage: {vlan: 170}}",
    ),
    "minimum": Entry(
        "A number is at least what the schema allows.",
        "Write a larger number.",
        "networks: {Storage: {vlan: 0}}", "networks: {Storage: {vlan: 170}}",
    ),
    "name": Entry(
        "A key of your choice is a name that those who read it later accept.",
        "Rename it as the hint says.",
        "flavors: {'nfv flavor/1': {vcpus: 4, ram: 8 GiB, disk: 20 GiB}}",
        "flavors: {nfv.1: {vcpus: 4, ram: 8 GiB, disk: 20 GiB}}",
    ),
    "not-allowed": Entry(
        "A key stands only where it acts.",
        "Remove it, or write what it belongs to, as the hint says.",
        _LINKS % "{ports: [eno1], bridge: br-ex, networks: [ctlplane]}",
        _LINKS % "{ports: [eno1], networks: [ctlplane]}",
    ),
    "pattern": Entry(
        "A text is written as its kind demands.",
        "Write it as the hint says.",
        "physical_networks: {physext: {bridge: br ex}}",
        "physical_networks: {physext: {bridge: br-ex}}",
    ),
    "required": Entry(
        "Every key without a default is written.",
        "Add the key of the message.",
        "flavors: {small: {vcpus: 4, ram: 8 GiB}}",
        "flavors: {small: {vcpus: 4, ram: 8 GiB, disk: 20 GiB}}",
    ),
    "too-many": Entry(
        "A list has no more items than its reader takes.",
        "Remove items, as the hint says.",
        _LINKS % "{ports: [eno1, eno2], networks: [ctlplane]}",
        _LINKS % "{ports: [eno1], networks: [ctlplane]}",
    ),
    "twice": Entry(
        "An item stands once in its list.",
        "Remove one of the two.",
        "site: {ntp_servers: [192.168.120.2, 192.168.120.2]}",
        "site: {ntp_servers: [192.168.120.2, 192.168.120.3]}",
    ),
    "type": Entry(
        "A value is of the kind that the schema demands: text, number, list, mapping.",
        "Write it as the hint says; YAML reads some words as something else than they look like.",
        "flavors: {nfv: {vcpus: four}}", "flavors: {nfv: {vcpus: 4}}",
    ),
    "unknown-key": Entry(
        "Every key is one that the schema has.",
        "Correct the spelling, or remove the key.",
        "site: {dns_server: [192.168.120.2]}", "site: {dns_servers: [192.168.120.2]}",
    ),
}  # fmt: skip

YAML = {
    "alias-bomb": Entry(
        "Aliases do not multiply a file beyond reason.",
        "Write the values out.",
        "".join(f"{a}: &{a} {row}\n" for a, row in zip("abcdef", _TENFOLD, strict=True)),
        "a: &a [1]\nb: *a\n",
    ),
    "bracket": Entry(
        "Every bracket is closed by its own kind.",
        "Close it, or put quotes around a value that is text.",
        "cpus: [1, 2\nmode: x\n", "cpus: [1, 2]\nmode: x\n",
    ),
    "character": Entry(
        "Characters are printable, and no value begins with one that YAML keeps for itself.",
        "Remove the character, or put quotes around the value.",
        "name: @lab\n", "name: '@lab'\n",
    ),
    "colon": Entry(
        "A key is followed by a colon and a space, and there is one of them in a line.",
        "Write 'key: value', or quotes around a value with colons.",
        "name: lab: a\n", "name: 'lab: a'\n",
    ),
    "comma": Entry(
        "Values inside brackets are separated by commas.",
        "Put a comma between them.",
        "a: {b: [1] c: 2}\n", "a: {b: [1], c: 2}\n",
    ),
    "directive": Entry(
        "A file has no % directive.",
        "Remove the line.",
        "%YAML 1.1\n---\na: 1\n", "a: 1\n",
    ),
    "documents": Entry(
        "A file holds one document.",
        "Keep one of them.",
        "a: 1\n---\nb: 2\n", "a: 1\nb: 2\n",
    ),
    "duplicate-key": Entry(
        "A key stands once in its mapping.",
        "Keep one of the two.",
        "vlan: 1\nvlan: 2\n", "vlan: 2\n",
    ),
    "empty": Entry(
        "A file that is named holds something.",
        "Write its keys.",
        "", "a: 1\n",
    ),
    "escape": Entry(
        "In double quotes a backslash begins an escape that YAML knows.",
        "Use single quotes, or write two backslashes.",
        'a: "C:\\windows"\n', "a: 'C:\\windows'\n",
    ),
    "indentation": Entry(
        "Keys of one mapping begin in one column, deeper than what they belong to.",
        "Align the line with its neighbours.",
        "site:\n  name: lab\n    target: x\n", "site:\n  name: lab\n  target: x\n",
    ),
    "key": Entry(
        "Every key is a word or number.",
        "Write the key, or put quotes around a text that begins with a colon.",
        "{[1]: a}\n", "{b: a}\n",
    ),
    "merge": Entry(
        "What << merges is a mapping, or a list of mappings.",
        "Name an anchor of a mapping.",
        "a: {<<: 1}\n", "b: &b {c: 1}\na: {<<: *b}\n",
    ),
    "nesting": Entry(
        "Values are not nested beyond reason.",
        "Write it flatter.",
        f"a: {'[' * 51}1{']' * 51}\n", "a: [[1]]\n",
    ),
    "number": Entry(
        "A number is one that every reader can hold.",
        "Correct it, or put quotes around a text.",
        "vlan: 0130\n", "vlan: 130\n",
    ),
    "quote": Entry(
        "A quote that begins a value ends it.",
        "Put the quotes around the whole value.",
        "a: 'b' c\n", "a: 'b c'\n",
    ),
    "recursive-alias": Entry(
        "No value holds itself.",
        "Write the value out.",
        "a: &a [*a]\n", "a: &a [1]\n",
    ),
    "syntax": Entry(
        "A file is YAML.",
        "Mend what the message points at.",
        "a: & b\n", "a: '& b'\n",
    ),
    "tab": Entry(
        "A line is indented with spaces.",
        "Replace the tab.",
        "a:\n\tb: 1\n", "a:\n  b: 1\n",
    ),
    "tag": Entry(
        "Values carry no tags beyond those of YAML itself.",
        "Remove the tag.",
        "a: !vault x\n", "a: x\n",
    ),
    "top-level": Entry(
        "A file begins with keys.",
        "Begin with 'key: value'.",
        "- a\n", "a: 1\n",
    ),
    "unknown-alias": Entry(
        "An alias repeats an anchor that stands before it.",
        "Set the anchor, or put quotes around a text that begins with an asterisk.",
        "a: *b\n", "a: '*b'\n",
    ),
}  # fmt: skip

FILES = {
    "jinja": Entry(
        "A file of the deployment is what the deployment reads, not a template of it.",
        "Lint the rendered file.",
        "", "",
        "What the template will say is not known, so the file is left out.",
        Severity.WARNING,
    ),
    "placeholder": Entry(
        "No placeholder is left in a value.",
        "Write the value that belongs there.",
        "", "",
        "The deployment takes the placeholder for the value.",
    ),
    "missing": Entry(
        "Every file that is named exists.",
        "Correct the path, or give the file too.",
        "", "",
        "The deployment stops at it; here it is left out. As what it sets is not known, rules "
        "about what nothing sets or declares are silent as long as it is missing.",
        Severity.WARNING,
    ),
    "unclear-argument": Entry(
        "The paths of a deploy command can be told from the script.",
        "Give the file itself to lint as well.",
        "", "",
        "A path that the script computes is known only when it runs. As what it sets is not "
        "known, rules about what nothing sets or declares are silent.",
        Severity.INFO,
    ),
    "unreadable": Entry(
        "Every file of a folder can be read as text.",
        "Correct its mode or its encoding, or take it out of the folder.",
        "", "",
        "It is left out, and so is what it would have set.",
    ),
    "nothing-to-lint": Entry(
        "Among the paths that lint is given is a file of a deployment.",
        "Name environment files, nic-configs, roles_data, network_data or a deploy script.",
        "", "",
        "A run that read nothing finds nothing, and would pass for one over faultless files.",
        Severity.WARNING,
    ),
    "inventory": Entry(
        "What lint is given is no inventory of nfvgen.",
        "Run nfvgen validate on it; with --hardware it tells the machines.",
        "", "",
        "An inventory has rules of its own, which lint does not run.",
        Severity.WARNING,
    ),
    "of-deployment": Entry(
        "What validate is given is an inventory.",
        "Run nfvgen lint on the files of a deployment.",
        "", "",
        "None of its keys would be one of an inventory.",
    ),
}  # fmt: skip
