"""The flavor commands where no cloud answers, and what they print."""

import shutil
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from test_cli import run

from generator import connect_cloud
from generator.cloud.changes import Change, Difference, FieldChange
from generator.cloud.connection import plain_words
from generator.cloud.errors import CloudError
from generator.cloud.redaction import redacted, secrets_of
from generator.commands import progress
from generator.commands.flavors_text import difference_text
from generator.plan.ownership import Ownership, described

INVENTORY = Path(__file__).parents[1] / "examples" / "minimal" / "inventory.yaml"
SECRET = "never-to-be-seen"
CLOUDS = f"""
clouds:
  lab:
    auth: {{auth_url: "http://ann:{SECRET}@127.0.0.1:9/v3", username: ann, password: {SECRET},
           project_name: lab, user_domain_id: default, project_domain_id: default}}
  bare: {{auth: {{username: ann, password: {SECRET}}}}}
"""


@pytest.fixture(autouse=True)
def clouds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "named" / "clouds.yaml"  # the SDK remembers the folder of its import
    file.parent.mkdir()
    file.write_text(CLOUDS)
    monkeypatch.setenv("OS_CLIENT_CONFIG_FILE", str(file))
    monkeypatch.delenv("OS_CLOUD", raising=False)
    monkeypatch.chdir(tmp_path)
    return file


@pytest.mark.parametrize("command", ["plan", "apply", "destroy"])
def test_an_unknown_cloud_is_named_with_those_that_are_there(command: str) -> None:
    out, err = run("flavors", command, INVENTORY, "--os-cloud", "lba", code=2)
    assert out == ""
    assert "nfvgen: no cloud 'lba' in clouds.yaml; there are: bare, lab (" in err


def test_without_clouds_yaml(clouds: Path) -> None:
    clouds.unlink()
    _, err = run("flavors", "import", "--os-cloud", "lab", code=2)
    assert "nfvgen: no cloud 'lab' in clouds.yaml (the file is looked for in this folder" in err


def test_a_cloud_that_cannot_be_reached_tells_no_secret() -> None:
    _, err = run("flavors", "import", "--os-cloud", "lab", code=2)
    assert "cloud lab: a service cannot be reached" in err
    assert "http://***@127.0.0.1:9/v3" in err
    assert SECRET not in err


@pytest.mark.parametrize("answer", [b"null", b"[]", b"<html>", b"{}"])
def test_something_else_answers(clouds: Path, answer: bytes) -> None:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        do_POST = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        clouds.write_text(CLOUDS.replace(":9/v3", f":{server.server_address[1]}/v3"))
        _, err = run("flavors", "import", "--os-cloud", "lab", code=2)
        server.shutdown()
        thread.join()
    assert err.splitlines()[-1].startswith("nfvgen: cloud lab: ")
    assert SECRET not in err


def test_an_error_of_our_own_is_not_taken_for_an_answer() -> None:
    with pytest.raises(KeyError), plain_words("lab"):
        raise KeyError("ours")


def test_a_plan_does_not_replace_another_file(tmp_path: Path) -> None:
    inventory = tmp_path / "inventory.yaml"
    shutil.copy(INVENTORY, inventory)
    _, err = run("flavors", "plan", inventory, "--os-cloud", "lab", "-o", inventory, code=2)
    assert f"{inventory}: it is no kept plan, and stays as it is; choose another name" in err
    assert inventory.read_bytes() == INVENTORY.read_bytes()


def test_an_incomplete_login() -> None:
    _, err = run("flavors", "import", "--os-cloud", "bare", code=2)
    assert "cloud bare: the login is not complete: " in err
    assert "auth_url" in err
    assert SECRET not in err


@pytest.mark.parametrize(
    ("cloud", "said"),
    [
        ("lab: null", "what clouds.yaml says of it cannot be understood"),
        ("lab: {auth: null}", "what clouds.yaml says of it cannot be understood"),
        ("lab: {auth: {auth_url: 5}}", "what clouds.yaml says of it cannot be understood"),
        ("lab: {auth_type: nope, auth: {}}", "The plugin nope could not be found"),
        (
            "lab: {cacert: /none, auth: {auth_url: 'https://127.0.0.1:9', username: a,"
            " password: never-to-be-seen, project_name: lab}}",
            "Could not find a suitable TLS CA certificate bundle, invalid path: /none",
        ),
    ],
)
def test_what_cannot_be_understood_is_told(clouds: Path, cloud: str, said: str) -> None:
    clouds.write_text(f"clouds: {{{cloud}}}")
    _, err = run("flavors", "import", "--os-cloud", "lab", code=2)
    assert err.startswith(f"nfvgen: cloud lab: {said}")
    assert SECRET not in err


