"""A word for whoever waits longer than two seconds."""

import threading
from types import TracebackType

from typer import echo

_PATIENCE_SECONDS = 2.0


class Progress:
    """Says on standard error what is being done, once it takes long, and each step after."""

    def __init__(self) -> None:
        self._step = "connecting"
        self._late = False
        self._lock = threading.Lock()
        self._timer = threading.Timer(_PATIENCE_SECONDS, self._begin)
        self._timer.daemon = True

    def __enter__(self) -> "Progress":
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self._timer.cancel()

    def told(self, step: str) -> None:
        """What is done from now on."""
        with self._lock:
            self._step = step
            if self._late:
                self._say()

    def _begin(self) -> None:
        with self._lock:
            self._late = True
            self._say()

    def _say(self) -> None:
        echo(f"nfvgen: {self._step} ...", err=True)
