"""The marker of tests that build and install the package."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "wheel: builds the wheel and tries it (slow)")
