"""Ids of the findings that are about a run, not about what somebody deploys."""

RULES_NOT_RUN = "rules-not-run"
SUPPRESSION_UNUSED = "suppression-unused"
SUPPRESSION_WITHOUT_REASON = "suppression-without-reason"

NEVER_HIDDEN = frozenset((RULES_NOT_RUN, SUPPRESSION_UNUSED, SUPPRESSION_WITHOUT_REASON))
"""Accepted, these would hide how much was accepted."""
