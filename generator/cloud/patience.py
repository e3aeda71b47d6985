"""Requests that are given up when they take too long as a whole.

The timeout of requests, which comes with openstacksdk, is one for each read: a service that
sends a byte now and then would never run into it.
"""

from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from requests import PreparedRequest, Response, Session, Timeout
from requests.adapters import BaseAdapter


def bounded(session: Session, seconds: float) -> None:
    """Give every request of a session so many seconds for its whole answer."""
    for prefix, adapter in list(session.adapters.items()):
        session.mount(prefix, _Bounded(adapter, seconds))


class _Bounded(BaseAdapter):
    """An adapter that waits for another one, so long and no longer."""

    def __init__(self, inner: BaseAdapter, seconds: float) -> None:
        super().__init__()
        self._inner, self._seconds = inner, seconds

    def send(self, request: PreparedRequest, *args: Any, **options: Any) -> Response:
        """Send in a thread of its own, which is left behind if it takes too long."""
        answers: SimpleQueue[Response | Exception] = SimpleQueue()

        def work() -> None:
            try:
                response = self._inner.send(request, *args, **options)
                if not options.get("stream"):
                    _ = response.content  # read here, where the time is taken
                answers.put(response)
            except Exception as error:
                answers.put(error)

        Thread(target=work, daemon=True).start()
        try:
            answer = answers.get(timeout=self._seconds)
        except Empty:
            said = f"Request to {request.url} was not answered whole in {self._seconds:g} s"
            raise Timeout(said, request=request) from None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        """Close the other one."""
        self._inner.close()
