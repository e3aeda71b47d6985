"""The flavor commands where no cloud answers, and what they print."""

import shutil
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from test_cli import run

from generator import connect_cloud
from generator.cloud.changes import Change, Difference, FieldChange
from generator.cloud.connection import CloudError, plain_words
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
