"""Load a profile with tuned's own code, no daemon and no D-Bus.

usage: load_tuned_profile.py PROFILE FOLDER...    folders as tuned looks through them, last first

Prints the options of its units as JSON. With SCRIPT_ACTION set, tuned's plugin calls the
profile's scripts with that argument too, and the answer is printed with the rest.
"""

import json
import os
import sys

from tuned.plugins.plugin_script import ScriptPlugin
from tuned.profiles import Factory, Loader, Locator, Merger
from tuned.profiles.variables import Variables
from tuned.utils.global_config import GlobalConfig


def main():
    name, *folders = sys.argv[1:]
    variables = Variables()
    loader = Loader(Locator(folders), Factory(), Merger(), GlobalConfig(), variables)
    profile = loader.load([name])
    found = {
        "options": dict(profile.options),
        "units": {unit: dict(each.options) for unit, each in profile.units.items()},
    }
    if action := os.environ.get("SCRIPT_ACTION"):
        plugin = ScriptPlugin.__new__(ScriptPlugin)
        plugin._variables = variables
        found["called"] = plugin._call_scripts(profile.units["script"].options["script"], [action])
    print(json.dumps(found))


main()
