"""Read pytest's JUnit report: no conformance test may have been skipped or left out."""

import sys
import xml.etree.ElementTree as ElementTree


def main(path: str) -> int:
    """Print the verdict; the exit code says whether it is good."""
    cases = [
        case
        for case in ElementTree.parse(path).iter("testcase")
        if ".conformance." in f".{case.get('classname')}."
    ]
    skipped = [case.get("name") for case in cases if case.find("skipped") is not None]
    for name in skipped:
        print(f"skipped: {name}")  # noqa: T201
    print(f"conformance: {len(cases)} tests, {len(skipped)} skipped")  # noqa: T201
    return 0 if cases and not skipped else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
