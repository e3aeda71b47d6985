"""Apply one network_config with the real os-net-config on a fake node.

Reads {"network_config": [...], "nics": {name: {mac, pci, driver}}} from stdin and
prints one JSON report. Runs with the interpreter of the os-net-config environment.
"""

import json
import os
import sys
import tempfile

import mutations
from runner import Runner


def main():
    request = json.load(sys.stdin)
    # Every run makes a few hundred small files: in memory that takes a quarter of the time.
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="node-", dir=memory) as scratch:
        runner = Runner(os.path.realpath(scratch), request["nics"])
        report = runner.run(request["network_config"])
        report["dropped"] = []
        if report["error"] is None:
            report["dropped"] = mutations.dropped(runner, request["network_config"], report)
    json.dump(report, sys.stdout)


if __name__ == "__main__":
    main()
