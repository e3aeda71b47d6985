"""A plan as one HTML page that needs nothing else."""

from typing import Any

from generator.explained import Explained
from generator.findings import Finding, one_line
from generator.page.reasons import Reasons
from generator.page.roles import role_view
from generator.page.types import FindingView, FlavorView, PageView
from generator.plan.types import FlavorPlan, Plan
from generator.render.environment import environment
from generator.report.text import summary

_GENERATOR = "nfvgen report"
MARK = f'<meta name="generator" content="{_GENERATOR}">'
"""Stands at the top of each page."""


def report_page(plan: Plan) -> str:
    """The page. It shows no registry login: nothing of the environment files is on it."""
    return render_page(page_view(plan))


def render_page(page: PageView) -> str:
    """The markup of a page."""
    template = environment("report").get_template("page.html.j2")
    return template.render(page=page, generator=_GENERATOR)


def page_view(plan: Plan) -> PageView:
    """What the page shows, roles with DPDK or SR-IOV first."""
    reasons = Reasons()
    ordered = sorted(plan.roles, key=lambda role: role.datapath == "kernel")
    roles = tuple(role_view(role, plan, reasons) for role in ordered)
    flavors = tuple(_flavor(flavor, reasons) for flavor in plan.flavors)
    return PageView(
        plan.inventory.site.name, plan.target,
        one_line(plan.inputs[0].path.name) if plan.inputs else "",
        tuple(map(_finding, plan.findings)), summary(plan.findings),
        roles, flavors, tuple(map(one_line, plan.notes)), reasons.reasons, reasons.facts,
    )  # fmt: skip


def _finding(finding: Finding) -> FindingView:
    at = finding.location
    return FindingView(
        str(finding.severity), _place(at.file, at.line, at.column), one_line(finding.path),
        one_line(finding.message), finding.rule, one_line(finding.hint),
        tuple(_place(also.file, also.line, also.column) for also in finding.related),
    )  # fmt: skip


def _place(file: str, line: int, column: int) -> str:
    return f"{one_line(file)}:{line}:{column}"


def _flavor(flavor: FlavorPlan, reasons: Reasons) -> FlavorView:
    values: list[tuple[str, Explained[Any]]] = list(flavor.extra_specs.items())
    if flavor.images:  # else nothing gets them
        values += [(f"image {key}", value) for key, value in flavor.image_properties.items()]
    values += [("vhost queues", flavor.vhost_queues), *flavor.port.items()]
    return FlavorView(
        flavor.name, flavor.vcpus, str(flavor.ram), str(flavor.disk), flavor.images,
        tuple((name, reasons.cite(f"{name} of {flavor.name}", value)) for name, value in values),
    )  # fmt: skip
