"""Rules over the form of CPU lists, which each consumer reads in its own way."""

from collections.abc import Iterator

from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.cpu_lists import OVS, OVS_PATTERN, READERS, list_text, repaired
from generator.lint.ruleset import Found, rule
from generator.lint.tuned_roles import written


@rule("cpu-list-syntax", Severity.ERROR)
def cpu_list_syntax(view: DeploymentView) -> Iterator[Found]:
    """CPU lists have the form that their consumer reads.

    Why: Open vSwitch's lists take digits, commas and hyphens only, no ^; Nova and tuned
    take ^ to exclude. tuned drops a whole list with one wrong item, Nova does not start,
    and the play that configures Open vSwitch fails.
    Fix: Write numbers and ranges with commas between them: "2-19,22-39".
    Source: tripleo-heat-templates (Train), constraints of OvsPmdCoreList; Nova 20,
    parse_cpu_spec; tuned 2.13, cpulist_unpack.
    """
    for name, reader in READERS.items():
        for value, role in written(view, name):
            text = list_text(value)
            if not text or (reader is OVS and not role and not OVS_PATTERN.fullmatch(text)):
                continue  # in the latter case parameter-constraint tells
            try:
                reader.read(text)
            except ValueError as error:
                better = repaired(text)
                yield Found(
                    value.at,
                    f"{name} is no CPU list that {reader.name} reads: {error}",
                    f'write {name}: "{better}"' if better else "write a list such as 2-19,22-39",
                )
