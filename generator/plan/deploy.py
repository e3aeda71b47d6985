"""The deploy command: the product's environment files first, then ours."""

from collections.abc import Collection, Sequence

from generator.catalog.roles import product_files, templates
from generator.plan.types import DeployCommand, EnvironmentFile


def deploy_command(
    target: str, stack: str, features: Collection[str], environments: Sequence[EnvironmentFile]
) -> DeployCommand:
    """`features` are those of rhosp-16.1-environments.yaml: ovs, ovn, dpdk, ceph."""
    product = tuple(file.path for file in product_files(target, features))
    return DeployCommand(
        stack, templates(target), (*product, *(file.name for file in environments))
    )
