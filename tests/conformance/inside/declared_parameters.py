"""What tripleo-heat-templates declare, rendered for their own roles and networks.

    declared_parameters.py THT CACHE

Prints {name: {"types": [...], "deprecated": bool, "role_read": bool}} as JSON. Runs with
the interpreter of the Heat environment.
"""

import json
import os
import sys

import tree


def main(tht, cache):
    roles, networks = (os.path.join(tht, f"{name}_data.yaml") for name in ("roles", "network"))
    _, facts = tree.processed(tht, roles, networks, cache)
    found = {}
    for name, declarations in facts.declared.items():
        # Templates of the project's own CI are none of a deployment's.
        types = {each.schema.get("type") for each in declarations if each.where[:3] != "ci/"}
        if types:
            found[name] = {
                "types": sorted(map(str, types)),
                "deprecated": name in facts.deprecated,
                "role_read": bool(facts.read_by_role.get(name)),
            }
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
