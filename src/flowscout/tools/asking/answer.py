"""The door: a question in words to an answer, or to what could be asked instead."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from ...model.identity import qualified_of
from ...model.pattern import regex
from ...model.product import is_aside
from ...tasks.answering import AnswerReply
from ..codes import FUNCTION_NOT_FOUND, Failed
from ..desk import Desk
from . import bycall, concept, denials, failing, narrowed, program, suggested, weighed
from .accounted import UNRESOLVED, accounted
from .closest import NEAR, YES_OR_NO, closest
from .here import MOST, Found, Here, joined
from .intents import intended
from .joined import conditioned, halves
from .kinds import ANSWERS, PLACED, WHOLE
from .owners import owners_named
from .question import meaning, negated, reasked, run_together
from .question.asked import Asked
from .question.spelling import respelled
from .question.tokens import LONGEST, QuestionToken, tokens
from .question.typed import as_written, tail
from .readers import bounds, by_message, named_for, raised_saying, remarked
from .readers.by_default import by_default
from .readers.in_order import DECORATED, FIRST, NAMED, NUMBERS, VALUES, Reader
from .readers.manner import manner
from .reading import VAGUE
from .shown import cleaned, shown
from .slipped import slipped
from .weighed import BY_MESSAGE

WAY: Final = 40  # calls of one


def needs_all(question: str) -> bool:
    """Whether the answer looks at every function."""
    return any(asked.kind in WHOLE for asked in halves(question))


def by_rules(desk: Desk, question: str) -> AnswerReply:
    """Nothing is told that leaves out a thing of the question and does not say so."""
    question = narrowed.of_kind(desk.project, as_written(question))
    if (end := tail(question)) >= 0 and (first := _at_all(desk, question[:end])).said:
        left = question[end:].strip(" ,?!.")
        return first._replace(note=desk.clean(f"I do not weigh `{left[:60]}`. {first.note}").strip())
    return _at_all(desk, question)


def _at_all(desk: Desk, question: str) -> AnswerReply:
    return slipped(desk, question, _of_program)


def _of_program(desk: Desk, question: str) -> AnswerReply:
    own = program.without_program(desk.project, question)
    other = _in_its_own_words(desk, own.question) if own else None
    mixed = own and other and other.asked == "signals" and any(line.path in own.others for line in other.said)
    if mixed and (reply := _in_its_own_words(desk, question)).asked == "signals":
        return reply  # which says itself whose they are
    if own and other and other.said and not _LOOSELY.search(other.note):
        return program.told(own, other)
    reply = _in_its_own_words(desk, question)
    return program.told(own, other) if own and other and not reply.said else reply


def _in_its_own_words(desk: Desk, question: str) -> AnswerReply:
    here, plain = Here(desk), owners_named(desk.project, bounds.by_bound(question))
    reply = by_default(here, plain, partial(_held, desk)) or _held(desk, plain)
    if (not reply.said or "I do not weigh" in reply.note) and (made := manner(here, plain, partial(_held, desk))):
        return made
    if reply.said or (asked := negated.affirmed(plain)) is None:
        return reply
    other = negated.stated(_held(desk, asked[0]), asked[1])
    return other if other.said else reply


def _held(desk: Desk, question: str) -> AnswerReply:
    return accounted(Here(desk), question, _in_words(desk, question))


def _in_words(desk: Desk, question: str) -> AnswerReply:
    """As it stands; else with words that names have as one."""
    reply = _by_rules(desk, question)
    if reply.said and reply.asked not in BY_WORDS and not _LOOSELY.search(reply.note):
        return reply
    reading = run_together.as_one(desk.project, question)
    made = _by_rules(desk, reading.question) if reading else reply
    if reading is None or not made.said or _LOOSELY.search(made.note):
        return reply
    note = made.note
    for one in reading.joined:
        note = note.replace(one.written, one.name)
    read_as = " and ".join(f"`{one.said}` as `{one.name}`" for one in reading.joined)
    return made._replace(note=f"I read {desk.clean(read_as)}. {note}".strip())


def _by_rules(desk: Desk, question: str) -> AnswerReply:
    """Of a question that is two, both answers, or why one of them is not there."""
    question = _WHAT_IF.sub("what happens if ", question, count=1)
    parts = halves(question)
    if (
        len(parts) == 1
        and parts[0].kind == "raises_if"
        and BY_MESSAGE in (by_form := _replied(desk, parts[0], question)).note
    ):
        return by_form  # what an error says of itself before what leads there
    if first := _first(desk, question, FIRST):
        return first
    replies = [_replied(desk, asked, question if len(parts) == 1 else "") for asked in parts]
    if len(parts) == 1 and not replies[0].said and (other := intended(question)) and other != parts[0]:
        replies = [made] if (made := _replied(desk, other)).said else replies
    if not replies or not replies[0].said:
        if (told := _otherwise(desk, question, replies)) is not None:
            return told
        if len(parts) == 1 and (meant := _in_concepts(desk, parts[0])):
            return meant
    elif (
        _UNNAMED.search(replies[0].note) and (meant := _first(desk, question, (("conceived", concept.conceived),)))
    ) or (replies[0].asked == "named_by" and (meant := _first(desk, question, (("effected", named_for.by_effect),)))):
        return meant
    if not replies:
        return closest(desk, question, AnswerReply((), (), suggested.refusal(desk.project, question)))
    unknown = next((reply for reply in replies if not reply.said and not reply.asked), None)
    if unknown:
        return closest(desk, question, unknown)
    if len(replies) == 1:
        return replies[0]
    note = " ".join(dict.fromkeys(filter(None, (reply.note for reply in replies))))
    said, about = (tuple(dict.fromkeys(one for reply in replies for one in getattr(reply, each))) for each in ("said", "about"))  # fmt: skip
    return AnswerReply(said, about, note, " and ".join(reply.asked for reply in replies))


def _in_concepts(desk: Desk, asked: Asked) -> AnswerReply | None:
    """Of what one function does under a condition that none of its own says, by the comments there."""
    opened = bycall.CONDITION.search(f" {asked.rest}")
    clause = asked.rest if asked.kind == "does_if" else asked.rest[opened.end() - 1 :] if opened else ""
    if not clause.strip() or "A" not in asked.names or clause.split()[:1] == ["it"]:
        return None
    told = _first(
        desk, f"what happens when {clause.strip()} in {asked.names['A'].raw}", (("conceived", concept.conceived),)
    )
    return told and (told if asked.kind == "does_if" else told._replace(note=f"{weighed.NEITHER} {told.note}"))


def _otherwise(desk: Desk, question: str, replies: list[AnswerReply]) -> AnswerReply | None:
    """Of a question that no form answers, or whose first half none does: by what is read in other ways."""
    nothing = not any(reply.said for reply in replies)
    if nothing and (one := meaning.considered(desk.project, question)):
        so = _replied(desk, Asked("returns_if", {"A": QuestionToken("", one, code=True)}))
        return so._replace(note=f"By what `{one}` returns. {so.note}".strip()) if so.said else None
    if nothing and (fails := _FAILS_WHEN.match(question)):
        then = _by_rules(desk, f"what does {fails[1]} return when {fails[2]}")
        if then.said and then.asked in ("absent", "after_failure", "failed_step"):
            return then._replace(note=f"{THEN_IT} {then.note}")
    if nothing and (again := _reasked(desk, question)):
        return again
    if told := _first(desk, question, DECORATED if nothing else DECORATED[2:]):
        return told
    if nothing and (nowhere := suggested.unknown(desk.project, question)):
        known = next((reply.note for reply in replies if "near: " in reply.note), "")
        return AnswerReply((), (), desk.clean(f"{nowhere} {known}".strip()))
    told = _first(desk, question, VALUES)
    if (told is None or not told.said) and (quoted := _first(desk, question, NUMBERS)):
        return quoted
    if told:
        return told
    if _SETS.match(question) and (named := _named(desk, question, exactly=True)):
        return named
    rest = (
        ("raised_saying", raised_saying.raised_saying),
        *NAMED,
        ("named_for", named_for.there_for),
        ("remarked", remarked.instead_of_steps),
        ("conceived", named_for.steps),
        ("told_of", by_message.by_message),
        ("effected", named_for.by_effect),
    )
    return (
        _first(desk, question, rest)
        or _named(desk, question)
        or _first(desk, question, (("remarked", remarked.remarked),))
    )


def _reasked(desk: Desk, question: str) -> AnswerReply | None:
    """By a question that asks the same in other words; only where what is so then is weighed."""
    other = reasked.reasked(question)
    then = _by_rules(desk, other.question) if other else None
    if other is None or then is None or _LOOSELY.search(then.note) or "whichever way" in then.note:
        return None
    said = tuple(line for line in then.said if other.only is None or other.only.search(line.text))
    return then._replace(said=said, note=f"{other.note} {then.note}".strip()) if said else None


def _first(desk: Desk, question: str, readers: Iterable[tuple[str, Reader]]) -> AnswerReply | None:
    """What the first of them says that reads the question; a refusal of one is the answer."""
    place = narrowed.file_at_end(desk.project.files, question) if readers is not FIRST else None
    for kind, read in readers:
        in_file = narrowed.within(read(Here(desk, place.path), place.question), place.path) if place else None
        found = in_file if place else read(Here(desk), question)
        if isinstance(found, Failed):
            return AnswerReply((), (), f"{desk.clean(found.message)}.")
        if found:
            return AnswerReply(cleaned(found.said[:MOST], desk), found.about, desk.clean(shown(found)), kind)
    return None


def _named(desk: Desk, question: str, *, exactly: bool = False) -> AnswerReply | None:
    """The answer where some of its words are the name of one thing; exactly: all of its name."""
    for reading in meaning.readings(desk.project, question[:LONGEST]):
        if exactly and reading.others:
            continue
        read = halves(reading.question)
        if len(read) == 1 and _may_be_meant(read[0], question) and (reply := _replied(desk, read[0])).said:
            return reply._replace(note=f"I read `{reading.said}` as `{reading.name}`. {reply.note}".strip())
    return None


def _may_be_meant(asked: Asked, question: str) -> bool:
    """Not of `write to the log file`: that sets no variable."""
    return (
        asked.kind not in VAGUE
        and (not asked.rest or asked.kind == "writers_to")
        and not (asked.kind in ("writers", "does_write") and _WRITES.search(question))
        and not (asked.kind.startswith(("lock", "under_lock")) and narrowed.HELD.search(question))
    )


BY_WORDS: Final = ("conceived", "effected")  # which a name that has them all says more surely
_WHAT_IF: Final = regex(r"(?i)^\s{0,9}(?:and |so |but )?what if ")
_FAILS_WHEN: Final = regex(
    r"(?i)\s{0,9}(?:can|could|does|do|will|would) (\S{2,120}) (?:fail|return an error) (?:when|if|once) (\S[^?]{3,200})"
)
THEN_IT: Final = "What is done and returned then; whether that is a failure its callers say."
_NOTHING: Final = regex(r"(?i)\b(?:writes|deletes|sends|locks|frees) nothing\b")
_SETS: Final = regex(
    r"(?i)(?:who|what|which (?:functions?|code|methods?)|where|when) (?:(?:is|are|does|do|gets?) )?.{0,80}\b(?:sets?|assign\w{0,3}|reset\w{0,4}|overwrit\w{1,3}|modif\w{1,4})\b"
)
_UNNAMED: Final = regex(
    r"\b[Nn]one of (?:them|these|its conditions) names\b|\bI do not weigh\b|\bThose whose name or line names\b"
)
_LOOSELY: Final = regex(
    rf"{_UNNAMED.pattern}|\bI understand no more of this than\b"
)  # not all of the question is weighed
_WRITES: Final = regex(r"(?i)\b(?:writ\w{1,4}|wrote)\b")


def _replied(desk: Desk, asked: Asked, question: str = "") -> AnswerReply:
    if narrowed.of_another(asked, question) or asked.kind not in ANSWERS or (asked.place and asked.kind not in PLACED):
        return AnswerReply((), (), suggested.refusal(desk.project, question))
    here, read_as = Here(desk, asked.place), list(asked.reread)
    if narrowed.is_nowhere(here, asked):
        alone = [
            path for path in desk.project.files if narrowed.stem_of(path) == asked.place.lower() and not is_aside(path)
        ]
        alone += narrowed.folders_named(desk.project.files, asked.place)
        if len(alone) == 1:
            return _replied(desk, asked._replace(place=alone[0]), question)
        unknown = f"I know no file or folder `{desk.clean(asked.place[:120])}`."
        if alone:
            unknown = f"Several are named `{desk.clean(asked.place[:120])}`: {desk.clean(', '.join(alone[:4])[:300])}."
        if asked.kind not in ("unused", "unused_files", "hotspots", "most_called", "entries", "are_circular"):
            return AnswerReply((), (), unknown)
        whole = _replied(desk, asked._replace(place=""), question)  # the name of the project itself, mostly
        return whole._replace(note=f"{unknown} This is of the whole project. {whole.note}".strip())
    found = ANSWERS[asked.kind](here, asked)
    if isinstance(found, Failed) and (
        meant := {slot: other for slot, token in asked.names.items() if (other := respelled(desk.project, token.raw))}
    ):
        read_as += [(asked.names[slot].raw, other) for slot, other in meant.items()]
        asked = asked._replace(
            names=asked.names | {slot: QuestionToken("", other, True) for slot, other in meant.items()}
        )
        found = ANSWERS[asked.kind](here, asked)
    if (
        isinstance(found, Failed)
        and found.code == FUNCTION_NOT_FOUND
        and not any(token.code for token in asked.names.values())
    ):
        return (
            AnswerReply((), (), suggested.refusal(desk.project, question))
            if suggested.is_word(asked)
            else AnswerReply((), (), f"{desk.clean(found.message).rstrip('.')}.")
        )
    if isinstance(found, Failed):
        return AnswerReply((), (), f"{desk.clean(found.message).rstrip('.')}.")
    found = _weighed(here, asked, found, question)
    if asked.rest and not found.weighed and (of_all := _of_namesakes(here, asked, found, question)):
        found = of_all
    if (
        asked.rest
        and asked.kind != "worded"
        and not found.weighed
        and found.said
        and _NOTHING.search(found.said[0].text)
    ):
        return _by_its_steps(desk, asked, question)  # nothing of the kind is no answer to more than the kind
    if asked.rest and asked.kind in narrowed.OVER_ALL and not found.weighed:
        return AnswerReply(
            (), (), suggested.refusal(desk.project, question)
        )  # all that lock are no answer to what locks one thing
    if asked.kind == "raises_if" and asked.rest and not found.weighed and _PASSIVELY.search(question):
        return AnswerReply(
            (), (), suggested.refusal(desk.project, question)
        )  # what stands behind `when` need not raise it
    found = _denied(asked, found, question)
    if asked.kind != "worded" and _is_yes_or_no(question) and _leaves_out(asked, found):
        return AnswerReply((), (), _unweighed(desk, asked, found))
    notes = [f"I read {' and '.join(f'`{old}` as `{new}`' for old, new in read_as)}."] if read_as else []
    notes += (
        [f"I do not weigh `{asked.rest[:120]}`: this is all that I know of the kind."]
        if asked.rest and asked.kind != "worded" and not found.weighed
        else []
    )
    notes += narrowed.others(here, asked, found)
    most = WAY if asked.kind == "path" else MOST  # of a way, half is no way
    open_ = (
        bool(asked.rest) and (not found.weighed or asked.kind in narrowed.OF_ONE) and asked.kind != "worded"
    )  # the reader weighs what decides over it
    said = (
        tuple(conditioned(desk.project, line) for line in found.said[:most])
        if asked.timed or open_
        else found.said[:most]
    )
    shown = cleaned(said, desk)
    total = max(found.total, len(found.said))
    cut = f"{len(shown)} of {total} are shown." if total > len(shown) else ""
    cut = f"{narrowed.counted(found)} {cut}".strip() if asked.counted else cut
    return AnswerReply(shown, found.about, desk.clean(" ".join(filter(None, (*notes, cut, found.note)))), asked.kind)


def _weighed(here: Here, asked: Asked, found: Found, question: str) -> Found:
    found = denials.doubted(here, asked, found)
    meant = narrowed.named_in_rest(narrowed.chosen(found, asked), asked, asks=_is_yes_or_no(question))
    return weighed.weighed(here, asked, meant, question)


def _of_namesakes(here: Here, asked: Asked, found: Found, question: str) -> Found | None:
    """Where nothing of the function says what is asked behind its name: the methods of that name, those first that do."""
    ids = narrowed.namesakes(here, asked, found)
    if not 0 < len(ids) < narrowed.FEW or asked.kind not in UNDER:
        return None
    each = [asked._replace(names=asked.names | {"A": QuestionToken("", qualified_of(id_), code=True)}) for id_ in ids]
    told = [(one, ANSWERS[asked.kind](here, one)) for one in each]
    made = [_weighed(here, one, other, question) for one, other in told if isinstance(other, Found)]
    sure = [one for one in made if one.weighed]
    return joined(sure or [found, *made], ids if sure else (*found.about, *ids)) if made else None


def _by_its_steps(desk: Desk, asked: Asked, question: str) -> AnswerReply:
    made = denials.in_words(Here(desk, asked.place), asked, asked.rest)
    if made is None:
        return AnswerReply((), (), suggested.refusal(desk.project, question))
    return AnswerReply(cleaned(made.said[:MOST], desk), made.about, desk.clean(shown(made)), "by_step")


def _denied(asked: Asked, found: Found, question: str) -> Found:
    """`can A fail when …` of what fails in no case."""
    first = found.said[0] if asked.kind == "raises_if" and found.said else None
    starts = tokens(question)[:1]
    if not first or failing.NEVER not in first.text or not starts or starts[0].word not in YES_OR_NO:
        return found
    if UNRESOLVED in found.note:
        text = f"I cannot tell: {first.text.partition(', as far as')[0]}, but it calls what I do not know"
        return found._replace(said=(first._replace(text=text), *found.said[1:]), weighed=True)
    word = "Not that I can see" if found.note else "No"
    return found._replace(said=(first._replace(text=f"{word}: {first.text}"), *found.said[1:]), weighed=True)


def _leaves_out(asked: Asked, found: Found) -> bool:
    """Whether it is asked under a condition, and the lines do not say under which they are reached."""
    opened = bool(asked.rest) and (bycall.CONDITION.search(f" {asked.rest}") or asked.kind in UNDER)
    if found.weighed:
        return bool(opened) and "I do not weigh" in found.note
    return bool(opened) and not all(_DECIDED.search(line.text) for line in found.said)


UNDER: Final = ("returns_if", "raises_if", "calls_if", "returns_so", "raises_so")  # of which a condition is left
_DECIDED: Final = regex(r", (?:when|unless) `")


def _is_yes_or_no(question: str) -> bool:
    return any(token.word in YES_OR_NO for token in tokens(question)[:1])


def _unweighed(desk: Desk, asked: Asked, found: Found) -> str:
    """Of a yes or no, what is known of the kind is no answer where a part of the question is left out: it is what is near."""
    told = "; ".join(f"{line.text} ({line.path}:{line.line})" for line in cleaned(found.said[:NEAR], desk))
    return f"I do not weigh `{asked.rest[:120]}`, so I say neither yes nor no. Of the kind I know: {told}."


_PASSIVELY: Final = regex(
    r"(?i)\b(?:exceptions?|errors?) (?:is|are|gets?|will be|can be) (?:raised|thrown) (?:when|if)\b"
)
