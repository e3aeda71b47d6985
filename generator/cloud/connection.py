"""A connection to a cloud, and its errors in plain words.

The only place that imports openstacksdk, and only when a connection is made: it takes half
a second, which no other command pays.
"""

import logging
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

from generator.errors import NfvgenError

if TYPE_CHECKING:
    from openstack.config.cloud_region import CloudRegion  # noqa: TID251 (for types only)
    from openstack.connection import Connection  # noqa: TID251
    from requests import Response

REQUEST_SECONDS = 20
"""How long one request may take; finding out about a service that hangs takes three."""

_SECRETS = re.compile("password|secret|token|passcode|credential")
# To the last @: a password may hold one, or a slash, which makes the URL one that cannot be read.
_USER_IN_URL = re.compile(r"(?<=://)\S+@")
_POOL = re.compile(r": HTTPS?ConnectionPool\(")  # how requests says the same again
_LONGEST = 400
_SDK = {"openstack", "keystoneauth1", "requests", "json"}


class CloudError(NfvgenError):
    """The cloud does not do what it is asked for."""


@dataclass(frozen=True)
class Cloud:
    """A connection. `name` is the cloud's in clouds.yaml."""

    name: str
    sdk: "Connection"
    secrets: tuple[str, ...] = field(repr=False)


@contextmanager
def connect_cloud(name: str) -> Iterator[Cloud]:
    """A connection to a cloud of clouds.yaml, with the login tried. Raises CloudError, also
    for what goes wrong while it is used."""
    import openstack  # noqa: TID251 (the function that needs it)

    # Its log would repeat on standard error what the message says.
    for logger in ("openstack", "keystoneauth"):
        logging.getLogger(logger).addHandler(logging.NullHandler())
    region = _configured(name)
    secrets = tuple(_secrets(region.config))
    with plain_words(name, secrets), openstack.connection.Connection(config=region) as connection:
        _log_in(name, connection, secrets)
        yield Cloud(name, connection, secrets)


def _log_in(name: str, connection: "Connection", secrets: Sequence[str]) -> None:
    """Get a token, with the errors that are none of the SDK's own classes in plain words too."""
    try:
        connection.session.get_token()
    except OSError as error:  # a certificate file that is not there
        raise CloudError(f"cloud {name}: {_redacted(str(error), secrets)}") from None
    except Exception as error:
        if type(error) is not Exception:
            raise
        # keystoneauth1 has no class for a login without a password.
        raise CloudError(f"cloud {name}: the login is not complete: {error}") from None


def _configured(name: str) -> "CloudRegion":
    """What clouds.yaml and the environment say of a cloud."""
    from openstack.config import OpenStackConfig  # noqa: TID251

    with plain_words(name), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what matters is told when the login fails
        try:
            config = OpenStackConfig()
            # Without any file the SDK makes up a cloud that is called defaults.
            known = config.get_cloud_names() if config.default_cloud != "defaults" else []
            if name not in known:
                raise CloudError(_unknown(name, known))
            return config.get_one(name, api_timeout=REQUEST_SECONDS, app_name="nfvgen")
        except (AttributeError, KeyError, TypeError, ValueError):
            raise CloudError(
                f"cloud {name}: what clouds.yaml says of it cannot be understood; compare it with"
                " the documentation of openstacksdk"
            ) from None


@contextmanager
def plain_words(name: str, secrets: Sequence[str] = ()) -> Iterator[None]:
    """Turn errors of the SDK into ones that carry an exit code and tell no secret."""
    from keystoneauth1.exceptions import ClientException
    from openstack.exceptions import SDKException  # noqa: TID251
    from requests import RequestException

    try:
        yield
    except (SDKException, ClientException, RequestException) as error:
        raise CloudError(f"cloud {name}: {_redacted(_plain(error), secrets)}") from None
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        if not _raised_in_sdk(error):
            raise
        raise CloudError(
            f"cloud {name}: a service gives an answer that is none of OpenStack's; check its"
            " address"
        ) from None


def _raised_in_sdk(error: Exception) -> bool:
    """Whether code of others stumbled, over an answer that it did not expect."""
    innermost = list(walk_tb(error.__traceback__))[-1][0]
    return innermost.f_globals["__name__"].partition(".")[0] in _SDK


def answer(response: "Response") -> Any:
    """What a request of our own was answered, as JSON; raises as those of the SDK do."""
    from openstack.exceptions import raise_from_response  # noqa: TID251

    raise_from_response(response)
    return response.json() if response.content else None


def _unknown(name: str, known: list[str]) -> str:
    there = f"; there are: {', '.join(sorted(known))}" if known else ""
    return (
        f"no cloud {name!r} in clouds.yaml{there} (the file is looked for in this folder,"
        " ~/.config/openstack and /etc/openstack, or OS_CLIENT_CONFIG_FILE names it; one that is"
        " no YAML is passed over; what OS_ variables describe is called envvars)"
    )


def _plain(error: Exception) -> str:
    """What went wrong, and what to do."""
    status = getattr(error, "status_code", None) or getattr(error, "http_status", None)
    said = str(getattr(error, "details", None) or error).strip(" .")
    said = _POOL.split(said)[0]
    kinds = {kind.__name__ for kind in type(error).__mro__}
    if status == 401:
        return "the login was refused (401); check user, password and project"
    if status == 403:
        return f"missing rights (403): {said}; it takes the role admin"
    if "ConnectTimeout" in kinds:
        return f"no answer within {REQUEST_SECONDS} seconds: {said}; try again later"
    if {"ConnectionError", "ServiceDiscoveryException"} & kinds:
        return f"a service cannot be reached: {said}; check that it runs and its address"
    if "MissingRequiredOptions" in kinds:
        return f"the login is not complete: {said}"
    return f"{said} ({status})" if status else said


def _secrets(config: Any) -> Iterator[str]:
    """Everything in a configuration that is nobody's business."""
    for key, value in {**config, **config.get("auth", {})}.items():
        if isinstance(value, str) and value and _SECRETS.search(key):
            yield value
        elif user := _USER_IN_URL.search(str(value)):
            yield user[0].rstrip("@").partition("/")[0]  # where a slash makes it look like a host


def _redacted(text: str, secrets: Sequence[str]) -> str:
    for secret in sorted(secrets, key=len, reverse=True):
        text = text.replace(secret, "***")
    text = " ".join(_USER_IN_URL.sub("***@", text).split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
