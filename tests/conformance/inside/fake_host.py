"""A made-up node: sysfs with the NICs of a hardware map, and answers to commands.

Everything lies below one directory. redirect.py leads os-net-config there.
"""

import io
import os
import shutil

from oslo_concurrency import processutils

_DIRECTORIES = (
    "/etc/sysconfig/network-scripts",
    "/etc/os-net-config",
    "/etc/systemd/system",
    "/etc/udev/rules.d",
    "/etc/sysctl.d",
    "/etc/iproute2",
    "/var/lib/os-net-config",
    "/sys/class/net",
    "/sys/bus/pci/devices",
    "/sys/bus/pci/drivers",
)
_PROGRAMS = ("/usr/bin/ovs-appctl", "/bin/ovs-appctl", "/sbin/ip", "/sbin/ifup", "/sbin/ifdown")
# Drivers that take the device away from the kernel's network stack.
_USERSPACE_DRIVERS = ("vfio-pci", "uio_pci_generic", "igb_uio")
_QUERIES = ("ethtool -i", "modprobe -R", "lsmod")
_INTEL, _MELLANOX = "0x8086", "0x15b3"
_TOTAL_VFS = 64


class FakeHost:
    def __init__(self, root, nics):
        self.root = root
        self.commands = []  # what would have changed the host
        self._nics = nics
        for place in _DIRECTORIES:
            os.makedirs(root + place)
        for program in _PROGRAMS:
            self.put(program)
            os.chmod(root + program, 0o755)
        for name, nic in nics.items():
            pci, vendor = nic["pci"], _vendor(nic["driver"])
            self._pci_device(pci, nic["driver"], vendor)
            self.put(f"/sys/devices/pci/{pci}/sriov_totalvfs", f"{_TOTAL_VFS}\n")
            self.put(f"/sys/devices/pci/{pci}/sriov_numvfs", "0\n")
            self.put(f"/sys/devices/pci/{pci}/sriov_drivers_autoprobe", "1\n")
            self._netdev(name, pci, nic["mac"], "up")

    def put(self, path, text=""):
        os.makedirs(os.path.dirname(self.root + path), exist_ok=True)
        with open(self.root + path, "w", encoding="utf-8") as stream:
            stream.write(text)

    def read(self, path):
        with open(self.root + path, encoding="utf-8") as stream:
            return stream.read()

    def _link(self, target, path):
        """A relative link, so that readlink() shows no scratch path."""
        os.makedirs(os.path.dirname(self.root + path), exist_ok=True)
        if os.path.islink(self.root + path):
            os.remove(self.root + path)
        os.symlink(os.path.relpath(target, os.path.dirname(path)), self.root + path)

    def _pci_device(self, pci, driver, vendor):
        device = f"/sys/devices/pci/{pci}"
        self.put(f"{device}/vendor", f"{vendor}\n")
        self.put(f"{device}/device", "0x158b\n")
        self.put(f"{device}/numa_node", "0\n")
        self.put(f"{device}/modalias", f"pci:v{vendor[2:]}\n")
        self._link(device, f"/sys/bus/pci/devices/{pci}")
        self._set_driver(pci, driver)

    def _set_driver(self, pci, driver):
        os.makedirs(f"{self.root}/sys/bus/pci/drivers/{driver}", exist_ok=True)
        self.put(f"/sys/devices/pci/{pci}/uevent", f"DRIVER={driver}\nPCI_SLOT_NAME={pci}\n")
        self._link(f"/sys/bus/pci/drivers/{driver}", f"/sys/devices/pci/{pci}/driver")

    def _netdev(self, name, pci, mac, operstate):
        place = f"/sys/class/net/{name}"
        self.put(f"{place}/address", f"{mac}\n")
        self.put(f"{place}/operstate", f"{operstate}\n")
        self.put(f"{place}/addr_assign_type", "0\n")
        self._link(f"/sys/devices/pci/{pci}", f"{place}/device")
        self.put(f"/sys/devices/pci/{pci}/net/{name}/address", f"{mac}\n")

    def make_vfs(self, pf_device, count):
        """What the kernel does when sriov_numvfs is written."""
        pci = os.path.basename(os.path.realpath(pf_device))
        name, nic = next(item for item in self._nics.items() if item[1]["pci"] == pci)
        if count > _TOTAL_VFS:
            raise OSError(34, "Numerical result out of range")
        for vf in range(count):
            slot = 2 + 8 * int(pci[-1]) + vf // 8
            vf_pci = f"{pci[:-4]}{slot:02x}.{vf % 8}"
            self._pci_device(vf_pci, "iavf", _vendor(nic["driver"]))
            self._netdev(f"{name}v{vf}", vf_pci, f"{nic['mac'][:14]}:{vf:02x}", "down")
            self._link(f"/sys/devices/pci/{vf_pci}", f"/sys/devices/pci/{pci}/virtfn{vf}")
            self._link(f"/sys/devices/pci/{pci}", f"/sys/devices/pci/{vf_pci}/physfn")

    def execute(self, *command, **kwargs):
        """In place of oslo's processutils.execute()."""
        words = [os.path.basename(str(command[0])), *map(str, command[1:])]
        text = " ".join(words)
        if not text.startswith(_QUERIES):
            self.commands.append(text)
        try:
            return self._answer(words, text), ""
        except LookupError as error:
            if kwargs.get("check_exit_code") is False:
                return "", str(error)
            raise processutils.ProcessExecutionError(
                stdout="", stderr=str(error), exit_code=1, cmd=text
            ) from error

    def _answer(self, words, text):
        if text.startswith("ethtool -i "):
            return self._driver_information(words[-1])
        if text.startswith("modprobe -R "):
            return "iavf\n"
        if words[0] in ("ifup", "ifdown"):
            state = f"/sys/class/net/{words[1]}/operstate"
            if os.path.exists(self.root + state):
                self.put(state, "up\n" if words[0] == "ifup" else "down\n")
        if words[:2] == ["driverctl", "set-override"]:
            self._override_driver(*words[-2:])
        return ""

    def _driver_information(self, name):
        uevent = f"/sys/class/net/{name}/device/uevent"
        if not os.path.exists(self.root + uevent):
            raise LookupError("Cannot get driver information: No such device")
        known = dict(line.split("=", 1) for line in self.read(uevent).split())
        return f"driver: {known['DRIVER']}\nversion: 1\nbus-info: {known['PCI_SLOT_NAME']}\n"

    def _override_driver(self, pci, driver):
        device = f"{self.root}/sys/devices/pci/{pci}"
        if not os.path.exists(device):
            raise LookupError(f"driverctl: no such device: {pci}")
        if driver not in _USERSPACE_DRIVERS:
            raise LookupError(f"driverctl: failed to bind device {pci} to driver {driver}")
        self._set_driver(pci, driver)
        for name in os.listdir(f"{device}/net") if os.path.isdir(f"{device}/net") else ():
            shutil.rmtree(f"{self.root}/sys/class/net/{name}")
        shutil.rmtree(f"{device}/net", ignore_errors=True)


def _vendor(driver):
    return _MELLANOX if driver.startswith("mlx") else _INTEL


class NumvfsFile(io.StringIO):
    """sriov_numvfs while it is written: closing it makes the VFs."""

    def __init__(self, host, path):
        super().__init__()
        self._host, self._path = host, path

    def close(self):
        if not self.closed:
            count = self.getvalue()
            super().close()
            self._host.make_vfs(os.path.dirname(self._path), int(count or 0))
            self._host.put(self._path.removeprefix(self._host.root), f"{int(count or 0)}\n")

    def __exit__(self, *exc):
        self.close()
