"""Rules over the deploy command of a script: does it pass what it was meant to pass."""

import os
import re
from collections.abc import Iterator

from generator.catalog.product import product
from generator.catalog.roles import networks as standard
from generator.checks.repeats import repeats
from generator.checks.wording import listed
from generator.deployment.call import Argument
from generator.deployment.types import PRODUCT, DeploymentView, Kind, RoleView
from generator.deployment.values import At
from generator.findings import Severity
from generator.lint.role_networks import addressed, joined_networks
from generator.lint.ruleset import Found, rule
from generator.lint.scope import nodes
from generator.lint.spelling import slips

_OF_PRODUCT = frozenset({"Controller", "Compute", "BlockStorage", "ObjectStorage", "CephStorage"})


@rule("deploy-command-cut", Severity.ERROR)
def deploy_command_cut(view: DeploymentView) -> Iterator[Found]:
    """The lines of a deploy command are joined up to its last argument.

    Why: A shell ends the command at a line without a backslash, at a backslash with blanks
    behind it, and at a comment between the lines. The deployment starts without the files
    that follow.
    Fix: End every line but the last with a backslash and nothing behind it.
    Source: POSIX shell, quoting and comments.
    """
    if view.deploy and view.deploy.cut:
        yield Found(
            view.deploy.cut, "the shell ends the deploy command here: the options on the lines "
            "that follow are not part of it",
            "end the line with a backslash, nothing behind it, and keep comments out between",
        )  # fmt: skip


@rule("product-file-misspelt", Severity.ERROR)
def product_file_misspelt(view: DeploymentView) -> Iterator[Found]:
    """A file of the product's templates is passed by the path that it has there.

    Why: The client stops at a file that is not there.
    Fix: Write the path as the templates have it.
    Source: tripleo-heat-templates 11.6.0, its files.
    """
    known = product(view.target).files
    if view.deploy is None:
        return
    roots = {os.path.normpath(root) + os.sep for root in (view.deploy.templates, PRODUCT)}
    call = view.deploy
    for argument in (*call.environments, call.roles, call.networks, call.plan_environment):
        path = os.path.normpath(argument.path) if argument else ""
        root = next((each for each in roots if path.startswith(each)), None)
        below = path.removeprefix(root) if root else ""
        meant = slips(below, known) if below and below not in known else []
        if meant and argument and root:
            yield Found(
                argument.location, f"the templates of Train have no {below}",
                f"write {root}{meant[0]}",
            )  # fmt: skip


@rule("roles-file-not-passed", Severity.ERROR)
def roles_file_not_passed(view: DeploymentView) -> Iterator[Found]:
    """A deployment with roles of its own passes roles_data with -r.

    Why: Without -r the product's roles_data counts, which has no role for DPDK or SR-IOV:
    the blocks, counts and nic-configs of other roles are accepted and ignored.
    Fix: Add -r with the file that has the role.
    Source: tripleo-heat-templates 11.6.0, roles_data.yaml; python-tripleoclient, deploy.
    """
    call = view.deploy
    if call is None or call.roles or call.plan_environment or call.open:
        return
    if os.path.normpath(call.templates) != PRODUCT:
        return
    for role in view.roles.values():
        at = _named_at(role)
        if role.name not in _OF_PRODUCT and at and nodes(role) != 0:
            yield Found(
                at, f"the deploy command passes no roles_data, and the product's has no role "
                f"{role.name}", "pass the roles_data that has it with -r",
            )  # fmt: skip


@rule("networks-file-not-passed", Severity.ERROR)
def networks_file_not_passed(view: DeploymentView) -> Iterator[Found]:
    """A deployment with networks of its own passes network_data with -n.

    Why: Without -n the product's network_data counts: a role's network that it does not have
    is skipped in silence.
    Fix: Add -n with the file that has the network.
    Source: tripleo-heat-templates 11.6.0, network_data.yaml; python-tripleoclient, deploy.
    """
    call = view.deploy
    if call is None or call.networks or call.plan_environment or call.open:
        return
    known = standard(view.target)
    for role in view.roles.values() if os.path.normpath(call.templates) == PRODUCT else ():
        for name, at in joined_networks(role):
            if name not in known:
                yield Found(
                    at, f"the deploy command passes no network_data, and the product's has no "
                    f"network {name}", "pass the network_data that has it with -n",
                )  # fmt: skip


