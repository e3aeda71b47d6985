"""Heat's functions, with what the files tell."""

import pytest

from generator.deployment.files import parse
from generator.deployment.intrinsics import resolve
from generator.deployment.merge import merged
from generator.deployment.passed import Scope
from generator.deployment.types import Declared
from generator.deployment.values import At, Composed, Provided, Unresolved, Value, whole

DECLARED = {
    "Plain": "string", "Number": "number", "List": "comma_delimited_list", "Map": "json",
    "Given": "string", "ControlPlaneIp": "string", "TenantIpSubnet": "string", "Nothing": "string",
}  # fmt: skip
DEFAULTS = whole(parse("{Plain: text, Number: 5, List: 'a,b', Map: {k: [1, {d: 2}]}}", "t.yaml"))
GIVEN = parse("parameter_defaults: {Given: yes it is, Number: '7'}\n", "e.yaml")
CONDITIONS = "{seven: {equals: [{get_param: Number}, 7]}, never: {not: seven}}"


def resolved(text: str) -> Value:
    template = whole(parse(text, "t.yaml"))
    declared = {
        name: Declared(name, kind, At(template.at.document), DEFAULTS.get(name), None)
        for name, kind in DECLARED.items()
    }
    conditions = whole(parse(CONDITIONS, "t.yaml")).entries
    scope = Scope(declared, conditions, {}, None, merged([GIVEN]), {}, False, None)
    return resolve(template, scope)


TABLE = {
    "{get_param: Plain}": "text",
    "{get_param: Number}": 7,
    "{get_param: List}": ["a", "b"],
    "{get_param: [Map, k, 1, d]}": 2,
    "{get_param: [Map, missing]}": None,
    "{get_param: [List, 1]}": "b",
    "{get_param: ControlPlaneIp}": Provided("ControlPlaneIp", "ctlplane", "address"),
    "{get_param: TenantIpSubnet}": Provided("TenantIpSubnet", "Tenant", "address"),
    "{list_join: ['/', [a, {get_param: Number}]]}": "a/7",
    "{list_join: [',', [a], [b, c]]}": "a,b,c",
    "{list_join: ['/', [{get_param: ControlPlaneIp}, '24']]}": Composed(
        (Provided("ControlPlaneIp", "ctlplane", "address"), "/24")
    ),
    "{str_replace: {template: 'a B BB', params: {B: x, BB: y}}}": "a x y",
    "{str_replace: {template: A, params: {A: B, B: C}}}": "B",
    "{str_split: [',', 'a,b']}": ["a", "b"],
    "{str_split: [',', 'a,b', 1]}": "b",
    "{map_merge: [{a: 1, b: 1}, {b: {get_param: Number}}]}": {"a": 1, "b": 7},
    "{list_concat: [[a], {get_param: List}]}": ["a", "a", "b"],
    "{list_concat_unique: [[a], {get_param: List}]}": ["a", "b"],
    "{if: [seven, a, b]}": "a",
    "{if: [never, a, {get_param: Plain}]}": "text",
    "{if: [{and: [seven, {not: never}]}, a, b]}": "a",
    "{if: [{or: [never, {equals: [1, 2]}]}, a, b]}": "b",
    "{if: [true, a, b]}": "a",
    "{a: {get_param: Plain}, b: [{get_param: Number}]}": {"a": "text", "b": [7]},
}


@pytest.mark.parametrize(("text", "data"), TABLE.items())
def test_functions(text: str, data: object) -> None:
    assert resolved(text).data == data


UNKNOWN = {
    "{get_param: Foreign}": ("undeclared", "Foreign"),
    "{get_param: Nothing}": ("missing", "Nothing"),
    "{get_file: none.sh}": ("file", "none.sh"),
    "{repeat: {template: a, for_each: {}}}": ("function", "repeat"),
    "{get_attr: [X, value]}": ("function", "get_attr"),
    "{str_split: ['/', {get_param: ControlPlaneIp}]}": ("function", "str_split"),
    "{if: [nowhere, a, b]}": ("undeclared", "nowhere"),
    "{if: [{equals: [{get_param: ControlPlaneIp}, '']}, a, b]}": ("function", "equals"),
    "{if: [seven, a]}": ("broken", "if"),
    "{list_join: x}": ("broken", "list_join"),
    "{list_join: [',', [{get_param: Nothing}]]}": ("missing", "Nothing"),
    "{str_replace: {template: x}}": ("broken", "str_replace"),
}


@pytest.mark.parametrize(("text", "wanted"), UNKNOWN.items())
def test_what_cannot_be_told(text: str, wanted: tuple[str, str]) -> None:
    content = resolved(text).content
    assert isinstance(content, Unresolved)
    assert (content.kind, content.name) == wanted


def test_the_place_of_what_decided() -> None:
    value = resolved("{list_join: ['-', [a, {get_param: Given}]]}")
    assert (value.data, value.at.location.file) == ("a-yes it is", "e.yaml")
    assert value.used is not None
    assert value.used.location.file == "t.yaml"
