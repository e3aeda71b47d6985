"""OvsDpdkMemoryChannels: how DPDK spreads its buffers over memory channels."""

from generator.explained import Explained, Fact


def memory_channels(channels: Fact[int]) -> Explained[str]:
    """The channels of a NUMA node as the text of digits that the parameter wants.

    The guide counts channels per NUMA node, the parameter's own description per socket:
    equal unless sub-NUMA clustering is on, where we follow the guide. TripleO's default of
    4, which others render for every server, is wrong for six-channel CPUs.
    """
    return Explained(
        str(channels.value),
        f"{channels.source} = {channels.value}, with a DIMM in every channel",
        "RHOSP 16.1 NFV guide 7.4.2 (channels that dmidecode shows / NUMA nodes)",
        (channels,),
    )
