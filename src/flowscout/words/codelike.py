"""Whether what stands in a comment is code, and no sentence about it."""

from __future__ import annotations

from typing import Final

from ..model.pattern import regex
from .openings import is_third_person, speaks

_PLACEHOLDER: Final = regex(r"(?<![\w`])[{@](\w{1,30})\}?(?!\w)|\[(\w{2,30})\](?![\w(])|(?<=\w);(?= [a-z])")
_ENVIRONMENT: Final = regex(r"(?<!\S)\$(?:[A-Z_]{2,40}\b|\{[A-Z_]{2,40}\})")  # `$PATH`
_CODE: Final = regex(
    r"[{};=]|->|::\w+\(|^\w+\(|^[A-Z0-9_]{2,}\b(?! [a-z]{2,20}\b(?<!\bis)(?<!\bare))|^\W|\\[a-z]{2}|(?<!\w)[@$]\w|^\w+[._]\w|https?:|^\w+ \w+\("
)
_CALLED: Final = regex(r"^\w+ \([^()]{0,60}\)(?: [^a-z]|$)|^\w+ \(\w*\)(?! [a-z]{1,20} [a-z])")  # `free (p)`
_MARKED: Final = regex(r"(?<!\w)'[^'\s](?:[^'\n]{0,60}[^'\s])?'(?!\w)|(?<!\w)\"[^\"\s]{1,20}\"(?!\w)")
_WORDS: Final = regex(r"(?<![\w.])[a-z]{2,20}(?![\w(.])")
_PROSE: Final = 5  # words, from which on a comparison stands in a sentence
_FORM: Final = regex(
    r"(?<= form )[{\[(][^{}]{1,80}[}\])](?=[.,]|$)|(?<= )\w{1,20} = (?=[\w(])"
)  # `in the form {hash: tags}`
_LEADS: Final = regex(r"\b[A-Za-z_]\w*->\w")  # of a sentence: `state->msg`
_ARROW: Final = regex(r"(?<=[A-Za-z_]) -> (?=[A-Za-z_])")  # of ways: `parse -> check -> run`
_COMPARED: Final = regex(r"[<>=!]=|\w\(")
QUOTED: Final = regex(r"`[^`]{1,100}`")


def is_code(said: str) -> bool:
    """Beside what is marked as such, and what a sentence about numbers compares."""
    if _CALLED.search(said):
        return True
    said = _ARROW.sub(" to ", _FORM.sub("x ", said)) if speaks(said) else said
    beside = _LEADS.sub("x", _MARKED.sub("x", QUOTED.sub("x", said)).replace("://", " "))
    beside = _PLACEHOLDER.sub("x", _ENVIRONMENT.sub("x", beside))
    prose = is_third_person(said.split(maxsplit=1)[0]) or (speaks(said) and len(_WORDS.findall(beside)) >= _PROSE)
    return _CODE.search(_COMPARED.sub(" ", beside) if prose else beside) is not None
