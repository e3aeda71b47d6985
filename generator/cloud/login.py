"""What clouds.yaml and the environment say of a cloud."""

import logging
import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from generator.cloud.errors import CloudError

if TYPE_CHECKING:
    from openstack.config.cloud_region import CloudRegion  # noqa: TID251 (for types only)

_ENVIRONMENT = "envvars"
_PASSWORD_PLUGINS = {"password", "v2password", "v3password"}
_USER = {"username", "user_id"}


def login(name: str, seconds: int) -> "CloudRegion":
    """The login to a cloud, with all that it takes. Raises CloudError."""
    from openstack.config import OpenStackConfig  # noqa: TID251 (the function that needs it)

    source = "the OS_ variables say" if name == _ENVIRONMENT else "clouds.yaml says"
    try:
        with _passed_over() as broken, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what matters is told when the login fails
            config = OpenStackConfig()
            if broken and name != _ENVIRONMENT:
                raise CloudError(f"cloud {name}: {broken[0]}")
            # Without any file the SDK makes up a cloud that is called defaults.
            known = config.get_cloud_names() if config.default_cloud != "defaults" else []
            if name not in known:
                raise CloudError(_unknown(name, known))
            region = config.get_one(name, api_timeout=seconds, app_name="nfvgen")
        if fault := _fault(region.config):
            raise CloudError(f"cloud {name}: {fault}")
        return region
    except (AttributeError, KeyError, TypeError, ValueError):
        raise CloudError(
            f"cloud {name}: what {source} of it cannot be understood; compare it with"
            " the documentation of openstacksdk"
        ) from None


class _PassedOver(logging.Handler):
    """Hears which files the SDK leaves out because it cannot read them."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.files: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        match record.args:
            case (path, Exception() as error):
                self.files.append(_no_yaml(str(path), error))


@contextmanager
def _passed_over() -> Iterator[list[str]]:
    logger = logging.getLogger("openstack.config")
    heard = _PassedOver()
    logger.addHandler(heard)
    try:
        yield heard.files
    finally:
        logger.removeHandler(heard)


def _no_yaml(path: str, error: Exception) -> str:
    """Where a file is broken. What the reader says of it may hold a password: `*x` is an
    unknown alias."""
    mark = getattr(error, "problem_mark", None)
    line = mark.line + 1 if mark else getattr(error, "lineno", None)
    column = mark.column + 1 if mark else getattr(error, "colno", None)
    kind = "JSON" if path.endswith("json") else "YAML"
    if line is None:
        return f"{path}: the file is no {kind} text; write it anew in UTF-8"
    return (
        f"{path}:{line}:{column}: the file is no {kind} from here on; mend it, or put what stands"
        " here in quotes"
    )


def _unknown(name: str, known: list[str]) -> str:
    if name == _ENVIRONMENT:
        return "no OS_ variables are set that describe a cloud; run: source overcloudrc"
    there = f"; there are: {', '.join(sorted(known))}" if known else ""
    return (
        f"no cloud {name!r} in clouds.yaml{there} (the file is looked for in this folder,"
        " ~/.config/openstack and /etc/openstack, or OS_CLIENT_CONFIG_FILE names it; what OS_"
        f" variables describe is called {_ENVIRONMENT})"
    )


def _fault(config: Mapping[str, Any]) -> str | None:
    """What a login by password lacks. The plugins notice some of it late, some never."""
    auth = config.get("auth") or {}
    if config.get("auth_type", "password") in _PASSWORD_PLUGINS:
        lacks = [key for key in ("auth_url", "password") if not auth.get(key)]
        lacks[:0] = [] if any(auth.get(key) for key in _USER) else ["username"]
        if lacks:
            return incomplete(lacks)
    address = str(auth.get("auth_url") or "https://")
    if not re.match("https?://", address):
        shown = address.rpartition("@")[2]
        return f"auth_url has to begin with http:// or https://, such as http://{shown}"
    return None


def incomplete(lacks: list[str]) -> str:
    """What a login lacks, by the keys of clouds.yaml."""
    variables = ", ".join(f"OS_{key.upper()}" for key in lacks)
    return (
        f"the login is not complete: {', '.join(lacks)}; write what is missing into clouds.yaml,"
        f" or set {variables}"
    )
