"""Where something is done, by the function that is there for it: `how is a query parsed` is `parse` of query.py, not what reads queries.

A function is there for a deed where its name has the verb, or its description begins with it, and name, type, file and description say the rest.
Steps come first where they say the verb themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from ....agents.said import Cited
from ....llm.stems import stem, stems
from ....model.identity import qualified_of
from ....model.pattern import regex
from ....model.product import is_aside
from ....words.names import lower
from .. import concept, effected
from ..here import Found, Here, at, is_promise, label
from ..question.inquiry import EFFECT, Inquiry, inquired
from ..question.sought import LITTLE, SoughtWord, sought
from ..scored import held_by
from ..verbs import same_as

MOST: Final = 3  # functions that are told
STEPS: Final = 2  # calls of these
ACCESS: Final = frozenset(map(stem, ("get", "set", "fetch", "take", "hold")))
FIRST: Final = 3  # words of a description among which its verb stands
BODY: Final = 0.5  # what a word counts that only the function's code says
DOC: Final = 600
NOTE: Final = "By what functions are named and described for; what does so under another name is not seen."
_ASKS: Final = ("how", "where")
_CALLED: Final = regex(r"(\w{2,80})\s?\(")
_HEAD: Final = regex(r"[.:;] ")
_WORDS: Final = regex(r"[A-Za-z]{2,40}")


def there_for(here: Here, question: str) -> Found | None:
    """None where the steps say the verb themselves, or no function is there for it."""
    asked = _asked(here, question)
    ids = _ids(here, asked) if asked else []
    if asked is None or not ids:
        return None
    found = concept.conceived(here, question)
    names = {here.project.functions[id_].facts.name for id_ in ids}
    steps = tuple(line for line in found.said if _says(line, {stem(asked.verb.lower())})) if found else ()
    calling = tuple(line for line in steps if any(name in names for name in _CALLED.findall(line.text)))
    if steps and not calling:
        return None
    said = [
        at(here.project, id_, f"{label(here.project, id_)}: {here.project.sentence(id_) or 'as its name says'}")
        for id_ in ids
    ]
    return Found((*said, *calling[:STEPS]), tuple(ids), NOTE, weighed=True)


def steps(here: Here, question: str) -> Found | None:
    """The steps that do so; not where all that speaks for it is that something is got."""
    found, asked = concept.conceived(here, question), _asked(here, question)
    return None if asked and _only_gets(found, asked.verb) else found


def _asked(here: Here, question: str) -> Inquiry | None:
    asked = inquired(question)
    if asked is None or asked.kind != EFFECT or asked.asks not in _ASKS or asked.clause or not asked.verb.isalpha():
        return None
    return None if any(concept.named(here, question)) else asked


def _only_gets(found: Found | None, verb: str) -> bool:
    """Whether all that speaks for the verb is that something is got or set, which is done with anything."""
    same = same_as(verb) - ACCESS
    return (
        found is not None
        and same_as(verb) != same
        and all(_says(line, ACCESS) and not _says(line, same) for line in found.said)
    )


def by_effect(here: Here, question: str) -> Found | None:
    """Steps that do so by their words or calls; not those of which only a `get` speaks for another verb."""
    found, asked = effected.by_effect(here, question), inquired(question)
    if (
        found is None
        or asked is None
        or asked.kind != EFFECT
        or not asked.verb.isalpha()
        or stem(asked.verb.lower()) in ACCESS
    ):
        return found
    same = same_as(asked.verb) - ACCESS
    said = tuple(line for line in found.said if not _says(line, ACCESS) or _says(line, same))
    return found._replace(said=said, total=len(said)) if said else None


def _says(line: Cited, verbs: AbstractSet[str]) -> bool:
    """Whether the step itself names one of the verbs."""
    code = line.text.partition("`, ")[0].partition(": `")[2]
    return not verbs.isdisjoint(stem(word) for raw in _WORDS.findall(code) for word in lower(raw))


def _ids(here: Here, asked: Inquiry) -> list[str]:
    every = [one for one in sought(asked.thing) if one.given.lower() not in ("disk", "disc")]
    words = [one for one in every if one.weight > LITTLE or one == every[-1]]  # the last is what it is done to
    if not words:
        return []
    own = stem(asked.verb.lower())
    rows = []
    for id_, one in here.project.functions.items():
        if is_aside(one.path) or not here.inside(one.path) or not _may(id_, own, here, one.path, asked.verb):
            continue
        facts = one.facts
        if facts.kind in ("lambda", "module") or is_promise(here.project, id_):
            continue
        name = lower(facts.name)
        run = len(name) == 1 and name[0].startswith(own) and len(name[0]) > len(own) + RUN  # `markduplicates`
        begins = {stem(word.lower()) for word in _WORDS.findall(facts.doc[:DOC])[:FIRST]}
        alike = bool(begins & same_as(asked.verb)) and bool(held_by(words, facts.name.encode()))
        rank = 0 if run or own in map(stem, name) else 1 if own in begins else 2 if alike else 3
        if rank < OTHER and (much := _much(here, id_, words, described=rank > 0)) >= LEAST:
            rows.append((rank, -much, -_plainly(asked, facts.name, facts.doc), id_))
    best = sorted(rows)
    kept = [row[3] for row in best if row[:3] == best[0][:3]]
    return kept if len(kept) <= MOST else []


RUN, OTHER = 3, 3


def _plainly(asked: Inquiry, name: str, doc: str) -> int:
    """How many of all its words stand in the name or the description."""
    said = stems(doc[:DOC]) | set(map(stem, lower(name)))
    return len({stem(word.lower()) for word in _WORDS.findall(asked.thing)} & said)


LEAST: Final = 0.75


def _may(id_: str, own: str, here: Here, path: str, verb: str) -> bool:
    """By the id alone, or where the file says the verb: facts are read of few."""
    if own[:4] in id_.lower():
        return True
    small = here.project.sources(path).lower()
    return any(one.encode() in small for one in same_as(verb)) and b'"""' in small


def _much(here: Here, id_: str, words: Sequence[SoughtWord], *, described: bool) -> float:
    """How much of the words is said, 0 where none is by the name, the type, the file or the description. described: that the description alone has the verb."""
    one = here.project.functions[id_]
    file = one.path.rpartition("/")[2].partition(".")[0]
    doc = _HEAD.split(" ".join(one.facts.doc.split()), maxsplit=1)[0] if described else one.facts.doc[:DOC]
    near = f"{qualified_of(id_)} {file} {doc} {' '.join(each.name for each in one.facts.params)}"
    held = held_by(words, near.encode())
    if not held:
        return 0.0
    if described and len(held) < len(words):
        return 0.0
    body = held_by(words, here.project.sources(one.path)[one.facts.start : one.facts.end])
    shares = [1.0 if number in held else BODY if number in body else 0.0 for number in range(len(words))]
    return sum(shares) / len(shares) if all(shares) else 0.0
