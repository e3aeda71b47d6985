"""A connection to a cloud, and its errors in plain words.

The only place that imports openstacksdk, and only when a connection is made: it takes half
a second, which no other command pays.
"""

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

from generator.cloud.errors import CloudError
from generator.cloud.login import incomplete, login
from generator.cloud.redaction import redacted, secrets_of

if TYPE_CHECKING:
    from openstack.connection import Connection  # noqa: TID251 (for types only)
    from requests import Response

REQUEST_SECONDS = 20
"""How long a service may be silent; finding out about one that hangs takes three requests."""
ANSWER_SECONDS = 60
"""How long one request may take as a whole."""

_THEIRS = {"keystoneauth1", "openstack", "requests"}
_STUMBLED = (AttributeError, LookupError, TypeError, ValueError)  # over what they did not expect
_POOL = re.compile(r": HTTPS?ConnectionPool\(")  # how requests says the same again
_CODE = re.compile(r" \(HTTP \d+\)")


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

    from generator.cloud.patience import bounded

    # Its log would repeat on standard error what the message says.
    for logger in ("openstack", "keystoneauth"):
        logging.getLogger(logger).addHandler(logging.NullHandler())
    with plain_words(name):
        region = login(name, REQUEST_SECONDS)
    secrets = tuple(secrets_of(region.config))
    with plain_words(name, secrets), openstack.connection.Connection(config=region) as connection:
        bounded(connection.session.session, ANSWER_SECONDS)
        connection.session.get_token()
        yield Cloud(name, connection, secrets)


@contextmanager
def plain_words(name: str, secrets: Sequence[str] = ()) -> Iterator[None]:
    """Turn errors of the SDK into ones that carry an exit code and tell no secret.

    Of whatever class they are: its plugins raise bare exceptions too, and a certificate
    file that is not there is an OSError.
    """
    try:
        yield
    except CloudError:
        raise
    except Exception as error:
        if not _theirs(error):
            raise
        said = _plain(error, secrets)
        if isinstance(error, _STUMBLED) and type(error).__module__.partition(".")[0] not in _THEIRS:
            said = "a service gives an answer that is none of OpenStack's; check its address"
        raise CloudError(f"cloud {name}: {said}") from None


def _theirs(error: Exception) -> bool:
    """Whether it was raised inside of the SDK."""
    modules = (str(frame.f_globals.get("__name__")) for frame, _ in walk_tb(error.__traceback__))
    return any(module.partition(".")[0] in _THEIRS for module in modules)


def answer(response: "Response") -> Any:
    """What a request of our own was answered, as JSON; raises as those of the SDK do."""
    from openstack.exceptions import raise_from_response  # noqa: TID251

    raise_from_response(response)
    return response.json() if response.content else None


def _plain(error: Exception, secrets: Sequence[str]) -> str:
    """What went wrong, and what to do."""
    status = getattr(error, "status_code", None) or getattr(error, "http_status", None)
    said = str(getattr(error, "details", None) or error).strip(" .")
    said = redacted(_CODE.sub("", _POOL.split(said)[0]), secrets)
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
        return incomplete([option.dest for option in getattr(error, "options", ())])
    if "<html" in said.lower():
        said = "a web page was answered; check the address"
    if status:
        return f"{_asked(error, secrets)}{said} ({status})"
    return said or type(error).__name__


def _asked(error: Exception, secrets: Sequence[str]) -> str:
    """The request that was answered with an error, where that is known."""
    method, url = getattr(error, "method", None), getattr(error, "url", None)
    return f"{method or 'GET'} {redacted(str(url), secrets)}: " if url else ""
