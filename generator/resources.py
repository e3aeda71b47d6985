"""Where templates/, schemas/ and docs/rules/ lie."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource_dir(name: str) -> Path:
    """The folder `name`: inside the package in a wheel, beside it in a checkout.

    An editable install imports the package from the checkout, so both places are
    looked at, the wheel's first.
    """
    packaged = _PACKAGE / name
    return packaged if packaged.is_dir() else _PACKAGE.parent / name
