"""From a question to a value that was checked, or to none: the self-correction loop.

    1  ask; an error of the server ends the loop and uses up no correction
    2  sanitize, parse, validate against the wire model; then the question's own checks
    3  flawless: done. Flawed: ask again with the data, the invalid output and what is wrong with it, in sentences
    4  after the last correction: what validated but for single texts is given back with its flaws, anything worse is not

A flaw of the whole (a missing field, a wrong type, lines outside the file) may be corrected `retries` times. A text that
claims more than its evidence is asked for once more; then the rule-made words stand.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Final, Generic, NamedTuple, Protocol

from .prompts import Mark, correction, first, load, random_mark
from .provider import UNSENT, Answered, Failure, Request
from .wire import Flaw, Shape, read, told, wire_schema

RETRIES: Final = 2
GROUNDING_RETRIES: Final = 1
ANSWER_FORMAT: Final = 2  # of what is remembered


class Question(NamedTuple, Generic[Shape]):
    """task: names the prompt. data: what the model sees, plain JSON. check: flaws of a value that has the right shape.
    rule: the rule-made answer, in the same shape. shared: several want its answer, and it is asked once a run."""

    task: str
    data: Mapping[str, Any]
    shape: type[Shape]
    check: Callable[[Shape], tuple[Flaw, ...]]
    max_tokens: int = 2_000
    rule: str = ""
    retries: int = RETRIES
    shared: bool = False


class ModelAnswer(NamedTuple, Generic[Shape]):
    """value: None where nothing can be used. flaws: of the value, none fatal; or why there is none. attempts: queries made.
    failure: the error of the server that ended it. origin: `provider:model digest`, "" without a value."""

    value: Shape | None
    attempts: int
    flaws: tuple[Flaw, ...] = ()
    failure: Failure | None = None
    origin: str = ""
    remembered: bool = False

    @property
    def error(self) -> str | None:
        if self.failure:
            return f"{self.failure.kind}: {self.failure.message}"
        return self.flaws[0].message if self.flaws and self.value is None else None


class Asker(Protocol):
    """What `ask` needs of a session."""

    @property
    def who(self) -> str:
        """`provider:model`, with whatever else decides the answer."""
        ...

    def clean(self, text: str, /) -> str: ...
    def complete(self, request: Request, /) -> Answered: ...
    def recall(self, key: str, /) -> str | None: ...
    def remember(self, key: str, text: str, /) -> None: ...
    def once(self, key: str, make: Callable[[], Any], /) -> Any:
        """What `make` made for this key, which is called once a run, whoever asks first."""
        ...


def request_of(question: Question[Shape], user: str) -> Request:
    return Request(
        question.task, load(question.task), user, wire_schema(question.shape), question.max_tokens, question.rule
    )


def digest_of(question: Question[Shape]) -> str:
    """Of all that a question says: prompt, data, shape. Sixteen hex digits."""
    parts = (ANSWER_FORMAT, load(question.task), question.data, wire_schema(question.shape))
    return sha256(json.dumps(parts, ensure_ascii=False).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def origin_of(asker: Asker, question: Question[Shape]) -> str:
    return f"{asker.who} {digest_of(question)}"


def cleaned(asker: Asker, question: Question[Shape]) -> Question[Shape]:
    """As it may leave the machine."""
    return question._replace(data=_cleaned(question.data, asker.clean))


def ask(asker: Asker, question: Question[Shape], mark: Mark = random_mark) -> ModelAnswer[Shape]:
    question = cleaned(asker, question)
    origin = origin_of(asker, question)
    if question.shared:
        made: ModelAnswer[Shape] = asker.once(origin, lambda: _answer(asker, question, origin, mark))
        return made
    return _answer(asker, question, origin, mark)


def _answer(asker: Asker, question: Question[Shape], origin: str, mark: Mark) -> ModelAnswer[Shape]:
    known = asker.recall(origin)
    if known is not None:
        value, flaws = judged(question, known)
        if value is not None and not any(flaw.fatal for flaw in flaws):
            return ModelAnswer(value, 0, flaws, None, origin, True)
    return _asked(asker, question, origin, mark)


def _asked(asker: Asker, question: Question[Shape], origin: str, mark: Mark) -> ModelAnswer[Shape]:
    user = first(question.data, mark)
    attempts, groundings = 0, 0
    value: Shape | None = None
    flaws: tuple[Flaw, ...] = ()
    while True:
        answered = asker.complete(request_of(question, user))
        if isinstance(answered, Failure):
            sent = answered.kind not in UNSENT
            return _settled(asker, question, ModelAnswer(value, attempts + sent, flaws, answered, origin))
        attempts += 1
        value, flaws = judged(question, answered.text)
        fatal = any(flaw.fatal for flaw in flaws)
        groundings += bool(flaws) and not fatal
        if not flaws or attempts > question.retries or groundings > GROUNDING_RETRIES:
            return _settled(asker, question, ModelAnswer(value, attempts, flaws, None, origin))
        user = correction(question.data, answered.text, told(flaws), mark)


def judged(question: Question[Shape], text: str) -> tuple[Shape | None, tuple[Flaw, ...]]:
    """What a reply is worth: its value, if it has the right shape, and what is wrong with it."""
    value, flaws = read(question.shape, text)
    return (value, question.check(value)) if value is not None else (None, flaws)


def _settled(asker: Asker, question: Question[Shape], answer: ModelAnswer[Shape]) -> ModelAnswer[Shape]:
    """Without a value that cannot be used; what can be is remembered, unless the server failed meanwhile."""
    if answer.value is None or any(flaw.fatal for flaw in answer.flaws):
        return answer._replace(value=None, origin="")
    if answer.failure is None:
        asker.remember(answer.origin, answer.value.model_dump_json())
    return answer


def _cleaned(data: Any, clean: Callable[[str], str]) -> Any:
    """Every text of the data through the session's redaction."""
    if isinstance(data, str):
        return clean(data)
    if isinstance(data, Mapping):
        return {key: _cleaned(value, clean) for key, value in data.items()}
    return [_cleaned(item, clean) for item in data] if isinstance(data, list | tuple) else data