def openstack_variables(monkeypatch: pytest.MonkeyPatch, **values: str) -> None:
    given = {"AUTH_URL": "http://127.0.0.1:9/v3", "USERNAME": "ann", "PASSWORD": SECRET}
    for key, value in {**given, "PROJECT_NAME": "lab", **values}.items():
        monkeypatch.setenv(f"OS_{key}", value)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"PASSWORD": ""}, "the login is not complete: password; write"),
        ({"PASSWORD": "", "USERNAME": ""}, "the login is not complete: username, password; write"),
        ({"AUTH_URL": ""}, "the login is not complete: auth_url; write"),
        ({"AUTH_URL": f"ann:{SECRET}@127.0.0.1:9/v3"},
         "auth_url has to begin with http:// or https://, such as http://127.0.0.1:9/v3"),
        ({"AUTH_TYPE": "token"}, "what the OS_ variables say of it cannot be understood"),
    ],
)  # fmt: skip
def test_a_login_that_lacks_something(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], said: str
) -> None:
    openstack_variables(monkeypatch, **given)
    for command in (("import",), ("plan", INVENTORY), ("apply", INVENTORY)):
        _, err = run("flavors", *command, "--os-cloud", "envvars", code=2)
        assert f"nfvgen: cloud envvars: {said}" in err
        assert SECRET not in err


def test_without_variables_the_file_to_source_is_named() -> None:
    _, err = run("flavors", "import", "--os-cloud", "envvars", code=2)
    assert err == (
        "nfvgen: no OS_ variables are set that describe a cloud; run: source overcloudrc\n"
    )


