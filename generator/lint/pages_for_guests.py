"""The rule over the huge pages that Open vSwitch leaves to guests."""

from collections.abc import Iterator

from generator.deployment.types import DeploymentView
from generator.findings import Severity
from generator.lint.kernel_line import page_requests
from generator.lint.ruleset import Found, rule
from generator.lint.socket_sizes import sized_roles
from generator.lint.tuned_roles import tuned_roles


@rule("no-pages-for-guests", Severity.ERROR, needs_hosts=True)
def no_pages_for_guests(view: DeploymentView) -> Iterator[Found]:
    """Every NUMA node with guest CPUs has huge pages for guests.

    Why: A guest behind vhost-user needs huge pages on its node; none can start there.
    Fix: Raise the number of huge pages, or lower Open vSwitch's memory.
    Source: RHOSP NFV guide 7.4.2; Linux, hugepages= is shared out evenly.
    """
    taken = {each.role.name: each for each in sized_roles(view)}
    for role in tuned_roles(view):
        args, host, guests = role.value("KernelArgs"), role.host, role.guests
        counts = [(each.size, each.pages) for each in page_requests(role.kernel)]
        # Files without any may be meant for guests without them.
        asked = view.planned or any(pages for _, pages in counts)
        own = taken.get(role.name)
        if not (args and host and guests and asked) or (role.dpdk and own is None):
            continue
        mib = own.mib if own else [0] * len(host.nodes)
        if len(mib) != len(host.nodes):
            continue  # socket-memory-count tells
        pages = sum(count // len(host.nodes) for _, count in counts)
        share = sum(size * (count // len(host.nodes)) for size, count in counts)
        all_of = f"Open vSwitch takes all {pages} huge pages of"
        for node, socket in zip(host.nodes, mib, strict=True):
            if node.cpus & guests.cpus and socket << 20 == share:
                yield Found(
                    args.place("hugepages"),
                    f"{all_of if share else 'there are no huge pages on'} NUMA node {node.id} of "
                    f"{role.name}; guests there have none",
                    f"raise {'hugepages' if view.planned else 'hugepages= in KernelArgs'}",
                    (own.value.at,) if own and not own.value.derived else (),
                )
