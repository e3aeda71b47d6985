"""A file of nodes through the registration of tripleo-common, without an Ironic.

    python register_nodes.py FILE TRIPLEO_COMMON

Prints what was refused, or what Ironic would have been asked to create.
"""

import json
import sys
import types


class Client:
    """Ironic's client as tripleo-common uses it: it has no node yet, and takes every one."""

    def __init__(self):
        self.nodes = {}
        self.node = types.SimpleNamespace(
            list=lambda **_: [], create=self._create_node, validate=self._validate, delete=None
        )
        self.port = types.SimpleNamespace(create=self._create_port)

    def _create_node(self, **fields):
        self.nodes[fields["name"]] = {**fields, "ports": []}
        return types.SimpleNamespace(uuid=fields["name"])

    def _create_port(self, address, node_uuid, **_):
        self.nodes[node_uuid]["ports"].append(address)

    def _validate(self, _):
        return types.SimpleNamespace(power={"result": True})


def main():
    path, tripleo_common = sys.argv[1:]
    sys.path.insert(0, tripleo_common)
    # Of the client only the name of an exception is used, by a function that is not called.
    sys.modules["ironicclient"] = types.SimpleNamespace(exceptions=types.SimpleNamespace())
    from tripleo_common import exception
    from tripleo_common.utils import nodes

    with open(path, encoding="utf-8") as stream:
        entries = json.load(stream)["nodes"]
    client, refused = Client(), ""
    try:
        nodes.validate_nodes(entries)
        nodes.register_all_nodes(entries, client)
    except exception.InvalidNode as error:
        refused = str(error)
    json.dump({"refused": refused, "nodes": client.nodes}, sys.stdout)


main()