def test_a_broken_file_is_named_with_the_place(
    clouds: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clouds.write_text(f"clouds:\n  lab:\n    auth: {{password: *{SECRET}}}\n")
    _, err = run("flavors", "import", "--os-cloud", "lab", code=2)
    assert err.startswith(f"nfvgen: cloud lab: {clouds}:3:22: the file is no YAML from here on")
    assert SECRET not in err
    openstack_variables(monkeypatch)
    _, err = run("flavors", "import", "--os-cloud", "envvars", code=2)
    assert "a service cannot be reached" in err
    clouds.write_bytes(b"\xff\xfe\x00a")
    _, err = run("flavors", "import", "--os-cloud", "lab", code=2)
    assert err.startswith(f"nfvgen: cloud lab: {clouds}: the file is no YAML text")


def test_what_the_sdk_warns_of_is_not_printed(
    clouds: Path, recwarn: pytest.WarningsRecorder
) -> None:
    clouds.write_text(CLOUDS.replace("lab:\n", "lab:\n    profile: nowhere\n"))
    run("flavors", "import", "--os-cloud", "lab", code=2)
    assert not [each for each in recwarn if "profile" in str(each.message)]


class _Refuses(BaseHTTPRequestHandler):
    """Whatever it is asked for: not found."""

    def do_POST(self) -> None:
        self.send_response(404)
        self.end_headers()

    do_GET = do_POST  # noqa: N815 (the names that the library calls)

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


def test_an_answer_is_told_with_what_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with HTTPServer(("127.0.0.1", 0), _Refuses) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/v3"
        openstack_variables(monkeypatch, AUTH_URL=address)
        _, err = run("flavors", "import", "--os-cloud", "envvars", code=2)
        server.shutdown()
    assert err == f"nfvgen: cloud envvars: POST {address}/auth/tokens: Not Found (404)\n"


def test_errors_that_are_not_the_clouds_stay_what_they_are() -> None:
    with pytest.raises(BrokenPipeError), plain_words("lab"):
        raise BrokenPipeError
    with pytest.raises(CloudError, match="cloud lab: cannot be"), plain_words("lab"):
        raise CloudError("cloud lab: cannot be reached")


@pytest.mark.parametrize("password", ["b", "admin", "reach"])
def test_a_short_password_cuts_no_words(monkeypatch: pytest.MonkeyPatch, password: str) -> None:
    openstack_variables(monkeypatch, PASSWORD=password)
    _, err = run("flavors", "import", "--os-cloud", "envvars", code=2)
    assert err.startswith(
        "nfvgen: cloud envvars: a service cannot be reached: Unable to establish connection to "
        "http://127.0.0.1:9/v3/auth/tokens"
    )


@pytest.mark.parametrize(
    ("password", "text", "shown"),
    [
        ("b", "able to log in as 'b' with b, \"b\" at http://a:b@host/b",
         "able to log in as '***' with ***, \"***\" at http://***@host/***"),
        ("admin", "the administrator admin", "the administrator ***"),
        ("p@ss/1", "http://a:p@ss/1@host: p%40ss%2F1", "http://***@host: ***"),
        ("it's", "{'password': \"it's\"}", "{'password': \"***\"}"),
        ('a"b', 'said {"password": "a\\"b"}', 'said {"password": "***"}'),
        ("geheim42", "tokengeheim42x", "token***x"),
        ("$b", "a$b", "a***"),
    ],
)  # fmt: skip
def test_secrets_are_masked_where_they_stand(password: str, text: str, shown: str) -> None:
    assert redacted(text, [password]) == shown


def test_what_is_secret_in_a_login() -> None:
    config = {"auth": {"password": 1234, "username": "ann", "token": ""}, "client_secret": "x"}
    assert sorted(secrets_of(config)) == ["1234", "x"]


def test_the_cloud_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OS_CLOUD", "lab")
    _, err = run("flavors", "plan", INVENTORY, code=2)
    assert "cloud lab: a service cannot be reached" in err


def test_a_cloud_has_to_be_named() -> None:
    assert "Missing option '--os-cloud'" in run("flavors", "plan", INVENTORY, code=2)[1]
    assert "which cloud? give --os-cloud NAME" in run("flavors", "apply", INVENTORY, code=2)[1]


def test_errors_of_the_inventory_come_first(tmp_path: Path) -> None:
    file = tmp_path / "inventory.yaml"
    file.write_text(INVENTORY.read_text() + "\naggregates: {dpdk: {roles: [Controller]}}\n")
    _, err = run("flavors", "plan", file, "--os-cloud", "lab", code=1)
    assert "[aggregate-role-without-compute]" in err
    assert "cannot be reached" not in err


def test_from_python_an_error_is_one_exception() -> None:
    with pytest.raises(CloudError, match="no cloud 'lba'"), connect_cloud("lba"):
        pytest.fail("no connection was to be had")


def test_what_takes_long_is_told(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "_PATIENCE_SECONDS", 0.05)
    with progress.Progress() as shown:
        shown.told("reading flavors")
        time.sleep(0.5)
        shown.told("reading images")
    assert capfd.readouterr().err == "nfvgen: reading flavors ...\nnfvgen: reading images ...\n"
    with progress.Progress() as shown:
        shown.told("reading flavors")
    time.sleep(0.1)
    assert capfd.readouterr().err == ""


def test_changes_are_printed_field_by_field() -> None:
    marks = [described("", Ownership("lab", specs)) for specs in (("a",), ("a", "b"))]
    fields = (
        FieldChange("vcpus", "", "2", "4"),
        FieldChange("extra_specs", "b", None, "1"),
        FieldChange("access", "p1", "team", None),
        FieldChange("description", "", "", marks[0]),
        FieldChange("description", "", marks[0], described("Guests", Ownership("lab"))),
        FieldChange("description", "", *marks),
    )
    change = Change("replace", "flavor", "nfv", "f1", fields, "it is made again")
    found = Difference((change, Change("delete", "flavor", "old", "f2")), ("a host is missing",))
    assert "\n".join(difference_text(found)) == (
        "replace flavor nfv\n"
        "    vcpus: 2 -> 4\n"
        "    extra_specs b: 1\n"
        "    access p1: team is taken away\n"
        "    description: '' -> the mark of lab\n"
        "    description: the mark of lab -> 'Guests' and the mark of lab\n"
        f"    description: {marks[0]} -> {marks[1]}\n"
        "    needs --yes: it is made again\n"
        "delete flavor old\n"
        "note: a host is missing\n"
        "1 to replace, 1 to delete"
    )
    assert list(difference_text(Difference())) == ["nothing to do"]
