"""What the names of devices tell."""

import re

# Compiled at first use: few inventories name disks.
_PARTITION = (
    r"(?P<disk>/dev/(?:(?:sd|vd|xvd|hd)[a-z]+(?=[0-9]+$)|(?:nvme[0-9]+n|mmcblk|md|nbd|loop)[0-9]+"
    r"(?=p[0-9]+$)|disk/by-(?:id|path)/.+(?=-part[0-9]+$)))(?:p|-part)?[0-9]+"
)
_OTHER = (
    r"/dev/(?:null|zero|full|u?random|mem|port|kmsg|kvm|fuse|console|core|hpet|nvram|rtc|cdrom|dvd"
    r"|stdin|stdout|stderr|log|initctl|ptmx|autofs|btrfs-control|loop-control|mapper/control"
    r"|(?:rtc|sr|sg|st|nst|fb|fd|tty[A-Za-z]*|vcs[a-z]*|loop|ram|zram|watchdog|video|nvme|ipmi)"
    r"[0-9]*|(?:net|pts|shm|vfio|hugepages|cpu|input|bus|fd|dri|snd|mqueue|char|bsg|infiniband)"
    r"(?:/.*)?|disk(?:/by-[a-z-]+)?|mapper)"
)


def is_partition(device: str) -> bool:
    """Whether the name is that of a part of a disk."""
    return device[-1:].isdigit() and re.fullmatch(_PARTITION, device) is not None


def whole_disk(device: str) -> str:
    """The disk that a partition is part of; any other device is what it is."""
    found = re.fullmatch(_PARTITION, device)
    return found["disk"] if found else device


def other_device(device: str) -> bool:
    """Whether the name is surely that of something else than a disk."""
    scsi = device.startswith("/dev/sd")  # nearly every disk
    return not scsi and re.fullmatch(_OTHER, device) is not None
