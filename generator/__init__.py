"""nfvgen: one hardware inventory in, a complete OVS-DPDK deployment set out.

The stages are the public interface; a caller can stop after any of them:
`load_inventory`, `build_plan`, `render_plan`, then `compare`, `diff_text` or
`write_output`. `report_page` draws a plan. `load_deployment` and `compare_deployments` tell
what changes from one inventory or rendered folder to another, and what it needs. `validate`
runs all rules on a file. For a running cloud, `desired_state` says what it should hold and
`observe_cloud` what it holds; `cloud_difference` and `cloud_removal` are the changes,
`apply_changes` makes them. Nothing prints.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from generator.version import __version__

if TYPE_CHECKING:
    from generator.cloud.apply import apply_changes
    from generator.cloud.connection import connect_cloud
    from generator.cloud.difference import difference as cloud_difference
    from generator.cloud.difference import removal as cloud_removal
    from generator.cloud.imported import import_flavors
    from generator.cloud.observe import observe as observe_cloud
    from generator.cloud.observe import read_flavors
    from generator.derive.rxq_assignment import assign_rx_queues
    from generator.errors import InputError, NfvgenError
    from generator.findings import Finding
    from generator.lint.paths import lint_paths
    from generator.output.comparison import compare
    from generator.output.diff import diff_text
    from generator.output.write import write_output
    from generator.page.build import report_page
    from generator.plan.desired import desired_state
    from generator.plan.types import Plan
    from generator.reading.load import load_inventory
    from generator.reading.rxq_layout import load_rxq_layout
    from generator.render.files import render as render_plan
    from generator.stages import build_plan, validate
    from generator.whatif.difference import compare_deployments
    from generator.whatif.sides import load_deployment

__all__ = [
    "Finding",
    "InputError",
    "NfvgenError",
    "Plan",
    "__version__",
    "apply_changes",
    "assign_rx_queues",
    "build_plan",
    "cloud_difference",
    "cloud_removal",
    "compare",
    "compare_deployments",
    "connect_cloud",
    "desired_state",
    "diff_text",
    "import_flavors",
    "lint_paths",
    "load_deployment",
    "load_inventory",
    "load_rxq_layout",
    "observe_cloud",
    "read_flavors",
    "render_plan",
    "report_page",
    "validate",
    "write_output",
]

# Loaded at first use: a caller that stops early, or only asks for the version,
# does not pay for the rest. No name here may be that of a module: importing the
# module would put it in the function's place.
_HOMES = {
    "Finding": ("findings", "Finding"),
    "InputError": ("errors", "InputError"),
    "NfvgenError": ("errors", "NfvgenError"),
    "Plan": ("plan.types", "Plan"),
    "assign_rx_queues": ("derive.rxq_assignment", "assign_rx_queues"),
    "apply_changes": ("cloud.apply", "apply_changes"),
    "build_plan": ("stages", "build_plan"),
    "cloud_difference": ("cloud.difference", "difference"),
    "cloud_removal": ("cloud.difference", "removal"),
    "compare": ("output.comparison", "compare"),
    "compare_deployments": ("whatif.difference", "compare_deployments"),
    "connect_cloud": ("cloud.connection", "connect_cloud"),
    "desired_state": ("plan.desired", "desired_state"),
    "diff_text": ("output.diff", "diff_text"),
    "import_flavors": ("cloud.imported", "import_flavors"),
    "lint_paths": ("lint.paths", "lint_paths"),
    "load_deployment": ("whatif.sides", "load_deployment"),
    "load_inventory": ("reading.load", "load_inventory"),
    "load_rxq_layout": ("reading.rxq_layout", "load_rxq_layout"),
    "observe_cloud": ("cloud.observe", "observe"),
    "read_flavors": ("cloud.observe", "read_flavors"),
    "render_plan": ("render.files", "render"),
    "report_page": ("page.build", "report_page"),
    "validate": ("stages", "validate"),
    "write_output": ("output.write", "write_output"),
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, original = _HOMES[name]
    return getattr(import_module(f"{__name__}.{module}"), original)


def __dir__() -> list[str]:
    return __all__