@rule("deploy-file-without-option", Severity.ERROR)
def deploy_file_without_option(view: DeploymentView) -> Iterator[Found]:
    """Every file of a deploy command stands behind an option.

    Why: The client refuses the command. Behind text copied from a document often a dash
    stands that is no hyphen.
    Fix: Write -e before the file, with a plain hyphen.
    Source: python-tripleoclient, overcloud deploy.
    """
    for argument in view.deploy.environments if view.deploy else ():
        if argument.loose:
            yield Found(
                argument.location, f"no option stands before {argument.path}",
                f"write -e {argument.path}",
            )  # fmt: skip


@rule("deploy-option-of-other-file", Severity.ERROR)
def deploy_option_of_other_file(view: DeploymentView) -> Iterator[Found]:
    """-e passes environments, -r roles_data, -n network_data.

    Why: The client refuses a file of another kind, or finds no role or network in it.
    Fix: Write the option for this kind of file.
    Source: python-tripleoclient, overcloud deploy; python-heatclient, environments.
    """
    for file in view.files if view.deploy else ():
        argument = next((each for each in _all(view) if each.location == file.named_by), None)
        right = _OPTION_OF.get(file.kind)
        if argument and right and argument.option not in (right, "--environment-directory"):
            yield Found(
                argument.location,
                f"{argument.option} passes a file of the kind {file.kind}",
                f"write {right}",
            )


_OPTION_OF = {Kind.ENVIRONMENT: "-e", Kind.ROLES: "-r", Kind.NETWORKS: "-n"}


def _all(view: DeploymentView) -> Iterator[Argument]:
    call = view.deploy
    for each in (*call.environments, call.roles, call.networks) if call else ():
        if each:
            yield each


@rule("environment-twice", Severity.INFO)
def environment_twice(view: DeploymentView) -> Iterator[Found]:
    """A deploy command passes each environment once.

    Why: The last place counts: what stands between the two loses against it.
    Fix: Keep the one that is meant.
    Source: python-heatclient: environments are merged in -e order.
    """
    passed = view.deploy.environments if view.deploy else ()
    for before, argument in repeats((os.path.normpath(each.path), each) for each in passed):
        if not argument.unclear:
            yield Found(
                argument.location, f"{argument.path} is passed twice", "keep one of the two",
                (before.location,),
            )  # fmt: skip


@rule("network-isolation-missing", Severity.ERROR)
def network_isolation_missing(view: DeploymentView) -> Iterator[Found]:
    """Where nic-configs use addresses of isolated networks, something maps their ports.

    Why: Without network-isolation.yaml every port stays noop.yaml: the address is that of the
    control plane, put on one device after the other, and nothing says so.
    Fix: Pass environments/network-isolation.yaml before your own files.
    Source: tripleo-heat-templates 11.6.0, overcloud-resource-registry-puppet.j2.yaml.
    """
    call = view.deploy
    if call is None or call.open or call.plan_environment or not view.complete:
        return
    passed = [os.path.basename(argument.path) for argument in call.environments]
    mapped = any(_ISOLATED.fullmatch(key) for key in view.registry)
    if mapped or any(_MAKES_PORTS.match(name) for name in passed):
        return
    for role in view.roles.values():
        used = sorted(addressed(role.nic_config)) if role.nic_config and nodes(role) != 0 else ()
        found = [name for name in used if name in (role.networks or ())]
        if found:
            yield Found(
                call.at, f"nothing maps ports on {listed(found)}, which the nic-config of "
                f"{role.name} takes addresses of",
                f"add -e {PRODUCT}/environments/network-isolation.yaml",
            )  # fmt: skip
            return


_ISOLATED = re.compile(r"OS::TripleO::(Network::\w+|\w+::Ports::\w+Port)")
_MAKES_PORTS = re.compile(r"(network-isolation|ips-from-pool|undercloud|standalone)")


def _named_at(role: RoleView) -> At | None:
    """Where an environment file names a role."""
    value = role.block or role.nic_registry
    return value.at.key if value else None
