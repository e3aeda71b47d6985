"""One run of os-net-config, as on a node that is being deployed."""

import collections
import collections.abc
import importlib
import io
import json
import logging
import os
import pkgutil
import re
import sys
import time

import os_net_config
import yaml
from fake_host import FakeHost
from redirect import Redirect

collections.Mapping = collections.abc.Mapping
CONFIG = "/etc/os-net-config/config.json"
_RESULTS = ("/etc/sysconfig", "/etc/iproute2", "/etc/udev/rules.d", "/etc/systemd/system")


class Recorder(dict):
    """Provider data that notices a value being replaced by another one."""

    def __init__(self, kind, replaced):
        super().__init__()
        self._kind, self._replaced = kind, replaced

    def __setitem__(self, key, value):
        if self.get(key, value) != value and isinstance(value, str):
            self._replaced.append(f"{key} ({self._kind})")
        super().__setitem__(key, value)


class Runner:
    def __init__(self, scratch, nics):
        self.scratch, self._nics = scratch, nics
        self.runs = 0
        self.validating = True
        self._modules = {}
        for info in pkgutil.iter_modules(os_net_config.__path__):
            if info.name != "tests":
                module = importlib.import_module(f"os_net_config.{info.name}")
                self._modules[info.name] = module
        self._provider = None
        self._replaced = []
        self._watch_provider()
        self._watch_validator()
        self._answer_for_the_kernel()
        self._redirect = Redirect(scratch)

    def _watch_provider(self):
        provider = self._modules["impl_ifcfg"].IfcfgNetConfig
        real = provider.__init__

        def init(config, *args, **kwargs):
            real(config, *args, **kwargs)
            self._provider = config
            for name, value in list(vars(config).items()):
                if name.endswith("_data") and type(value) is dict:
                    setattr(config, name, Recorder(name, self._replaced))

        provider.__init__ = init

    def _watch_validator(self):
        """Read the schema once, and leave it out of runs that only look for effects."""
        validator = self._modules["validator"]
        schema = validator.get_os_net_config_schema()
        validator.get_os_net_config_schema = lambda: schema
        real = validator.validate_config
        validator.validate_config = lambda *args, **kwargs: (
            real(*args, **kwargs) if self.validating else []
        )

    def _answer_for_the_kernel(self):
        """No events come from a fake sysfs, and nothing has to be waited for."""
        sriov = self._modules["sriov_config"]
        for name in vars(sriov).copy():
            if name.startswith(("udev_monitor_", "_wait_for_")):
                setattr(sriov, name, lambda *args, **kwargs: None)
        time.sleep = lambda seconds: None

    def run(self, network_config):
        """files, commands, maps; error is None when os-net-config went through."""
        self.runs += 1
        root = os.path.join(self.scratch, f"run{self.runs}")
        os.makedirs(root)
        self._redirect.host = None
        host = FakeHost(root, self._nics)
        self._redirect.host = host
        self._replaced.clear()
        self._modules["objects"]._MAPPED_NICS = None
        host.put(CONFIG, json.dumps({"network_config": network_config}))
        records, code, error = self._main(
            ["os-net-config", "-p", "ifcfg", "--detailed-exit-codes", "-c", CONFIG]
        )
        # 2 says that files were changed, which is a success.
        if error is None and code not in (0, 2):
            error = f"exit code {code}"
        return {
            "error": error,
            "log": [text.replace(root, "") for text in records],
            "files": _files(root),
            "commands": list(host.commands),
            "maps": {name: self._map(host, name) for name in ("dpdk_mapping", "sriov_config")},
            "overwritten": self._replaced + self._same_device_twice(),
        }

    def _main(self, argv):
        records, code, error = [], None, None
        handler = logging.Handler(logging.WARNING)
        handler.emit = lambda record: records.append(record.getMessage())
        top = logging.getLogger()
        top.handlers[:] = [handler]
        top.setLevel(logging.WARNING)
        stdout, sys.stdout = sys.stdout, io.StringIO()
        try:
            code = self._modules["cli"].main(argv)
        except SystemExit as stop:
            code = stop.code
        except Exception as problem:
            error = f"{type(problem).__name__}: {problem}"
        finally:
            sys.stdout = stdout
            top.handlers.clear()
        return records, code, error

    @staticmethod
    def _map(host, name):
        path = f"/var/lib/os-net-config/{name}.yaml"
        there = os.path.exists(host.root + path)
        return yaml.safe_load(host.read(path)) if there else []

    def _same_device_twice(self):
        """One device's file from two kinds of objects, say a bond and an interface."""
        seen, twice = {}, []
        for kind, devices in vars(self._provider).items() if self._provider else ():
            if isinstance(devices, Recorder) and not re.match("(route|rule)", kind):
                for device, text in devices.items():
                    if isinstance(text, str):
                        if device in seen:
                            twice.append(f"{device} ({seen[device]} and {kind})")
                        seen[device] = kind
        return twice


def _files(root):
    found = {}
    for place in _RESULTS:
        for directory, _, names in os.walk(root + place):
            for name in names:
                path = os.path.join(directory, name)
                with open(path, encoding="utf-8") as stream:
                    found[path.removeprefix(root)] = stream.read()
    return dict(sorted(found.items()))
