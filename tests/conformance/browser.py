"""A headless Chromium, driven by its own DevTools protocol over a pair of pipes.

No library is in between: those that exist bring a driver of their own (100 MB and more),
and what is needed here is a dozen commands.
"""

import base64
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PROGRAM = "chromium"
_OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe",
)  # fmt: skip


class Tab:
    """A page of the browser, with what it complained of and asked for since it was opened."""

    def __init__(self, commands: int, answers: int) -> None:
        self._commands, self._answers = commands, answers
        self._number, self._buffer, self._session = 0, b"", ""
        self.complaints: list[str] = []
        self.requests: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The result of a command; events that come before it are taken note of."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        while (answer := self._read()).get("id") != self._number:
            self._event(answer)
        assert "error" not in answer, f"{method}: {answer['error']}"
        result: dict[str, Any] = answer["result"]
        return result

    def open(self, page: Path) -> None:
        """Load a file and wait until all of it is there."""
        self.complaints, self.requests = [], []
        self.call("Page.navigate", url=page.as_uri())
        while (answer := self._read()).get("method") != "Page.loadEventFired":
            self._event(answer)

    def look(self, width: int, dark: bool = False, media: str = "screen") -> None:
        """How the page is looked at."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=900, deviceScaleFactor=1, mobile=width < 600,
        )  # fmt: skip
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media=media, features=[scheme])

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def wait_for(self, script: str) -> None:
        """Until an expression is true."""
        end = time.monotonic() + 10
        while not self.run(script):
            assert time.monotonic() < end, script
            time.sleep(0.01)

    def press(self, key: str) -> None:
        """A key of the keyboard."""
        for kind in ("keyDown", "keyUp"):
            text = {"text": "\r"} if kind == "keyDown" and key == "Enter" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, **text)

    def picture(self) -> bytes:
        """All of the page as PNG."""
        taken = self.call("Page.captureScreenshot", captureBeyondViewport=True)
        return base64.b64decode(taken["data"])

    def printed(self) -> bytes:
        """The page as PDF."""
        return base64.b64decode(self.call("Page.printToPDF", preferCSSPageSize=True)["data"])

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            chunk = os.read(self._answers, 1 << 20)
            assert chunk, "the browser has gone"
            self._buffer += chunk
        message, _, self._buffer = self._buffer.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found

    def _event(self, event: dict[str, Any]) -> None:
        parameters = event.get("params", {})
        match event.get("method"):
            case "Network.requestWillBeSent":
                self.requests.append(parameters["request"]["url"])
            case "Network.loadingFailed":
                self.complaints.append(f"failed: {parameters['errorText']}")
            case "Runtime.consoleAPICalled" | "Runtime.exceptionThrown":
                self.complaints.append(json.dumps(parameters))
            case "Log.entryAdded":
                self.complaints.append(parameters["entry"]["text"])


@contextmanager
def browser(profile: Path) -> Iterator[Tab]:
    """A browser with an empty profile, ended afterwards with all of its processes."""
    program = shutil.which(PROGRAM)
    assert program, "no chromium: run tests/conformance/packages.sh"
    command_end, commands = os.pipe()
    answers, answer_end = os.pipe()
    # The protocol wants descriptors 3 and 4; the shell hands them over by these numbers.
    script = f'exec "$0" "$@" 3<&{command_end} 4>&{answer_end}'
    process = subprocess.Popen(
        ["bash", "-c", script, program, *_OPTIONS, f"--user-data-dir={profile}"],
        pass_fds=(command_end, answer_end), start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(command_end)
    os.close(answer_end)
    try:
        yield Tab(commands, answers)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        os.close(commands)
        os.close(answers)
