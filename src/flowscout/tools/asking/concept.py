"""Questions in concepts: `what closes an idle connection`, `when is the log rotated`, `what happens to a job when its deadline has passed`.

The answer is steps, each with its line and all that decides over it. Most of what is asked has to be said by a step, its conditions, or the comment
above it; where only the words of some function are near, nothing is answered here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...agents.said import Cited
from ...llm.stems import ADVERSE_STEMS, stem, stems
from ...model.pattern import regex
from ...words.names import lower
from ..codes import Failed
from ..conditions import AskedCondition, order_of, told, under
from ..own import last_part, line_at
from . import shape
from .absent import lack
from .failed_step import named_functions
from .here import Found, Here, at, functions, label, meant
from .occasions import NOTE as OCCASIONS
from .occasions import occasions
from .question.asked import Asked
from .question.inquiry import EFFECT, THEN, Inquiry, Order, inquired, ordered
from .question.sought import WRONG, sought
from .question.tokens import QuestionToken, tokens
from .scored import DeedWanted, ScoredDeed, above, names_of, scored, told_then, wanted_of
from .sizes import asks_size
from .verbs import COUNTED, LOOSE, OF_NAME, REMARK
from .verbs import surely as surely_done
from .weighing import Weighing, asserted

MOST: Final = 6  # steps that are told
GUARDS: Final = 2  # own steps that are told before the calls
EACH: Final = 4  # of one of several functions
AROUND: Final = 15  # lines in which what is done under the same condition stands
SURE, LEAST = 0.66, 0.6  # of all that is asked for, where a verb is, and where only a condition is
VERB, THING, CLAUSE, HELD = 0.6, 0.65, 0.6, 0.4  # and of its parts
CLOSE, NEAR = 0.93, 0.8  # of the best; and of what does so itself
LONGEST: Final = 110
_INSIDE: Final = regex(r" (?:in|inside|within|of) (?P<where>`?[\w.:~]{2,120}`?)(?:\(\))?$")
_LITERAL: Final = regex(r"(?<![\w.])\d{1,20}(?![\w.])|\"[^\"]{1,80}\"")
TRIED: Final = 24  # functions in which both may be done
DONE, SOME, PLAIN = 0.75, 0.7, 0.85  # of the verb, and of what it is done to, before a yes and before a no
_TIMEOUT: Final = regex(r"(?i)\btimeout\b")
_LIMITED: Final = regex(
    r"[!( ]{0,3}[\w.>-]{0,80}(?:timeout|time|dur|duration|interval|limit|ms|secs?)\w{0,12}(?: ?(?:>|!=) ?0)?\)?"
)
_IN_CODE: Final = regex(r"(?<!\w)\w{0,60}_\w{0,60}")  # a name of the code in a message, which is no talk
_WAITS: Final = regex(r"\bwait\w{0,20}\(")
_COMPARES: Final = regex(r"(?i)\b(?:larger|bigger|greater|longer|more|higher|less|smaller|lower|shorter|fewer) than\b")
_ORDERS: Final = regex(r"(?<![<>=-])[<>](?![<>])")
_CANNOT: Final = regex(
    r"(?i)\b(?:cannot|can't|could not|couldn't|can not|fails to|failed to|unable to) (?:be )?(\w{3,30})$"
)
_EXISTS: Final = regex(
    r"(?i)exist|ENOENT|not_?found|no_?such|missing|absent|access\w{0,3}\(|stat\w{0,3}\(|is_?(?:file|dir)|open"
)
_TALK: Final = regex(r"\"[^\"\n]{0,200} [^\"\n]{1,200}\"|'[^'\n]{0,200} [^'\n]{1,200}'")
SAID: Final = 0.95  # of the clause
_WHEN: Final = ("when", "why")
NOTE: Final = "Steps that say so by their words, conditions and comments; what says it in other words is not seen."
ORDER_NOTE: Final = "In the one function in which I find both, by the words of its steps, if these are meant."
UNDER_NOTE: Final = "Steps under conditions that say so by their words; what says it in other words is not seen."


def conceived(here: Here, question: str, *, surely: bool = False) -> Found | None:
    """None where it is no such question, or no step says enough of it; surely: the steps themselves, not a comment or the name of all."""
    if order := ordered(question):  # of one that is named its own steps have been looked at
        return None if any(named(here, question)) else _in_order(here, order)
    inquiry = inquired(question)
    if inquiry is None or _given_to_one(here, inquiry):
        return None
    kept = [row for row in _meant(here, inquiry) if not surely or row.verb not in (REMARK, OF_NAME)]
    own = [row for row in kept if inquiry.kind == EFFECT and _does_so(inquiry.verb, row)]
    kept = own or kept  # what does so itself before what a comment tells of
    if kept and inquiry.kind == EFFECT and all(_PROMISED.match(row.step.text) for row in kept):
        return _overriding(here, kept)
    missing = lack(question)
    if missing and not missing.spoiled:  # that something else is empty says not that the file is not there
        kept = [row for row in kept if any(_EXISTS.search(one.said) for one in row.conditions[-1:])]
    if not kept:
        return None
    if inquiry.asks == "when" and not inquiry.clause and (calls := _called_for(here, inquiry, kept)):
        return calls
    literals = _LITERAL.findall(question)
    best = [row for row in kept if row.whole >= (NEAR if own and row.verb >= LOOSE else CLOSE) * kept[0].whole]
    most = max(row.thing for row in best)
    best = [
        row for row in best if inquiry.kind == THEN or row.thing >= CLOSE * most
    ]  # what only does something of the kind is something else
    alone = _CANNOT.search(_placed(here, inquiry)[0].clause) and all(map(_goes_wrong, best))  # by their own message
    whole = (inquiry.kind == THEN and not alone) or (
        not own and best[0].verb == REMARK
    )  # a comment or a log says it of all that is done there
    rows = list(dict.fromkeys(_all_then(here, best) if whole else best))
    said = [_told(here, row) for row in _few(rows)]
    said = [line for line in said if all(one in line.text for one in literals)]
    note, every = NOTE if inquiry.kind == EFFECT else UNDER_NOTE, tuple(dict.fromkeys(said))
    cut = f"The first {MOST} of {len(every)} that I find; there may be more. " if len(every) > MOST else ""
    less = f"{len(every)} of {len(rows)} steps are shown. " if not cut and len(_few(rows)) < len(rows) else ""
    return Found(every[:MOST], (), f"{cut}{less}{note}", weighed=True) if said else None


def _given_to_one(here: Here, inquiry: Inquiry) -> bool:
    """`when delete gets something that is no path`: asked of what has that name, not of all that delete."""
    found = _GETS.match(inquiry.clause)
    return found is not None and bool(here.project.named(found[1]))


_GETS: Final = regex(r"(?:the )?(\w{2,60})(?:\(\))? (?:gets|receives|is (?:called with|given|passed)) ")


def _called_for(here: Here, inquiry: Inquiry, rows: Sequence[ScoredDeed]) -> Found | None:
    meant = (rows[0].id, *rows[0].step.callees[:1])
    able = ((id_, made) for id_ in meant if (made := occasions(here, inquiry.verb, sought(inquiry.thing), id_)))
    for_it, calls = next(able, ("", ()))
    own = sorted(
        (row for row in rows if row.id == for_it and not all(one.loop for one in row.conditions)),
        key=lambda row: (len(row.conditions), row.line),
    )[:GUARDS]
    said = (*dict.fromkeys(_told(here, row) for row in own), *calls) if calls else ()
    cut = f"{MOST} of {len(said)} are shown. " if len(said) > MOST else ""
    return Found(said[:MOST], (), f"{cut}{OCCASIONS}", weighed=True) if said else None


_PROMISED: Final = regex(r"raise NotImplementedError\b")
PROMISED: Final = "By the description of a method that only says what those do that override it."


def _overriding(here: Here, rows: Sequence[ScoredDeed]) -> Found | None:
    """Of what a method only promises: those that keep it."""
    tokens = [QuestionToken("", label(here.project, one), code=True) for one in dict.fromkeys(row.id for row in rows)]
    found = [shape.overriders(here, Asked("overriders", {"A": one})) for one in tokens]
    said = [line for one in found if isinstance(one, Found) for line in one.said if " overrides " in line.text]
    return Found(tuple(dict.fromkeys(said)), (), PROMISED, weighed=True) if said else None


def _does_so(verb: str, row: ScoredDeed) -> bool:
    """By what it calls or is; a counter only tells of it."""
    return not COUNTED.search(row.step.text) and surely_done(verb, row.step, row.id) > OF_NAME


def _placed(here: Here, inquiry: Inquiry) -> tuple[Inquiry, list[str]]:
    """What is asked of one function, which is named at the end: the question without that, and its ids."""
    inside = _INSIDE.search(inquiry.clause)
    only = named_functions(here, inside["where"].strip("`")) if inside else []
    return (inquiry._replace(clause=inquiry.clause[: inside.start()]) if inside and only else inquiry), only


def _meant(here: Here, inquiry: Inquiry) -> list[ScoredDeed]:
    inquiry, only = _placed(here, inquiry)
    wanted = wanted_of(inquiry)
    if not wanted.words or (inquiry.kind == EFFECT and not wanted.verb) or (inquiry.kind == THEN and not wanted.clause):
        return []
    weighing = Weighing(here, f"if {inquiry.clause}") if inquiry.clause else None
    rows = [row for row in scored(here, wanted, only) if _enough(inquiry, wanted, row) and _is_of(here, inquiry, row)]
    if _COMPARED.search(inquiry.clause):
        rows = [row for row in rows if row.conditions and _RELATION.search(row.conditions[-1].said)]
    return [row for row in rows[: 4 * MOST] if weighing is None or _agrees(weighing, inquiry, wanted, row)]


_WITHIN: Final = regex(r"(?i)\b(?:in|inside|within|of|from|by)\b")  # else it is done to what is named
_COMPARED: Final = regex(
    r"(?i)\b(?:greater|larger|bigger|higher|longer|more|less|lower|smaller|fewer|shorter|older|newer) than\b"
)
_RELATION: Final = regex(r"(?<![-<>])[<>]=?(?![<>])")  # of two values; not `->`, `<<`


def _is_of(here: Here, inquiry: Inquiry, row: ScoredDeed) -> bool:
    """Of a question that names a function: whether the step is in it, or calls it; that some other asks for it first is no answer."""
    found = named(here, f"{inquiry.thing} {inquiry.clause}")
    agent = inquiry.kind == EFFECT and inquiry.asks in ("who", "what", "which") and not _WITHIN.search(inquiry.thing)
    return all(
        (row.id in ids and not agent) or f"{last_part(token.raw.removesuffix('()'))}(" in row.step.text
        for token, ids in found
    )


def named(here: Here, said: str) -> list[tuple[QuestionToken, list[str]]]:
    """The names in it that are written as names and are those of functions."""
    written = [token for token in tokens(said) if token.code]
    known = [token for token in written if meant(here, token)]  # nothing near is looked for
    return [(token, ids) for token in known if not isinstance(ids := functions(here, token), Failed)]


def _enough(inquiry: Inquiry, wanted: DeedWanted, row: ScoredDeed) -> bool:
    if not row.named or row.missed:
        return False
    if inquiry.kind == EFFECT:
        if row.verb < VERB or (inquiry.asks in _WHEN and row.verb == OF_NAME):
            return False  # that all of a function does so tells nothing of when
        return row.whole >= SURE and row.thing >= THING and (not wanted.clause or row.clause >= CLAUSE)
    return row.whole >= LEAST and row.clause >= CLAUSE and row.held >= HELD


def _agrees(weighing: Weighing, inquiry: Inquiry, wanted: DeedWanted, row: ScoredDeed) -> bool:
    """Not under the other answer to the condition that is asked for; of what happens then, surely under it."""
    last = row.conditions[-1] if row.conditions else None
    if inquiry.kind == THEN and last and asserted(weighing.here, row.id, last):
        return False
    if inquiry.kind == THEN and _SIGNAL.search(inquiry.clause) and any(_OF_CHILD.search(one.said) for one in row.conditions):  # fmt: skip
        return False  # a process that was waited for was ended by it
    waits = [one.holds for one in row.conditions if _WAITS.search(one.said)]
    if inquiry.kind == THEN and waits and _TIMEOUT.search(inquiry.clause):
        return not waits[-1]  # what is waited for has come where it holds
    if inquiry.kind == THEN and last and _TIMEOUT.search(inquiry.clause) and _LIMITED.fullmatch(last.said):
        return False  # that there is a limit says not that it is over
    cannot = _CANNOT.search(inquiry.clause)
    if inquiry.kind == THEN and cannot and not _goes_wrong(row) and not (last and _tries(cannot[1], last.said)):
        return False  # that it has not been done says not that it failed
    elsewhere = cannot or _TIMEOUT.search(inquiry.clause)
    if inquiry.kind == THEN and last and last.holds and names_of(wanted, above(weighing.here, row.id, row.line, ())) >= SAID:  # fmt: skip
        return True  # the comment that the branch begins with says all of it
    if inquiry.kind == THEN and elsewhere and not waits and not _names_it(wanted, row):
        return False  # that something around it speaks of the same says not that it is in vain
    handled = last is not None and last.said.startswith(("except", "catch"))
    if inquiry.kind == THEN and handled and cannot and _says_all(wanted, row):
        return True  # in a handler, by its own message
    if inquiry.kind == THEN and last and last.holds and row.held >= SAID and _WHEN_SO.match(above(weighing.here, row.id, row.line, row.conditions)):  # fmt: skip
        return True  # the comment on the question says when that is so
    so = weighing.holds(row.id, row.conditions)
    if so is not None or inquiry.kind == EFFECT:
        return so is not False
    vain = _CANNOT.search(inquiry.clause) is None or _goes_wrong(row)
    if last is not None and vain and _says_all(wanted, row):
        return True  # its own message says all of it
    if asks_size(weighing.clause):
        return False  # that it is asked for says not on which side it is
    if last is not None and _COMPARES.search(inquiry.clause) and _ORDERS.search(last.said):
        return False  # what is compared with what cannot be told
    if last is not None and _CANNOT.search(inquiry.clause) and not last.said.startswith("except "):
        return False  # that a condition names the reading says not that it failed
    if last is not None and _DENIED.search(inquiry.clause) and not _denies(last.said):
        return False  # that it is there says not that it is not
    if _WRONGLY.search(inquiry.clause) and not (row.held >= SAID or (last is not None and _denies(last.said))):
        return False  # that it is done says not that it is done wrongly
    by_remark = (
        row.held >= SAID and _DENIED.search(inquiry.clause) is not None
    )  # a comment on the question says it, which denies, too
    return last is not None and last.holds and (names_of(wanted, last.said) > 0 or by_remark)


_SIGNAL: Final = regex(r"\bSIG[A-Z0-9]{2,9}\b")
_OF_CHILD: Final = regex(r"\bW(?:TERMSIG|STOPSIG|IFSIGNALED|IFSTOPPED)\b|\breturncode\b")
_CALLED: Final = regex(r"(\w{1,80})\s?\(")
_DENIED: Final = regex(r"(?i)\b(?:not|no|never|without|neither|missing|absent|omitted|unset)\b|n't\b")
_WHEN_SO: Final = regex(r"(?i)\W{0,4}(?:if|when|in case|where|once)\b")
_WRONGLY: Final = regex(rf"(?i)\b(?:{'|'.join(sorted(WRONG))})\b")
_NEGATIVE: Final = regex(r"(?:^|[ (&|])(?:!(?!=)|not )(?!\w{0,20}cmp)|!=|\bis not\b|==\s{0,3}(?:NULL|nullptr|None|0|-1|false|False)\b|\bis None\b|(?<![!\w.>])[\w.>-]{1,80}(?:\.|->)(?:is_?)?[eE]mpty\(\)")  # fmt: skip


def _tries(verb: str, said: str) -> bool:
    """Whether a condition asks for a call that does it."""
    return any(stem(verb) in map(stem, lower(name)) for name in _CALLED.findall(said))


def _goes_wrong(row: ScoredDeed) -> bool:
    """Whether its message says that something went wrong, or it stands in a handler: that it is about to be done says not that it cannot be."""
    return bool(stems(row.step.text) & ADVERSE_STEMS) or any(one.said.startswith(("except", "catch")) for one in row.conditions)  # fmt: skip


def _denies(said: str) -> bool:
    return _NEGATIVE.search(said) is not None


def _says_all(wanted: DeedWanted, row: ScoredDeed) -> bool:
    """Whether the step's own message names all of the clause."""
    text = row.step.text
    return _TALK.search(text) is not None and names_of(wanted, _IN_CODE.sub(" ", text)) >= SAID


