"""Which steps bear out a segment that says what is done: those that share most words with it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from ..model.pattern import regex
from .claimed import against
from .clauses import ClauseWord
from .contrary import marked
from .doing import FAILING, TALKING, called_names, evident, fails, surely
from .doings import acting
from .english import GLUE, words
from .heads import RETURNING, acts, given_back, raises
from .parts import Facts
from .phrased import PLAIN, known
from .phrases import is_literal
from .refuted import of_other_arm
from .segments import DO, WHEN, Segment
from .stems import NEUTRAL_STEMS, kinds_of, negates, stem, stems
from .talking import talks
from .usages import used_so

_OPPOSITE: Final = "is the opposite of what the step says"
_TRIED: Final = 8  # steps that a segment without ids is held against
_NEARLY: Final = 0.4  # fewer words shared than by the step that shares most
_HANGING: Final = 0.6
_JOINT: Final = 4
_RAISING: Final = frozenset(map(stem, words("raise throw rethrow reraise")))


class Borne(NamedTuple):
    """A segment and the sets of steps that bear it out."""

    segment: Segment
    ways: list[tuple[str, ...]]


def ways_of(
    segment: Segment, segments: Sequence[Segment], at: int, borne: Sequence[Borne | None], facts: Facts
) -> tuple[list[tuple[str, ...]], list[str]]:
    said = voiced(segment, segments, at)
    likely = _likely(said, facts)
    likely = _given(said, likely, facts)
    best = likely[0][1] if likely else 0.0
    names = [id_ for id_, _ in likely]
    follows = segments[at + 1] if at + 1 < len(segments) else None
    near = _HANGING if follows is not None and follows.role == WHEN else _NEARLY  # the condition chooses among more
    tried: list[tuple[str, ...]] = [(id_,) for id_, total in likely[:_TRIED] if total >= best - near]
    several = any(w.small == "and" or w.text == "," for w in segment.words) or (
        len(names) > 1 and facts.feeds(*sorted(names[:2], key=lambda n: facts.steps[n].place))
    )
    tried += [
        pair
        for pair in combinations(names[:_JOINT], 2)
        if several and pair[0] in (names[0], *(one for (one,) in tried))
    ]
    tried += [ids for ids in _alike(said, names, facts) if ids not in tried and several]
    if len(likely) > 2 and several:
        tried += [tuple(names[:3]), tuple(names[:_JOINT])]
    if flagged := [id_ for id_, deed in facts.steps.items() if marked(said, deed.code)]:
        tried = [(id_,) for id_ in flagged]  # no other step can be meant
    wrong: list[str] = []
    ways: list[tuple[str, ...]] = []
    opposed = False  # by a step that does just that, to something else
    for ids in tried:
        flaws = list(against(said, ids, facts, hedged=any(s.role == WHEN for s in segments)))
        if not flaws and (why := _of_another(said, ids, facts)):
            flaws = [why]
        opposed |= any(_OPPOSITE in flaw for flaw in flaws) and evident(said, ids, facts)
        if flaws and not wrong:
            wrong = flaws
        if not flaws and not flagged and not _told_well(said, ids, facts):
            flaws = ["nothing of the function says so"]
            wrong = wrong or flaws
        if not flaws and (len(ids) == 1 or _alike(said, ids, facts) or _each_named(said, ids, facts)):
            ways.append(ids)
    ways = [ids for ids in ways if evident(said, ids, facts)] if opposed else ways
    ways = [ids for ids in ways if not any(_gives_other(said, facts.steps[id_].code) for id_ in ids)]
    ways = [ids for ids in ways if not any(of_other_arm(said, id_, facts) for id_ in ids)]
    return ways, wrong or ["nothing of the function says so"]


_OTHER_VALUE: Final = regex(r"return (?:\[.{0,200}\]|\{.{0,200}\}|[\"'].{0,200}[\"']|-?\d[\w.]{0,20}|True|False);?")


def _gives_other(said: Sequence[ClauseWord], code: str) -> bool:
    """`return []` is not what `returns None` says."""
    return any(w.text.strip("`") == "None" for w in said) and _OTHER_VALUE.fullmatch(" ".join(code.split())) is not None


def _alike(said: Sequence[ClauseWord], names: Sequence[str], facts: Facts) -> list[tuple[str, ...]]:
    """Steps that call the same, told together: `frees the name, the path and the owner`; and all that a segment names by their own names."""
    called: dict[str, list[str]] = {}
    names = [id_ for id_ in names if facts.steps[id_].said]
    for id_ in names:
        if found := re.match(r"\s*(\w+)\s*<<", facts.steps[id_].code):
            called.setdefault(f"{found[1]} <<", []).append(id_)
    for id_ in names:
        for name in re.findall(r"(?<!\w)([A-Za-z_]\w*+)\s*+\(", facts.steps[id_].code)[:1]:
            called.setdefault(name, []).append(id_)
    listed = [
        id_ for name, ids in called.items() for id_ in ids if any(w.text.removesuffix("()") == name for w in said)
    ]
    return [tuple(ids) for ids in called.values() if len(ids) > 1] + ([tuple(listed)] if len(listed) > 1 else [])


def _of_another(said: Sequence[ClauseWord], ids: Sequence[str], facts: Facts) -> str:
    """A word that a step of the same kind has and these have not: `describes FLAC as lossy` of what says so of MP3."""
    scopes = [facts.scope(id_) for id_ in ids]
    unders = [u for id_ in ids for u in facts.steps[id_].under]
    own = " ".join(facts.steps[id_].code for id_ in ids)
    elsewhere = " ".join(deed.code for id_, deed in facts.steps.items() if id_ not in ids)
    here, there = (set(re.findall(r"[a-z]++", text.lower())) for text in (own, elsewhere))
    for one_, next_ in pairwise(said):  # `raw mode` of `rawmode`, which stands in another step
        both = one_.small + next_.small
        if min(len(one_.small), len(next_.small)) > 2 and both in there and both not in here:
            return f"`{one_.text} {next_.text}` is of another step"
    told = {stem(w.text): w.text for w in said if w.kind == "word" and w.small not in GLUE}
    for other in facts.rivals_of(ids):  # what the same name is set to on another way
        for one in stems(other.code) - stems(own):
            if one in told:
                return f"`{told[one]}` is of another step"
    for at, word in enumerate(said):
        one = stem(word.text)
        if word.kind != "word" or word.small in GLUE or acts(said, at) or any(known(word, s) for s in scopes):
            continue
        if any(one in facts.scope_of(u).own for u in unders if u.holds or one not in _compared_with(u.code)):
            continue
        if stem(word.text) not in NEUTRAL_STEMS and any(
            one in stems(u.code)
            for u in facts.conditions.values()
            if u not in unders and u._replace(holds=not u.holds) not in unders
        ):
            return f"`{word.text}` is asked of another step"
        for other in facts.siblings_of(ids):
            if one in stems(other.code) or any(one in stems(u.code) for u in other.under[:1] if u not in unders):
                return f"`{word.text}` is of another step"
    return ""


def _compared_with(code: str) -> frozenset[str]:
    """Words of the value that something is compared with: where it is another one, nothing is said of that."""
    found = re.search(r"==\s*([\"']?[\w.:]+[\"']?)", code)
    return stems(found[1]) if found else frozenset()


def _given(said: Sequence[ClauseWord], likely: list[tuple[str, float]], facts: Facts) -> list[tuple[str, float]]:
    """What is returned by a name that is set in several places is what one of these gives: its words, under its conditions."""
    if not any(stem(w.text) in RETURNING for w in said):
        return likely
    told = frozenset(stem(w.text) for w in given_back(said))
    givers = [id_ for id_, _ in likely if facts.gives(facts.steps[id_])]
    kept = []
    for id_, total in likely:
        code = facts.steps[id_].code
        plain = re.fullmatch(r"return \(?(\w+)\)?;?", code.strip())
        if not (plain or id_ in givers) or not any(told & (stems(facts.steps[g].code) - stems(code)) for g in givers):
            kept.append((id_, total))
    return kept


def _told_well(said: Sequence[ClauseWord], ids: Sequence[str], facts: Facts) -> bool:
    """Whether steps that were looked for do what the verb says, or have half the words of the segment."""
    verbs = {stem(w.text) for n, w in enumerate(said) if acts(said, n)}
    if evident(said, ids, facts):
        return True
    if verbs & RETURNING and any(
        facts.steps[id_].said.startswith(("Return", "Yield")) or facts.gives(facts.steps[id_]) for id_ in ids
    ):
        return True
    content = [
        w
        for n, w in enumerate(said)
        if w.kind == "word"
        and w.small not in GLUE
        and not acts(said, n)
        and (stem(w.text) not in NEUTRAL_STEMS | PLAIN or any(stem(w.text) in facts.scope(id_).own for id_ in ids))
        and not w.small.endswith("ly")
    ]
    scopes = [facts.scope(id_) for id_ in ids]
    told = [w for w in content if any(known(w, scope) and stem(w.text) not in scope.deep for scope in scopes)]
    return 2 * len(told) >= len(content) and (not content or bool(told))


def _each_named(said: Sequence[ClauseWord], ids: Sequence[str], facts: Facts) -> bool:
    """Whether each of several steps has a word that the others have not."""
    named = [
        frozenset(
            stem(w.text) for w in said if w.kind != "mark" and w.small not in GLUE and (known(w, facts.scope(id_)))
        )
        for id_ in ids
    ]
    return all(
        one - frozenset().union(*(named[n] for n in range(len(named)) if n != at)) for at, one in enumerate(named)
    )


def voiced(segment: Segment, segments: Sequence[Segment], at: int) -> tuple[ClauseWord, ...]:
    """With the verb of the segment before it, where it has none: `logs a warning, and a notice otherwise`."""
    said = tuple(w for w in segment.words if w.kind != "mark" or w.text in "-−/")
    if segment.opener in ("or", "else", "otherwise") and at and segments[at - 1].role in (DO, WHEN):
        before = next((s for s in reversed(segments[:at]) if s.role == DO), None)
        own = any(w.small in ("is", "are", "ends", "stops", "continues") for w in said[1:])  # `otherwise the loop ends`
        if before and not own and not any(kinds_of(w.small) and w.small.endswith("s") for w in said[:1]):
            verb = [w for n, w in enumerate(before.words) if acts(before.words, n)][:1]
            return (*verb, *said)
    return said


def _likely(said: Sequence[ClauseWord], facts: Facts) -> list[tuple[str, float]]:
    """Steps that share words with a segment, those that share most first; returns only for what is returned, and so on."""
    verbs = {stem(w.text) for n, w in enumerate(said) if acts(said, n)}
    kinds = frozenset(kind for n, w in enumerate(said) if acts(said, n) for kind in kinds_of(w.small))
    scored: list[tuple[float, int, str]] = []
    for id_, deed in facts.steps.items():
        if verbs & {"return", "yield"} and not deed.said.startswith(("Return", "Yield")) and not facts.gives(deed):
            continue
        if deed.said.startswith("Define ") and not {"define", "defin"} & verbs:
            continue
        if talks(deed) and verbs and not verbs & TALKING:
            continue
        if verbs & _RAISING and not (raises(deed) or "(" in deed.code):
            continue
        scope = facts.scope(id_)
        content = [w for w in said if w.kind != "mark" and w.small not in GLUE and not negates(w.small)]
        score = sum(
            1.0 if {stem(w.text)} & scope.own else 0.5 if known(w, scope) else 0.0
            for w in content
            if stem(w.text) not in NEUTRAL_STEMS or stem(w.text) in scope.own
        )
        literals = sum(2.0 for w in content if is_literal(w) and w.text.strip("\"'.`") in scope.code)
        total = (
            score
            + literals
            + (1.0 if any(one in acting(deed) for one in verbs) else 0.0)
            + (0.5 if kinds & facts.kinds(id_) else 0.0)
            + (1.0 if verbs & {stem(name) for name in called_names(deed)} else 0.0)  # `forks` of `fork()`
            + (1.0 if verbs & _RAISING and raises(deed) else 0.0)
            + (0.5 if any(len(v) > 3 and v in name for v in verbs for name in called_names(deed)) else 0.0)
            + (1.0 if verbs & FAILING and fails(deed) else 0.0)
            + (1.0 if any(surely(one, deed) for one in verbs) else 0.0)
            + (0.5 if any(used_so(said, n, (deed,), facts) for n in range(len(said)) if acts(said, n)) else 0.0)
        )
        if facts.gives(deed) and verbs & RETURNING and score > 0:
            total += 2.0  # `value = default` before `return value`: what is returned so hangs on what that hangs on
        if total > 0 or (verbs & {"return", "yield"}) or (verbs & RETURNING and deed.said.startswith("Return")):
            scored.append((-total, deed.place, id_))
    return [(id_, -total) for total, _, id_ in sorted(scored)]
