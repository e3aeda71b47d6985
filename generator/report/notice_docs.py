"""What the findings about the run itself mean."""

from generator.checks.notices import RULES_NOT_RUN, SUPPRESSION_UNUSED, SUPPRESSION_WITHOUT_REASON
from generator.findings import Severity
from generator.lint.run import ALL, NO_HOSTS
from generator.report.reading_docs import Entry

NOTICES = {
    RULES_NOT_RUN: Entry(
        "Every chosen rule was run.",
        "Mend the errors that are ignored or accepted.",
        "", "",
        "Rules over what is derived trust that the rules before them hold.",
        Severity.WARNING,
    ),
    NO_HOSTS: Entry(
        "The machines are known to the rules that compare with them.",
        "Give the inventory, or a file of host facts, with --hardware.",
        "", "",
        "CPU lists, memory and cards can be held against a machine only if it is known. "
        f"Without it these rules are skipped: {', '.join(r.id for r in ALL if r.needs_hosts)}.",
        Severity.INFO,
    ),
    SUPPRESSION_UNUSED: Entry(
        "A comment '# nfvgen: ignore[rule-id] reason' hides a finding of its line or the next.",
        "Remove it, or correct the rule id or the place.",
        "", "",
        "One that hides nothing would hide the next fault of its kind.",
        Severity.WARNING,
    ),
    SUPPRESSION_WITHOUT_REASON: Entry(
        "A comment '# nfvgen: ignore[rule-id] reason' gives its reason.",
        "Write behind the bracket why the finding is wrong here.",
        "", "",
        "Whoever reads the file next has to know whether the reason still holds.",
        Severity.WARNING,
    ),
}  # fmt: skip
