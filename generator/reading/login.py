"""A login, as files of credentials have them."""

from dataclasses import dataclass

from generator.values import Secret


@dataclass(frozen=True)
class Login:
    """A user with a password."""

    username: str
    password: Secret
