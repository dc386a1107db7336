"""A yes or no with a word of how: `does A always exit`, `does A clear the output first`. What is done is asked for without that word; then the places of the
answer are held against what decides over them, or against the other calls of the function."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ....agents.said import Cited
from ....model.pattern import regex
from ....tasks.answering import AnswerReply
from ...own import line_at
from ..accounted import VERDICT
from ..here import Here, label
from ..how_called import is_before
from ..joined import conditioned
from ..owners import owner_at
from ..question.tokens import one_line

_ALWAYS: Final = regex(
    r"(?i)\s{0,9}(?P<aux>does|do|will|is|are) (?P<who>\S{1,120}(?: \S{1,60}){0,3}?) (?:always|invariably|in any case|unconditionally|in every case) (?P<rest>[a-z]\S.{2,200}?)\??$"
)
_END: Final = regex(
    r"(?i)\s{0,9}(?P<plain>(?:does|do|will) \S{1,120} \S.{2,200}?) (?P<end>first|first of all|at the (?:very )?(?:beginning|start|end)|last|at last)\??$"
)
_FIRST: Final = ("first", "first of all", "beginning", "start")
_DECIDED: Final = regex(r", (?:when|unless|in the loop|after the loop) `")
NEITHER: Final = "I say neither yes nor no:"


def manner(here: Here, question: str, answer: Callable[[str], AnswerReply]) -> AnswerReply | None:
    """None where it is no such question, or where what is done is not answered."""
    text = one_line(question)
    if asked := _ALWAYS.match(text):
        reply = answer(f"{asked['aux']} {asked['who']} {asked['rest']}?")
        return _always(here, reply) if _is_plain(reply) else None
    if asked := _END.match(text):
        reply = answer(f"{asked['plain']}?")
        return _at_end(here, reply, first=asked["end"].lower().endswith(_FIRST)) if _is_plain(reply) else None
    return None


def _is_plain(reply: AnswerReply) -> bool:
    return bool(reply.said) and "neither yes nor no" not in reply.note and "I do not weigh" not in reply.note


def _always(here: Here, reply: AnswerReply) -> AnswerReply | None:
    """That it is done nowhere answers it; that it is done, only where nothing decides over it."""
    verdict = VERDICT.match(reply.said[0].text)
    if verdict and not verdict[0].startswith("Yes"):
        return reply
    lines = [conditioned(here.project, line._replace(text=VERDICT.sub("", line.text))) for line in reply.said]
    free = [line for line in lines if not _DECIDED.search(line.text)]
    if not free:
        return reply._replace(said=tuple(map(_clean(here), lines)), note=f"{NEITHER} something decides over each place. {reply.note}".strip())  # fmt: skip
    first = free[0]._replace(text=f"Yes: {free[0].text}, and no condition decides over that") if verdict else free[0]
    return reply._replace(said=(first, *(line for line in lines if line != free[0])))


def _clean(here: Here) -> Callable[[Cited], Cited]:
    return lambda line: line._replace(text=here.desk.clean(line.text))


def _at_end(here: Here, reply: AnswerReply, *, first: bool) -> AnswerReply | None:
    verdict = VERDICT.match(reply.said[0].text)
    if verdict and not verdict[0].startswith("Yes"):
        return reply
    line = reply.said[0]._replace(text=VERDICT.sub("", reply.said[0].text))
    other = next(_on_the_other_side(here, line, first=first), None)
    if other is None:
        return None
    word, side = ("first", "before") if first else ("last", "after")
    if not other:
        return reply._replace(said=(line._replace(text=f"Yes: {line.text}, {word} of its calls"), *reply.said[1:]))
    shown = here.desk.clean(f"No: {other}, {side} that")
    return reply._replace(said=(line._replace(text=shown), line, *reply.said[1:]))


def _on_the_other_side(here: Here, line: Cited, *, first: bool) -> Iterator[str]:
    """A call that comes before it, or behind; "" where there is none. Nothing where it is no call, or that cannot be told."""
    project, id_ = here.project, owner_at(here, line)
    calls = [one for one in project.functions[id_].facts.calls if one.kind == "call"] if id_ else []
    own = [one for one in calls if line_at(project, id_, one.start) == line.line]
    if not own:
        return
    rest = [one for one in calls if one not in own]
    wrong = [one for one in rest if any(not is_before(here, id_, *((mine, one) if first else (one, mine))) for mine in own)]  # fmt: skip
    sure = [one for one in wrong if all(is_before(here, id_, *((one, mine) if first else (mine, one))) for mine in own)]
    if not wrong:
        yield ""
    elif sure:
        one = min(sure, key=lambda call: call.start) if first else max(sure, key=lambda call: call.start)
        yield f"{label(project, id_)} calls {one.name} (line {line_at(project, id_, one.start)})"
