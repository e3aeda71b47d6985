"""A request is given up as a whole, however its answer drips in."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from threading import Event, Thread
from time import monotonic

import pytest
import requests

from generator.cloud.patience import bounded

HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"


@pytest.fixture
def dripping() -> Iterator[str]:
    """The address of a service that answers a byte every tenth of a second."""
    done = Event()

    def serve(listener: socket.socket) -> None:
        with suppress(OSError):
            connection, _ = listener.accept()
            with connection:
                connection.sendall(HEAD)
                while not done.wait(0.1):
                    connection.sendall(b"x")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        Thread(target=serve, args=(listener,), daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        done.set()


def test_dripping_answers_are_given_up(dripping: str) -> None:
    session = requests.Session()
    session.trust_env = False  # no proxy in between
    bounded(session, 0.5)
    began = monotonic()
    with pytest.raises(requests.Timeout, match=r"was not answered whole in 0\.5 s"):
        session.get(dripping, timeout=5)
    assert monotonic() - began < 3


def test_answers_and_errors_come_through() -> None:
    session = requests.Session()
    session.trust_env = False
    bounded(session, 5)
    with pytest.raises(requests.ConnectionError):
        session.get("http://127.0.0.1:9/", timeout=1)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        Thread(target=_answer, args=(listener,), daemon=True).start()
        said = session.get(f"http://127.0.0.1:{listener.getsockname()[1]}/", timeout=5)
    assert (said.status_code, said.text) == (200, "whole")


def _answer(listener: socket.socket) -> None:
    connection, _ = listener.accept()
    with connection:
        connection.recv(4096)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwhole")
