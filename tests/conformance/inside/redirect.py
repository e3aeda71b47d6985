"""Lead os-net-config to a fake host, and stop whatever does not go there."""

import builtins
import os
import sys

from fake_host import NumvfsFile
from oslo_concurrency import processutils

# What os-net-config reads and writes on a node. Everything else is left alone, since
# the interpreter and its libraries use the same functions.
_NODE_PATHS = (
    "/sys/",
    "/etc/sysconfig",
    "/etc/os-net-config",
    "/etc/systemd",
    "/etc/udev",
    "/etc/sysctl.d",
    "/etc/iproute2",
    "/var/lib/os-net-config",
    "/sbin/",
    "/usr/sbin/",
    "/bin/ovs-appctl",
    "/usr/bin/ovs-appctl",
)
_ONE_PATH = (
    *("stat", "lstat", "access", "readlink", "listdir", "scandir"),
    *("mkdir", "rmdir", "remove", "unlink", "chmod", "utime", "open"),
)
_WRITES = {
    "os.remove": (0,),
    "os.rename": (0, 1),
    "os.mkdir": (0,),
    "os.rmdir": (0,),
    "os.link": (0, 1),
    "os.symlink": (1,),
    "os.chmod": (0,),
    "os.truncate": (0,),
}
_NEVER = (
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "os.kill",
    "socket.connect",
    "socket.bind",
    "socket.sendto",
)


class Leak(BaseException):
    """Something tried to act outside the fake host."""


class Redirect:
    """Patches this process for good; set host before each run."""

    def __init__(self, scratch):
        self.host = None
        self._scratch = scratch + os.sep
        for name in _ONE_PATH:
            setattr(os, name, self._first_path(getattr(os, name)))
        os.rename = self._both_paths(os.rename)
        os.replace = self._both_paths(os.replace)
        builtins.open = self._open(builtins.open)
        processutils.execute = lambda *args, **kwargs: self.host.execute(*args, **kwargs)
        sys.addaudithook(self._audit)

    def _move(self, path):
        if self.host and isinstance(path, str) and path.startswith(_NODE_PATHS):
            return self.host.root + path
        return path

    def _first_path(self, real):
        def call(path=".", *args, **kwargs):
            return real(self._move(path), *args, **kwargs)

        return call

    def _both_paths(self, real):
        def call(first, second, **kwargs):
            return real(self._move(first), self._move(second), **kwargs)

        return call

    def _open(self, real):
        def call(path, mode="r", *args, **kwargs):
            moved = self._move(path)
            if moved != path and mode == "w" and moved.endswith("/sriov_numvfs"):
                return NumvfsFile(self.host, moved)
            return real(moved, mode, *args, **kwargs)

        return call

    def _audit(self, event, args):
        """The second line: a function that is not patched above cannot do harm."""
        if event in _NEVER:
            raise Leak(f"{event} {args!r:.200}")
        paths = [args[index] for index in _WRITES.get(event, ())]
        if event == "open" and isinstance(args[0], str):
            writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
            if set(str(args[1] or "")) & set("wax+") or (args[2] or 0) & writing:
                paths = [args[0]]
        for path in paths:
            # shutil.rmtree names entries relative to an open directory of its own.
            text = os.fspath(path)
            if os.path.isabs(text) and not (text + os.sep).startswith(self._scratch):
                raise Leak(f"{event} {text}")
