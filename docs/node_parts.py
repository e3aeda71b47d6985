"""The generated parts of docs/nodes.md: what becomes of the nodes of an example."""

import json

from readme_parts import Part, Setting, block

FOLDER = "examples/two-profiles"


def entry(found: Setting) -> str:
    """The machine intel-1 in the registration file."""
    found.nfvgen("nodes", f"{FOLDER}/inventory.yaml", "-o", "nodes.json")
    nodes = json.loads("\n".join(found.lines("nodes.json")))["nodes"]
    own = next(node for node in nodes if node["name"] == "intel-1")
    return block(json.dumps(own, indent=2).splitlines(), "json")


def logins(found: Setting) -> str:
    """The file with the logins, without its first comment, which is for editors."""
    return block(found.lines(f"{FOLDER}/bmc-login.yaml")[2:], "yaml")


def node_info(found: Setting) -> str:
    """What the role ComputeNfvIntel has in environments/node-info.yaml, without reasons."""
    found.nfvgen("generate", f"{FOLDER}/inventory.yaml", "-o", "two")
    lines = [each for each in found.lines("two/environments/node-info.yaml") if "# " not in each]
    wanted, kept = [], False
    for line in lines:
        if line.startswith("  ") and not line.startswith("   "):
            kept = "ComputeNfvIntel" in line or "HostnameMap" in line
        if kept and not (line.startswith("    overcloud-") and "nfvintel" not in line):
            wanted.append(line)
    return block(["parameter_defaults:", *wanted], "yaml")


NODE_PARTS: dict[str, Part] = {"logins": logins, "entry": entry, "node-info": node_info}
