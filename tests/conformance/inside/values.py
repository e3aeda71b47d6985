"""Whether a value fits the declarations of its parameter, as Heat sees it and beyond."""

import re

from findings import short


class ValueCheck:
    def __init__(self, heat, facts, findings):
        self._heat, self._facts, self._findings = heat, facts, findings
        self.unloadable = set()  # Heat could not build the overcloud with these

    def check(self, name, value, where, reached=None, role=None):
        """reached limits the declarations to the given templates.

        Without it, a value that only some declarations refuse is left for later, when
        it is known which templates the overcloud includes.
        """
        shown = f"{role}Parameters.{name}" if role else name
        declared = [
            item for item in self._facts.declared[name] if reached is None or item.path in reached
        ]
        refused = [error for item in declared if (error := self._refusal(name, item, value))]
        if refused and (reached is not None or len(refused) == len(declared)):
            if not role:
                self.unloadable.add(name)
            text = f"{shown}: {short(value)} does not fit: {refused[0]}"
            if role:
                text += "; Heat does not look into role maps, the consumer would get it"
            self._findings.error("value", where, text)
            return
        kinds = {item.schema.get("type") for item in declared}
        kind = kinds.pop() if len(kinds) == 1 else None
        problem = _loose_fit(kind, value) or (_unconverted(kind, value) if role else None)
        if problem:
            text = f"{shown}: {short(value)} for type {kind}: {problem}"
            self._findings.error("value", where, text)

    def _refusal(self, name, declaration, value):
        try:
            self._heat.check_value(name, declaration.schema, value, declaration.version)
        except TypeError:
            return "its constraint can only be held against text"
        except Exception as error:
            detail = re.sub(r"^Parameter '\w+' is invalid: ", "", str(error))
            return f"type {declaration.schema.get('type')}: {detail}"
        return None


def _loose_fit(kind, value):
    """Values that Heat accepts but turns into something else."""
    if kind == "string" and isinstance(value, (list, dict)):
        return f"Heat would pass on the text {str(value)!r}"
    if kind == "number" and isinstance(value, bool):
        return "a truth value"
    if kind != "comma_delimited_list":
        return None
    if isinstance(value, str):
        blanks = any(item != item.strip() for item in value.split(","))
        return "blanks around the commas stay in the items" if blanks else None
    if any(isinstance(item, (list, dict, float)) for item in value):
        return "items must be text or integers"
    return None


def _unconverted(kind, value):
    """Values in a role map reach their consumer as they are, whatever the type."""
    wanted = {"string": str, "boolean": bool, "comma_delimited_list": list}.get(kind)
    if wanted and not isinstance(value, wanted):
        return f"in a role map nothing makes it a {wanted.__name__}"
    if kind == "number" and not isinstance(value, (int, float)):
        return "in a role map nothing makes it a number"
    return None