def _names_it(wanted: DeedWanted, row: ScoredDeed) -> bool:
    """Whether the last condition names what is done in vain, catches an error, or the step's own message says all."""
    last = row.conditions[-1] if row.conditions else None
    return _says_all(wanted, row) or (
        last is not None and (last.said.startswith("except ") or names_of(wanted, last.said) > 0)
    )


def _in_order(here: Here, order: Order) -> Found | None:
    """Of the function in which both are done: one of them surely, the other by its verb at least."""
    sides = [wanted_of(inquiry) for inquiry in (order.first, order.second)]
    sure = [_meant(here, inquiry) for inquiry in (order.first, order.second)]
    ids = list(dict.fromkeys(row.id for side in sure for row in side))[:TRIED]
    able = [(sum(side[0].whole for side in both), id_, both) for id_ in ids if all(both := [_there(here, wanted, id_) for wanted in sides])]  # fmt: skip
    if not able:
        return None
    _, best, both = max(able, key=lambda one: (round(one[0], 2), one[1]))
    first, then = ({row.step.start for row in side} for side in both)
    if first & then:
        return None  # which is which cannot be told
    order_found = order_of(here.project, best, first, then)
    before, after = order_found == "before", order_found == "after"
    surely = all(wanted.thing for wanted in sides) and min(side[0].thing for side in both) >= PLAIN
    if before == after and surely:
        said = sorted({_told(here, row) for side in both for row in side}, key=lambda line: line.line)
        return Found(tuple(said)[:MOST], (best,), f"{ORDER_NOTE} Neither always comes before the other.", weighed=True)
    if before == after or (before != order.before and not surely):
        return None
    rows = sorted({row.step.start: row for side in both for row in side}.values(), key=lambda row: row.step.start)
    told_first, told_then = (order.first, order.second) if before else (order.second, order.first)
    answer = f"{'Yes' if before == order.before else 'No'}: in {label(here.project, best)} `{_phrase(told_first)}` comes first, then `{_phrase(told_then)}`"  # fmt: skip
    head = at(here.project, best, answer, rows[0].line)
    return Found((head, *dict.fromkeys(_told(here, row) for row in rows))[:MOST], (best,), ORDER_NOTE, weighed=True)


