"""Whether an answer speaks of all that a question does: each thing that is named has to be said by a line of the answer or by what stands there.

What counts as said is the answer's own text, the line that it cites with the comment above it, the name, the parameters and the description of the function around it,
what the names in the line were set to, and the file's name. What only asks, a verb, and what the answer itself says that it leaves out are no things.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from ...agents.said import Cited
from ...llm.claims.thesaurus import alike
from ...llm.english import NEGATORS, words
from ...llm.stems import ADVERSE_STEMS, PRESENT_STEMS, kinds_of, stem, stems
from ...model.identity import qualified_of
from ...model.pattern import regex
from ...tasks.answering import AnswerReply
from .failing import NEVER
from .here import Here
from .intents import PROGRAM, PROTECTS
from .limits import ONE, SAME
from .owners import owner_at
from .question.forms import FORMS
from .question.idioms import plainly
from .question.sought import LITTLE, SoughtWord, sought
from .reading import read
from .scored import above, held_by

AROUND: Final = 2  # lines beside the cited one that belong to its statement
SHORTEST: Final = 4  # letters of a stem that counts within a longer word: `cointype`
_NAMES: Final = regex(r"[A-Za-z_]\w{1,80}")
_SET: Final = regex(r"(?<![\w.>])(\w{1,80})\s{0,3}=(?!=)([^;\n]{1,200})")
_VERBAL: Final = ("ed", "ing")


def accounted(here: Here, question: str, reply: AnswerReply) -> AnswerReply:
    """The last gate before an answer: where it leaves a thing out it says so, and then it is no yes and no no."""
    if reply.said and NEVER in reply.said[0].text and UNRESOLVED not in reply.note:
        return reply  # what is done in no case is not done in that one
    if reply.said and reply.asked in BY_WORDS and (head := _head(here, question, reply)):
        known = "; ".join(f"{line.text} ({line.path}:{line.line})" for line in reply.said[:NEAR])
        return AnswerReply(
            (), (), here.desk.clean(f"Nothing that I find speaks of `{head}`. Nearest by the other words: {known}.")
        )
    if reply.said and "I do not weigh" in reply.note and all(_FOLLOWED in line.text for line in reply.said):
        left = unsaid(here, plainly(question), reply.said)
        if left:  # of others, and of other things
            shown = " and ".join(f"`{one[:60]}`" for one in left)
            return AnswerReply((), (), here.desk.clean(f"Nothing that I find speaks of {shown}."))
    if (
        not reply.said
        or reply.asked in (WEIGHED_ITSELF, OF_RANGE, *AS_ASKED)
        or _ADMITTED.search(reply.note)
        or _whole(question)
    ):
        return reply
    left = unsaid(here, plainly(question), reply.said, reply.note)
    if not left:
        return reply
    shown = " and ".join(f"`{one[:60]}`" for one in left)
    promised = all(" overrides " in line.text for line in reply.said)  # which says itself what it is
    if reply.asked in (*BY_WORDS, "amount") and not promised:  # it stands on its words alone
        known = "; ".join(f"{line.text} ({line.path}:{line.line})" for line in reply.said[:NEAR])
        return AnswerReply(
            (), (), here.desk.clean(f"Nothing that I find speaks of {shown}. Nearest by the other words: {known}.")
        )
    if not VERDICT.match(reply.said[0].text):
        return reply._replace(note=here.desk.clean(f"Nothing told here speaks of {shown}. {reply.note}".strip()))
    known = "; ".join(f"{VERDICT.sub('', line.text)} ({line.path}:{line.line})" for line in reply.said[:NEAR])
    return AnswerReply(
        (), (), here.desk.clean(f"I do not weigh {shown}, so I say neither yes nor no. Of the kind I know: {known}.")
    )


BY_WORDS: Final = ("conceived", "effected")
WEIGHED_ITSELF: Final = "remarked"  # which has held each word already
OF_RANGE: Final = "changed"  # which no line names
AS_ASKED: Final = (
    "called_again",
    "called_when",
    "at_first",
    "having",
    "retried",
    "threads",
)  # whose form has every word
_FOLLOWED: Final = " → "
_WHICH: Final = regex(r"(?i)\s{0,9}(?:which|what) (?P<head>[a-z]{3,40}) (?!of\b)[a-z]")


def _head(here: Here, question: str, reply: AnswerReply) -> str:
    """What is asked which it is, where no line speaks of it; "" where one does, or that is what any answer is: a function, a place."""
    found = _WHICH.match(question)
    word = found["head"].lower() if found else ""
    if not word or word in _ANY or not (one := sought(word)) or one[0].weight == 0:
        return ""
    text = " ".join(_text for line in reply.said for _text in (_evidence(here, line),))
    return "" if held_by(one, text.encode()) or _meant(one[0], stems(text), text.lower()) else word


_ANY: Final = words(
    "function functions method methods class classes code file files place places part parts module modules component components test tests step steps line lines call calls caller callers condition conditions error errors exception exceptions happens happen does do did is are was were can could will would should has have must may might thing things routine routines struct structs type types statement statements"
)


def _whole(question: str) -> bool:
    """Whether it is a form to its last word."""
    asked = read(question, plain=True)
    return asked is not None and not asked.rest


_ADMITTED: Final = regex(
    r"\bI (?:do not (?:weigh|see|know)|cannot|say neither|understand no more)\b|\bneither yes nor no\b|\bhas all of\b"
)
VERDICT: Final = regex(r"(?:Yes|No|Not)\b[^:`]{0,60}: ")
_DENIED: Final = regex(r"(?i)\b[a-z]{2,8}n[’']t\b")
UNRESOLVED: Final = "could not be resolved"
NEAR: Final = 3  # lines that a refusal quotes


def things(question: str) -> list[SoughtWord]:
    """The words of a question that name a thing."""
    return [word for word in sought(_DENIED.sub(" ", question)) if word.weight > LITTLE and _is_thing(word.given)]


def _is_thing(word: str) -> bool:
    small = word.lower()
    if not any(map(str.isalnum, word)):
        return False  # `()`, of which the form that it stands in speaks
    asks = (
        small in _asking() | _READ or "." in word or small in NEGATORS or stem(small) in ADVERSE_STEMS | PRESENT_STEMS
    )
    return not asks and (not word.islower() or not (small.endswith(_VERBAL) or kinds_of(small)))


_READ: Final = (
    PROTECTS
    | PROGRAM
    | words(
        "large small long short limit environment env var context manager decorators decorator threadsafe until while whenever two both several"
    )
)


@lru_cache(maxsize=1)
def _asking() -> frozenset[str]:
    """What forms are made of."""
    return frozenset(word for _, form in FORMS for word in re.findall(r"[a-z]+", form))


def unsaid(here: Here, question: str, said: Iterable[Cited], note: str = "") -> list[str]:
    """The things that no line of an answer speaks of."""
    named = things(question)
    text = f"{note} {' '.join(_evidence(here, line) for line in said)}" if named else ""
    known, plain = held_by(named, text.encode()), stems(text) if named else frozenset[str]()
    return [
        word.given for number, word in enumerate(named) if number not in known and not _meant(word, plain, text.lower())
    ]


def _meant(word: SoughtWord, plain: frozenset[str], small: str) -> bool:
    one = stem(word.given.lower())
    if bound := SAME.get(ONE.get(word.given.lower(), ""), ()):
        return any(other in small for other in bound)  # `maximum` of `max_guests`
    return bool(alike(one) & plain) or (len(one) >= SHORTEST and one in small)


def _evidence(here: Here, line: Cited) -> str:
    return " ".join((line.text, line.path, *_around(here, line)))


def _around(here: Here, line: Cited) -> Iterator[str]:
    project = here.project
    if line.path not in project.files:
        return
    rows = _rows(project.sources(line.path))
    yield b" ".join(rows[max(0, line.line - 1 - AROUND) : line.line + AROUND]).decode("utf-8", "replace")
    id_ = owner_at(here, line)
    if not id_:
        return
    facts = project.functions[id_].facts
    yield f"{qualified_of(id_)} {' '.join(param.name for param in facts.params)} {facts.doc.partition('. ')[0]}"
    yield above(here, id_, line.line, ())
    names = set(_NAMES.findall(line.text))
    text = project.sources(line.path)[facts.start : facts.end].decode("utf-8", "replace")
    yield " ".join(found[2] for found in _SET.finditer(text) if found[1] in names)


@lru_cache(maxsize=64)
def _rows(source: bytes) -> list[bytes]:
    return source.split(b"\n")
