"""Options and fixtures of all tests."""

import signal

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes says something of the machine, not of the program.
settings.register_profile("any", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite expected files with what came out"
    )


def pytest_configure() -> None:
    # A job in the background of a shell has interrupts ignored, and so have its children;
    # tests that interrupt would wait for nothing.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether expected files are to be rewritten."""
    return bool(request.config.getoption("--update-golden"))
