"""Why Nova makes no server of a flavor."""


class RefusedError(Exception):
    """A flavor that Nova's API answers with 400 when a server is made of it.

    `fault` is the name of Nova's exception, `key` the extra spec, image property or field of
    the flavor that is to be changed.
    """

    def __init__(self, fault: str, key: str, message: str, hint: str) -> None:
        super().__init__(message)
        self.fault, self.key, self.hint = fault, key, hint
