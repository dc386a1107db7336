"""Whether something is ignored, refused or let in: `is an empty name ignored`, `are closed shelves skipped by sweep`, `can --all be used with --only`.

The answer is what leaves at once under a condition that names it. Whether leaving so is what was asked for is for the reader: neither yes nor no is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model import action
from ....model.action import SemanticAction
from ....model.pattern import regex
from ...codes import Failed
from ...conditions import AskedCondition, told, under
from ...own import line_at
from ..here import MOST, Found, Here, at, functions, label, methods
from ..nearest import Held, hits
from ..question.sought import LITTLE, SoughtWord, sought
from ..question.tokens import QuestionToken, one_line, whole
from ..scored import above, held_by, talk_of

_DEED: Final = r"(?:ignored|skipped|dropped|discarded|rejected|refused|accepted|allowed|permitted|supported|disregarded|passed over|filtered out)"
_ASKS: Final = regex(
    rf"(?i)^(?:is|are|does|do|will|would|can) (?P<thing>\S.{{2,100}}?) (?:be |get )?(?P<deed>{_DEED})(?: (?:by|in) (?P<where>\S{{2,100}}))?(?: (?P<opener>when|if) (?P<clause>\S.{{2,100}}))?$"
)
_ACTIVE: Final = regex(
    r"(?i)^(?:does|do|will|would|can) (?:the |our |a )?(?P<where>\S{2,100}) (?:ignore|skip|drop|discard|reject|refuse|accept|allow|permit) (?P<thing>\S.{2,100}?)(?: (?P<opener>when|if) (?P<clause>\S.{2,100}))?$"
)
_BOTH: Final = regex(
    r"(?i)^(?:can|may|could) (?:i |we |you )?(?:use |combine |give |pass )?(?P<one>\S.{1,60}?) (?:be )?(?:used |combined |given |passed |set )?(?:together |along |at the same time )?(?:with|and) (?P<other>\S.{1,60}?)(?: (?:be )?(?:used|combined|given|passed|set))?(?: together| at the same time)?$"
)
_RESULT: Final = regex(r"(?i)\b(?:results?|return values?|returned)\b")  # of a call, which is another question
READ: Final = 30  # functions whose ways out are looked at
FAR: Final = 14  # lines behind a word in which the way out stands
LEAST: Final = 0.7
TALK, NAMED, REMARK = 0.95, 0.8, 0.85
LONG: Final = 110
CLOSE: Final = 0.9
NOTE: Final = "I say neither yes nor no: what leaves at once under a condition that names it."


def turned_away(here: Here, question: str) -> Found | None:
    plain = one_line(question).rstrip("?!. ")
    both = _BOTH.match(plain)
    asked = _ASKS.match(plain) or _ACTIVE.match(plain)
    if asked and not _RESULT.search(asked["thing"]):
        named = _is_name(asked["where"] or "") or bool(_functions(here, asked["where"] or ""))
        only = _functions(here, asked["where"] or "") if named else []
        if asked["where"] and named and not only:
            return None
        words = sought(" ".join(filter(None, (asked["thing"], asked["clause"], "" if named else asked["where"]))))
    elif both and _is_name(both["one"]) and _is_name(both["other"]):
        words, only = sought(f"{both['one'].lstrip('-')} and {both['other'].lstrip('-')}"), []
    else:
        return None
    if not words or (not only and not any(word.weight > LITTLE for word in words)):
        return None
    rows = sorted(
        _rows(here, words, only, joint=asked is None), key=lambda row: (-round(row[0], 2), row[1], row[2].start)
    )
    best = [row for row in rows if row[0] >= CLOSE * rows[0][0]][:MOST]
    said = [
        at(
            here.project,
            id_,
            f"{label(here.project, id_)}: `{_short(each)}`{told(conditions)}",
            line_at(here.project, id_, each.start),
        )
        for _, id_, each, conditions in best
    ]
    return (
        Found(tuple(dict.fromkeys(said)), tuple(dict.fromkeys(row[1] for row in best)), NOTE, weighed=True)
        if said
        else None
    )


def _is_name(raw: str) -> bool:
    return raw.startswith("-") or any(token.code for token in whole(raw))


def _functions(here: Here, where: str) -> list[str]:
    token = QuestionToken("", where.strip("`").removesuffix("()"), code=True)
    found = methods(here, token) or functions(here, token)
    return [] if isinstance(found, Failed) else found


def _short(each: SemanticAction) -> str:
    code = " ".join(each.text.split()).rstrip(";")
    return code if len(code) <= LONG else f"{code[:LONG]}…"


def _rows(
    here: Here, words: Sequence[SoughtWord], only: Sequence[str], *, joint: bool
) -> Iterator[tuple[float, str, SemanticAction, tuple[AskedCondition, ...]]]:
    """joint: every word has to be in what decides."""
    ranked = sorted(hits(here, words, only, aside=False), key=lambda one: (-_rank(one, len(words)), one[0]))[:READ]
    for id_, head, lines, _ in ranked:
        project = here.project
        near = {at_ for line in lines for at_ in range(line, line + FAR)}
        for each in project.actions(id_):
            line = line_at(project, id_, each.start)
            if each.type != action.EXIT or line not in near:
                continue
            conditions = under(project, id_, each.start)
            last = next((one for one in reversed(conditions) if not one.loop and one.holds), None)
            if last is None or not held_by(words, f"{last.said} {talk_of(here, id_, each)}".encode()):
                continue
            much = _much(here, id_, line, each, conditions, words, head, joint=joint)
            if much >= LEAST:
                yield much, id_, each, conditions


def _rank(one: Held, count: int) -> float:
    _, head, lines, _ = one
    return sum(max([head.get(n, 0.0), *(line.get(n, 0.0) for line in lines.values())]) for n in range(count))


def _much(
    here: Here,
    id_: str,
    line: int,
    each: SemanticAction,
    conditions: Sequence[AskedCondition],
    words: Sequence[SoughtWord],
    head: dict[int, float],
    *,
    joint: bool,
) -> float:
    asks = " ; ".join(one.said for one in conditions).encode()
    said = [(1.0, held_by(words, asks))]
    if not joint:
        said += [(TALK, held_by(words, f"{each.text} {talk_of(here, id_, each)}".encode())), (NAMED, held_by(words, label(here.project, id_).encode())),
                 (REMARK, held_by(words, above(here, id_, line, conditions).encode())), (NAMED, head)]  # fmt: skip
    much = [max((weight * held.get(n, 0.0) for weight, held in said), default=0.0) for n in range(len(words))]
    if any(not one and word.weight > LITTLE for one, word in zip(much, words, strict=True)):
        return 0.0
    return sum(word.weight * one for one, word in zip(much, words, strict=True)) / sum(word.weight for word in words)
