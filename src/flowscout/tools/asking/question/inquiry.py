"""A question in concepts, as far as its grammar tells: what is done, what it is done to and by, and under what.

`what closes an idle connection`, `when is the cache emptied`, `what happens to a job when its deadline has passed`: none of these words is a name of the code.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ....llm.claims.thesaurus import alike
from ....llm.english import GLUE, IRREGULAR, words
from ....llm.heads import HARD
from ....llm.stems import kinds_of, stem
from ....model.pattern import regex
from .tokens import one_line

EFFECT: Final = "effect"  # steps that do so
THEN: Final = "then"  # steps under a condition
_OPENER: Final = regex(
    r"(?i) (?P<opener>when|whenever|if|once|while|after|before|until|unless|during|in case|because) (?P<clause>\S.{2,200})$"
)
_HAPPENS: Final = regex(
    r"(?i)(?:so )?(?:what|which)(?: else)? (?:happens?|occurs?|goes on|do we do|is done|should happen|will happen)(?: (?:to|with|in|for|about) (?P<thing>.{2,80}?))?"
    r",? (?P<opener>when|whenever|if|once|after|on|while|in case|whose|that|which)(?: of)? (?P<clause>\S.{2,200})$"
)
_TURNED: Final = regex(
    r"(?i)(?P<opener>if|when|once|after) (?P<clause>.{3,200}?),? what happens(?: (?:to|with|in) (?P<thing>.{2,80}))?$"
)
_HANDLES: Final = regex(
    r"(?i)(?:how|where) (?:does|do|is|are|did|would|will) (?P<thing>.{1,80}?) ?(?:handled?|reacts? to|deals? with|dealt with|responds? to|copes? with|recovers? from|survives?) ?(?P<clause>\S.{2,200})$"
)
_ASKS: Final = regex(
    r"(?i)(?:(?:and|so|but) )?(?P<asks>who|what|which|where|when|why|how|under (?:what|which) (?:conditions?|circumstances)|in (?:what|which) cases?|at (?:what|which) points?)(?:'s)? (?P<rest>\S.{2,300})$"
)
_COUNTS: Final = regex(
    r"(?i)(?:how (?:many|much|long|often|big|large)|(?:which|what) (?:\w+ )?(?:lock|locks|mutex|mutexes) (?:is|are) (?:held|taken)|what (?:has |have |was )?changed)\b"
)  # other questions
_ORDERED: Final = regex(
    r"(?i)(?:does|do|did|is|are|was|were|will|has) (?P<first>.{4,160}?) (?P<which>before|after) (?P<second>\S.{2,160})$"
)
TIMED_OUT: Final = regex(r"(?i)\b(?:times?|timed|timing) out\b")
_AGENTS: Final = words(
    "function functions method methods code class classes part parts place places component components module modules routine routines piece thread call calls step steps"
)
_AUX: Final = words(
    "is are was were be been do does did can could may might will would shall should must has have had gets get got being ever actually really then also exactly we i you they it them ones one new ends up to"
)
_PASSIVE: Final = words("is are was were be been gets get got being")
_LINKS: Final = words("is are was were")
_DETERMINERS: Final = words("the a an its their our this that these those each every all any some no another")
_WORD: Final = regex(r"[A-Za-z_][\w.:'>-]{0,80}")


class Inquiry(NamedTuple):
    """verb: "" where none is asked for. thing: the words of what it is done to, and by. clause: those behind `when`, opener that word.
    asks: the word that asks."""

    kind: str
    verb: str
    thing: str
    clause: str = ""
    opener: str = ""
    asks: str = ""


class Order(NamedTuple):
    """Whether the first is done before the second, or after it."""

    first: Inquiry
    second: Inquiry
    before: bool


def inquired(question: str) -> Inquiry | None:
    """None where its grammar is another."""
    text = _plain(question)
    for form in (_HAPPENS, _TURNED, _HANDLES):
        if found := form.match(text):
            opener = found.groupdict().get("opener") or "when"
            clause, thing = found["clause"], found["thing"] or ""
            if behind := _OPENER.search(clause):  # `if the file exists when it is opened`: the second says where
                clause, thing = clause[: behind.start()], f"{thing} {behind['clause']}".strip()
            return Inquiry(THEN, "", thing, clause, opener.lower())
    asked = _ASKS.match(text)
    return None if asked is None or _COUNTS.match(text) else _effect(asked["rest"], asked["asks"].lower())


def ordered(question: str) -> Order | None:
    """`does it close the socket before it frees the buffer`, `is the lock taken after the check is made`."""
    asked = _ORDERED.match(_plain(question))
    if asked is None:
        return None
    second = _OPENER.split(asked["second"])[0]
    one, other = _effect(asked["first"], "how", bare=True), _effect(second, "how", bare=True)
    if one is None:
        return None
    said = [word for word in _WORD.findall(second) if word.lower() not in _DETERMINERS]
    if len(said) == 1 and _verbal(said[0].lower()):
        other = Inquiry(EFFECT, said[0], "", asks="how")  # `after every write`
    elif other is None and said:
        other = Inquiry(EFFECT, one.verb, " ".join(said), asks="how")  # `are the rows removed before the files`
    if other and not other.thing and _IT.match(second):
        other = other._replace(thing=one.thing)  # `is the socket removed before it is bound`
    return Order(one, other, asked["which"].lower() == "before") if other else None


def _plain(question: str) -> str:
    return TIMED_OUT.sub("timeout", one_line(question).rstrip("?!. "))


def _effect(rest: str, asks: str, *, bare: bool = False) -> Inquiry | None:
    """bare: that nothing is named which it is done to may be, too."""
    clause, opener = "", ""
    if behind := _OPENER.search(rest):
        rest, clause, opener = rest[: behind.start()], behind["clause"], behind["opener"].lower()
    said = _WORD.findall(rest)
    if asks in ("what", "which") and _is_thing([word.lower() for word in said]):
        return None
    at = _verb(said, asks)
    if at < 0 or not said[at].isalpha():
        return None
    led = at - 1 if at and said[at].endswith("ing") else at  # `starts acquiring`
    thing = " ".join(word for number, word in enumerate(said) if number not in (at, led) and word.lower() not in _AUX)
    return Inquiry(EFFECT, said[at], thing, clause, opener, asks) if thing or clause or bare else None


def _is_thing(small: list[str]) -> bool:
    """`what is the default timeout of a pool`: a thing is asked for, and nothing is done; not so of `what is the lock released by`."""
    return len(small) > 2 and small[0] in _LINKS and small[1] in _DETERMINERS and not any(map(_past, small[2:]))


def _past(word: str) -> bool:
    return word not in GLUE and word.endswith(_PAST) and _verbal(word)


def _verb(said: list[str], asks: str) -> int:
    """Where the verb stands; -1 where none does."""
    small = [word.lower() for word in said]
    named = asks in ("who", "what", "which")
    led = 2 if asks == "what" and small[:1] in (["does"], ["do"], ["did"]) else 0  # behind whoever does it
    skipped = next((at for at, word in enumerate(small) if at >= led and word not in _AUX and word not in _AGENTS), len(small))  # fmt: skip
    passive = bool(_PASSIVE & set(small)) and not ({"does", "do", "did"} & set(small[:2]))
    if passive:
        told = [at for at in range(len(small)) if _participle(small[at])]
        plain = [at for at in told if small[at].endswith(_PAST)] or told
        return plain[-1] if plain else -1
    if named and (asks != "which" or _AGENTS & set(small[:2])) and skipped < len(small):
        return skipped if small[skipped] not in GLUE and small[skipped] not in _DETERMINERS else -1
    able = [at for at in range(1, len(small)) if _verbal(small[at]) and small[at - 1] not in _DETERMINERS]
    least = 2 if small[0] in _DETERMINERS else 1  # behind what does it
    for at in able:
        if small[at] not in _AUX and at >= least:
            return at + 1 if small[at + 1 : at + 2] and small[at + 1].endswith("ing") and _verbal(small[at + 1]) else at
    plain = [at for at in range(len(small)) if small[at] not in GLUE and small[at] not in _AUX]
    return plain[-1] if len(plain) > 1 and small[plain[-1] - 1] not in _DETERMINERS else -1


def _verbal(word: str) -> bool:
    return word not in GLUE and bool(kinds_of(word) or stem(word) in HARD or len(alike(stem(word))) > 1)


_IT: Final = regex(r"(?i)(?:it|they|that|this) (?:is|are|was|were|gets?|has been|have been) ")
_PAST: Final = ("ed", "en", "wn", "ung")


def _participle(word: str) -> bool:
    odd = IRREGULAR.get(word, word) != word  # `bound`, `sent`
    return word not in GLUE and (odd or word.endswith(_PAST) or (_verbal(word) and not word.endswith("s")))
