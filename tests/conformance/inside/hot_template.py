"""A Heat template in, what Heat's parser and its resources' schemas say of it out."""

import json
import sys

import heat_engine
import yaml
from heat.common import exception


def main():
    text = sys.stdin.read()
    problems, resources = [], {}
    try:
        stack = heat_engine.Heat().build(yaml.safe_load(text), {}, {}, "flavors", strict=True)
        stack.validate()
        for name, resource in stack.resources.items():
            resource.properties.validate()
            resources[name] = {
                "type": resource.type(),
                "properties": {key: resource.properties[key] for key in resource.properties},
            }
    except (exception.HeatException, ValueError, KeyError) as error:
        problems.append(f"{type(error).__name__}: {error}")
    json.dump({"problems": problems, "resources": resources}, sys.stdout, default=str)


if __name__ == "__main__":
    main()
