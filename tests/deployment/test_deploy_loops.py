"""Deploy scripts that gather their environments in variables, loops and answers files."""

from pathlib import Path

import pytest
from deployment_reader import Reader

from generator.deployment.types import DeploymentView
from generator.lint.run import lint as rules

FILES = {
    "templates/environments/a.yaml": "parameter_defaults: {A: 1}\n",
    "templates/environments/b.yaml": "parameter_defaults: {A: 2}\n",
    "last.yaml": "parameter_defaults: {Last: 1}\n",
}
DEPLOY = "openstack overcloud deploy --templates"


def lint(read: Reader, script: str, **more: str) -> DeploymentView:
    return read({**FILES, **more, "deploy.sh": script}, "deploy.sh")


def passed(view: DeploymentView) -> list[str]:
    return [Path(document.file).name for document in view.environments]


GLOB = "templates/environments/*.yaml"


@pytest.mark.parametrize(
    "script",
    [
        f'ENVS=""; for f in {GLOB}; do ENVS="$ENVS -e $f"; done; {DEPLOY} $ENVS $@\n',
        f'ENVS=()\nfor f in {GLOB}\ndo\n  ENVS+=(-e "$f")\ndone\n{DEPLOY} "${{ENVS[@]}}" "$@"\n',
        f"for f in {GLOB}; do ENVS+=(-e $f); done\n{DEPLOY} ${{ENVS[*]}}\n",
        f'{DEPLOY} $(for f in {GLOB}; do echo -n "-e $f "; done)\n',
        f'{DEPLOY} `for f in {GLOB}; do echo "-e $f"; done`\n',
        f'E=$(for f in $(ls {GLOB}); do echo "-e $f"; done)\n{DEPLOY} $E\n',
        f'for n in a b; do E="$E -e templates/environments/$n.yaml"; done\n{DEPLOY} $E\n',
        f'for d in templates/environments; do for n in a b; do E+=" -e $d/$n.yaml"; done; done\n'
        f"{DEPLOY} $E\n",
        f"for f in /home/stack/{GLOB}; do E+=(-e $f); done\n{DEPLOY} ${{E[@]}}\n",
    ],
)
def test_a_plain_loop_is_run(read: Reader, script: str) -> None:
    view = lint(read, script)
    assert passed(view) == ["a.yaml", "b.yaml"]
    assert view.parameters["A"].data == 2
    assert view.findings == ()
    assert view.complete


@pytest.mark.parametrize(
    ("script", "unclear"),
    [
        (f"{DEPLOY} -e last.yaml $EXTRA\n", ["$EXTRA"]),
        (f"{DEPLOY} -e last.yaml $(cat options)\n", ["$(cat options)"]),
        (f"{DEPLOY} -e last.yaml $(python make.py *.yaml)\n", ["$(python make.py *.yaml)"]),
        (
            "for f in $(find . -name 'x*'); do E+=(-e $f); done\n"
            f'{DEPLOY} -e last.yaml "${{E[@]}}"\n',
            ["$f"],
        ),
        (f"for f in none/*.yaml; do E+=(-e $f); done\n{DEPLOY} -e last.yaml ${{E[@]}}\n", ["$f"]),
    ],
)
def test_what_cannot_be_told_is_said(read: Reader, script: str, unclear: list[str]) -> None:
    view = lint(read, script)
    assert passed(view) == ["last.yaml"]
    assert [each.rule for each in view.findings] == ["file/unclear-argument"] * len(unclear)
    for each, word in zip(view.findings, unclear, strict=True):
        assert f"'{word}'" in each.message
    assert not view.complete


@pytest.mark.parametrize("option", ["--timeout $T", "--ntp-server=$N", "> $LOG", "2>$LOG", '"$@"'])
def test_words_that_are_no_files(read: Reader, option: str) -> None:
    view = lint(read, f"{DEPLOY} -e last.yaml {option}\n")
    assert view.findings == ()
    assert view.complete


def test_what_stands_below_an_unknown_folder(read: Reader) -> None:
    script = (
        'DIR=$(cd "$(dirname "$0")" && pwd)\n'
        f"{DEPLOY} -e $THT/environments/network-isolation.yaml "
        '-e "$DIR/templates/environments/a.yaml" -e "${DIR}/last.yaml"\n'
    )
    view = lint(read, script)
    assert passed(view) == ["a.yaml", "last.yaml"]
    assert [(each.path, each.product) for each in view.missing] == [
        ("$THT/environments/network-isolation.yaml", True)
    ]
    assert view.findings == ()


def test_an_answers_file(read: Reader) -> None:
    answers = (
        "templates: /home/stack/tht\nenvironments:\n- templates/environments/b.yaml\n"
        "- templates/environments/a.yaml\n- gone.yaml\n"
    )
    more = {"answers.yaml": answers}
    view = lint(
        read, "openstack overcloud deploy --answers-file answers.yaml -e last.yaml\n", **more
    )
    assert passed(view) == ["b.yaml", "a.yaml", "last.yaml"]
    assert view.deploy
    assert view.deploy.templates == "/home/stack/tht"
    (missing,) = view.findings
    assert (missing.rule, missing.location.line) == ("file/missing", 5)
    assert missing.location.file.endswith("answers.yaml")
    assert "rules about what nothing sets or declares are silent" in missing.hint
    view = lint(read, f"{DEPLOY} --answers-file=gone.yaml -e last.yaml\n", **more)
    assert [each.rule for each in view.findings] == ["file/missing"]


def test_loops_without_end_are_not_run(read: Reader) -> None:
    loops = "".join(f"for {name} in 1 2 3 4 5 6 7 8 9; do\n" for name in "abcdefgh")
    script = f'{loops}E="$E$E -e x"\n{"done; " * 8}\n{DEPLOY} -e last.yaml\n'
    assert passed(lint(read, script)) == ["last.yaml"]


def test_nothing_is_called_unset_where_files_are_not_known(read: Reader) -> None:
    roles = "- name: Compute\n  ServicesDefault:\n  - OS::TripleO::Services::OurOwn\n"
    said = {
        end: {
            each.rule
            for each in rules(lint(read, f"{DEPLOY} -r r.yaml{end}\n", **{"r.yaml": roles}))
        }
        for end in ("", " $EXTRA")
    }
    assert "service-unknown" in said[""]
    assert "service-unknown" not in said[" $EXTRA"]
