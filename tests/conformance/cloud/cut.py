"""A line to a server that is cut after so many changes have gone through it."""

import http.client
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

_READING = {"GET", "HEAD"}


class Cut:
    """Passes requests on to a port of the loopback address. After `changes` of them that
    write, it passes nothing on any more, as if the server had gone."""

    def __init__(self, target: int, changes: int) -> None:
        self.left = changes
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self, target))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._server.server_address[1])

    def __enter__(self) -> "Cut":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def lets_pass(self, method: str) -> bool:
        """Whether a request goes through."""
        with self._lock:
            self.left -= method not in _READING
            return self.left >= 0


def _handler(cut: Cut, target: int) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _pass(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.close_connection = True
            if not cut.lets_pass(self.command):
                return
            line = http.client.HTTPConnection("127.0.0.1", target, timeout=60)
            line.request(self.command, self.path, body, dict(self.headers))
            answer = line.getresponse()
            content = answer.read()
            line.close()
            self.send_response(answer.status)
            for key, value in answer.getheaders():
                if key.lower() not in {"transfer-encoding", "connection", "content-length"}:
                    self.send_header(key, value)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = _pass  # noqa: N815

        def log_message(self, *_: Any) -> None:
            pass

    return Handler
