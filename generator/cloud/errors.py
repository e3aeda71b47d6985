"""What goes wrong with a cloud."""

from generator.errors import NfvgenError


class CloudError(NfvgenError):
    """The cloud does not do what it is asked for."""
