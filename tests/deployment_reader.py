"""Types of the fixtures."""

from collections.abc import Callable

from generator.deployment.types import DeploymentView

Reader = Callable[..., DeploymentView]
