"""The program's own name in a question: `the default command of msmtpd` is the default command, `what does shopd read` is what is read.

A name is the program's where nothing in the code has it but a file that begins the program, its usage, or the package that holds the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from ...model.identity import path_of, qualified_of
from ...model.pattern import regex
from ...model.product import is_aside
from ...pipeline import Project
from ...tasks.answering import AnswerReply
from ...tasks.names import candidates
from .here import types
from .question.tokens import LONGEST, WORDS

_WORD: Final = regex(r"(?<![\w`'\"./:-])[A-Za-z][\w-]{2,40}(?![\w`(./:-]|\.\w)")
_BEHIND: Final = r" (?:of|in|by|from|for|inside|within|with) (?:the )?{0}(?: (?:program|project|package|library|tool|code|binary))?(?= (?:do|does|is|are|can|when|if)\b|[?!. ]{{0,3}}$)"
_OWNED: Final = r"(?:the )?{0}['’]s? "
_USES: Final = r"^(?P<what>(?:which|what) .{{3,80}}?) (?:does|do|can|will) (?:the )?{0} (?P<verb>use|read|need|accept|support|know|understand|take|honou?r|look at|depend on|raise|return)$"
_SUBJECT: Final = r"(?<=\b{1} )(?:the )?{0}(?= [a-z])"
_AUXILIARIES: Final = ("does", "do", "can", "will", "would", "did", "when", "if")
_DONE: Final = {"use": "used", "need": "needed", "accept": "accepted", "support": "supported", "raise": "raised", "return": "returned"}  # fmt: skip


class ProgramQuestion(NamedTuple):
    """name: of the program, as it was written. others: the files that begin other programs."""

    question: str
    name: str
    others: frozenset[str]


def without_program(project: Project, question: str) -> ProgramQuestion | None:
    """None where no program is named, or it stands where it cannot be left out."""
    known = dict(_programs(project))
    for word in _WORD.findall(question[:LONGEST]):
        paths = known[word.lower()] if word.lower() in known else _calls_itself(project, word, known)
        if paths is None or word.lower() in WORDS or _is_named(project, word):
            continue
        other = _left_out(question[:LONGEST], re.escape(word))
        if other != question:
            return ProgramQuestion(other, word, frozenset(path for one in known.values() for path in one) - paths)
    return None


def told(reading: ProgramQuestion, reply: AnswerReply) -> AnswerReply:
    """Of one of several programs: without the lines of the files that begin the others, where some are left."""
    own = tuple(line for line in reply.said if line.path not in reading.others)
    if not reply.said:
        return reply
    return reply._replace(
        said=own or reply.said, note=f"I read `{reading.name}` as the program itself. {reply.note}".strip()
    )


def _left_out(question: str, name: str) -> str:
    plain = " ".join(question.split()).rstrip("?!. ")
    if uses := re.match(_USES.format(name), plain, re.IGNORECASE):
        verb = uses["verb"].lower()
        return f"{uses['what']} are {_DONE.get(verb, verb)}"
    plain = re.sub(_BEHIND.format(name), "", plain, flags=re.IGNORECASE)
    plain = re.sub(_OWNED.format(name), "the ", plain, flags=re.IGNORECASE)
    for word in _AUXILIARIES:
        plain = re.sub(_SUBJECT.format(name, word), "it", plain, flags=re.IGNORECASE)
    return plain if plain != " ".join(question.split()).rstrip("?!. ") else question


def _programs(project: Project) -> Iterator[tuple[str, frozenset[str]]]:
    """By their names in small letters: a file with a `main`, the folder of a package on top."""
    found: dict[str, set[str]] = {}
    for path in _with_main(project):
        if not is_aside(path):
            found.setdefault(_stem(path), set()).add(path)
    for path in project.files:
        folder, _, file = path.removeprefix("src/").rpartition("/")
        if folder and "/" not in folder and file in ("__init__.py", "__main__.py") and not is_aside(path):
            found.setdefault(folder.lower(), set())
    for name, paths in found.items():
        yield name, frozenset(paths)


def _with_main(project: Project) -> Iterator[str]:
    """By the ids alone: a large project has hundreds of them, and nobody asks what they do."""
    named = project.named("main")
    free = [id_ for id_ in named if qualified_of(id_) == "main"]
    return map(path_of, free or (one.id for one in candidates(named, "main")))


def _calls_itself(project: Project, word: str, known: Mapping[str, frozenset[str]]) -> frozenset[str] | None:
    """The file that begins the program, where its usage or version says the word: `"Usage: lampd [options]"`."""
    said = re.compile(
        rb"(?i)usage:?(?:\\n|[\s\"']){0,20}%b(?![\w-])|[\"']%b (?:is an?|version|v?%%)(?![\w-])"
        % ((word.encode(),) * 2)
    )
    own = frozenset(path for paths in known.values() for path in paths if said.search(project.sources(path)))
    return own or None


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0].lower()


def _is_named(project: Project, word: str) -> bool:
    """Whether a function, a type or a variable has the very name."""
    if candidates(project.named(word), word) or types(project, word):
        return True
    return any(name == word for facts in project.files.values() for name, _ in facts.globals)
