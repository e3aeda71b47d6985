"""How a command ends: every error becomes a message and an exit code, never a traceback."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, NoReturn

from typer import echo
from typer.core import TyperGroup

from generator.errors import ExitCode, InputError, NfvgenError

_BY_SIGNAL = 128  # as shells count: 128 and the number of the signal


class Group(TyperGroup):
    """A group of commands that end in order, also when a test calls it."""

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        """Options such as --help print before any command runs."""
        with in_order():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        with in_order():
            return super().invoke(ctx)


@contextmanager
def in_order() -> Iterator[None]:
    """End the program with an exit code of ours."""
    try:
        yield
    except InputError as error:
        from generator.commands.printing import show_findings

        show_findings(error.findings, err=True)
        raise SystemExit(error.exit_code) from None
    except NfvgenError as error:
        _fail(str(error), error.exit_code)
    except BrokenPipeError:
        _give_up_output()  # the reader has seen enough
        raise SystemExit(_BY_SIGNAL + signal.SIGPIPE) from None
    except KeyboardInterrupt:
        _fail("interrupted", _BY_SIGNAL + signal.SIGINT)
    except OSError as error:
        from generator.os_errors import in_plain_words

        if error.filename is None:  # errors around files name them
            # Or standard error; but then nobody reads this.
            error.filename = "standard output"
            _give_up_output()
        _fail(str(in_plain_words(error)), ExitCode.UNUSABLE)


def run(command: Any) -> NoReturn:
    """The program: streams and signals made ready, output flushed while errors still count.

    A run is short, so it does not pay for taking the interpreter down object by object.
    """
    code = _code_of(command)
    with suppress(OSError, ValueError, AttributeError):
        sys.stderr.flush()
    os._exit(code)


def _code_of(command: Any) -> int:
    """The exit code that a command ends with; a bug of ours still shows its traceback."""
    try:
        with in_order():
            _take_signals()
            _take_streams()
            try:
                command()
            finally:
                sys.stdout.flush()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return ExitCode.DONE


def _take_signals() -> None:
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _stop)
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:  # while the program was loaded
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _take_streams() -> None:
    """Refuse closed ones: the next file that is opened would get their number, and with it
    whatever is printed."""
    streams: dict[str, Any] = {"standard output": sys.stdout, "standard error": sys.stderr}
    for name, stream in streams.items():
        if stream is None:
            raise NfvgenError(f"{name} is closed; give it a place to go, such as /dev/null")
        # A terminal without a sign such as × gets something readable instead.
        stream.reconfigure(errors="backslashreplace")


def _give_up_output() -> None:
    """What is still buffered cannot be written, and Python would complain of that at exit."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    """End by way of exceptions, so that unfinished work is cleared away."""
    raise SystemExit(_BY_SIGNAL + number)


def _fail(message: str, code: int) -> NoReturn:
    with suppress(OSError):  # the code says it all the same
        echo(f"nfvgen: {message}", err=True)
    raise SystemExit(int(code)) from None
