"""The deploy command: the product's environment files first, then ours, then the user's."""

from collections.abc import Collection, Sequence

from generator.catalog.roles import product_files, templates
from generator.inventory import Site
from generator.plan.types import DeployCommand, EnvironmentFile


def deploy_command(
    site: Site, features: Collection[str], environments: Sequence[EnvironmentFile]
) -> DeployCommand:
    """`features` are those of rhosp-16.1-environments.yaml: ovs, ovn, dpdk, sriov, ceph."""
    product = tuple(file.path for file in product_files(site.target, features))
    ours = tuple(file.name for file in environments)
    return DeployCommand(
        site.stack, templates(site.target), (*product, *ours, *site.extra_environments)
    )
