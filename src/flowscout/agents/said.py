"""What is said of the code, and where it is seen."""

from __future__ import annotations

from ..model.record import NamedTuple


class Cited(NamedTuple):
    """A sentence and the place that shows it."""

    text: str
    path: str
    line: int


class Answered(NamedTuple):
    """said: what stands of the model's answer, empty where nothing does. iterations: rounds; tools: used, in order (`toolsUsed`).
    stopped: why there is no answer."""

    said: tuple[Cited, ...]
    iterations: int
    tools: tuple[str, ...]
    origin: str = ""
    confidence: float = 0.0
    stopped: str = ""
    reasoning: tuple[str, ...] = ()  # what the model said of each round that it thinks