def _there(here: Here, wanted: DeedWanted, id_: str) -> list[ScoredDeed]:
    """The steps of one function that do so most surely."""
    rows = [row for row in scored(here, wanted, [id_]) if row.verb >= DONE and row.verb != REMARK and row.thing >= SOME]
    return [row for row in rows if row.whole >= CLOSE * rows[0].whole]


def _phrase(inquiry: Inquiry) -> str:
    return f"{inquiry.verb} {inquiry.thing}".strip()[:60]


def _all_then(here: Here, rows: list[ScoredDeed]) -> Iterator[ScoredDeed]:
    """Each with what else is done under the very same conditions."""
    met = set[tuple[str, tuple[AskedCondition, ...]]]()
    for row in rows:
        if (row.id, row.conditions) in met:
            continue
        met.add((row.id, row.conditions))
        for each in sorted(here.project.actions(row.id), key=lambda one: one.start):
            line = line_at(here.project, row.id, each.start)
            near = (0 if row.verb == REMARK else -AROUND) <= line - row.line <= AROUND and told_then(here, row.id, each)
            if each == row.step or (near and under(here.project, row.id, each.start) == row.conditions):
                yield row._replace(step=each, line=line)


def _few(rows: Sequence[ScoredDeed]) -> list[ScoredDeed]:
    met: dict[str, int] = {}
    kept, most = [], EACH if len({row.id for row in rows}) > 1 else MOST
    for row in rows:
        met[row.id] = met.get(row.id, 0) + 1
        kept += [row] if met[row.id] <= most else []
    order = list(dict.fromkeys(row.id for row in kept))
    return sorted(kept, key=lambda row: (order.index(row.id), row.step.start))


def _told(here: Here, row: ScoredDeed) -> Cited:
    name = label(here.project, row.id)
    if row.verb == OF_NAME:  # all of it does so
        sentence = here.project.sentence(row.id)
        return at(here.project, row.id, f"{name}: {sentence}" if sentence else name)
    code = " ".join(row.step.text.split())
    short = code if len(code) <= LONGEST else f"{code[:LONGEST]}…"
    return at(here.project, row.id, f"{name}: `{short.rstrip(';')}`{told(row.conditions)}", row.line)
