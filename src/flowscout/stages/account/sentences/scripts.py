"""What stands outside of functions and declares nothing: a statement that runs when the file is read, a directive, and where a
declaration stands -> its sentence; None where nothing is said for sure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ....model.pattern import regex
from ..neutral.include_guards import line_of
from ..neutral.respelt import in_one_spelling
from ..pairing.changes import ADDED, CHANGED, MOVED, REMOVED, Change, Trees
from ..pieces import bodied
from ..pieces.called import name_of
from ..pieces.outside import FUNCTION
from ..pieces.pieces import Piece
from ..pieces.prototypes import declares
from ..reading.imports import BroughtName, apart, brought, brought_at, elsewhere, listed, told, whole
from ..reading.saying import Said, both_quoted, kept_below, left_below, q
from . import altered_at_import, directives
from .at_import import STATEMENT
from .attempts import with_handlers
from .in_each_build import other_values
from .naming import OPENS, all_of, named, opens, verb
from .outer_arms import all_arms, arm, head_of, with_kept
from .places import always, guards, place_of, places

DIRECTIVE: Final = "directive"
_OTHER: Final = "the other case of "
_LINES: Final = 2  # of those that a macro stands under, the nearest first
CONDITIONAL: Final = frozenset((b"if", b"ifdef", b"ifndef", b"elif", b"elifdef", b"elifndef"))
_DEFINED: Final = regex(r"\A#\s?if (! ?)?defined\s?\(?\s?(\w{1,200})\s?\)?\Z")
SLIGHT: Final = frozenset((b"pragma", b"error", b"warning", b"line"))
_DOES: Final = {
    "with": ("Works under", "under "),
    "for": ("Goes through", "through "),
    "while": ("Loops while", "while "),
}


def statement(both: Trees, change: Change) -> Said | None:
    """Of a file's own level: it runs when the file is read."""
    pieces, at = (both.new, change.b) if change.b >= 0 else (both.old, change.a)
    piece = pieces[at]
    if change.kind == CHANGED:
        return _changed(both, change)
    if change.kind not in (ADDED, REMOVED):
        return None
    new = change.kind == ADDED
    if piece.words[:1] == (b"raise",):
        raised = piece.said.removeprefix("raise").strip()
        what = f"{q(raised)} at import" if raised else "the exception again"
        said = f"{'Now' if new else 'No longer'} raises {what}{under_block(pieces, at)}."
        return Said(STATEMENT, said, 2 if new else 5)
    if piece.words[:1] and piece.words[0] not in OPENS:
        return Said(
            STATEMENT,
            f"{'Now' if new else 'No longer'} runs {q(piece.said)}{under_block(pieces, at)}.",
            6 if new else 5,
        )
    kept = _held(both, at, new)
    inner = _fresh(both, at, new)
    if kept:
        return with_kept(both, at, new, kept, inner, _block)
    if piece.words[:1] != (b"try",) and (away := _brought_elsewhere(both, pieces, inner, at, new)):
        return away
    told_of = _block(pieces, inner, f"under {all_arms(pieces, at)}", new)
    return with_handlers(both, change, told_of, _block) if told_of and piece.words[:1] == (b"try",) else told_of


def _brought_elsewhere(both: Trees, pieces: Sequence[Piece], inner: Sequence[int], at: int, new: bool) -> Said | None:
    """Of imports that are new or gone with what they stand under what another line alone brings on the other side: it only stands elsewhere."""
    imports = [one for each in inner if pieces[each].kind == "Import" for one in brought(pieces[each])]
    away = list(brought_at(both, imports, not new)) if imports else []
    others, known = (both.old if new else both.new), {name for name, _ in away}
    stood = [always(place_of(others, there)) for _, there in away]
    under, other = f"under {arm(pieces, at)}", " and ".join(dict.fromkeys(stood))
    if not away or under in stood:
        return None
    said = f"Now {listed([name for name, _ in away])} {under if new else other}, no longer {other if new else under}."
    left = [each for each in inner if not known.issuperset(brought(pieces[each])) or pieces[each].kind != "Import"]
    rest = _block(pieces, left, under, new) if left else None
    return Said("import", f"{said} {rest.sentence}" if rest else said, rest.rank if rest else 8)


def _block(pieces: Sequence[Piece], inner: Sequence[int], where: str, new: bool) -> Said | None:
    """What is new or gone with what it stands under: imports by what they bring."""
    imports = [one for each in inner if pieces[each].kind == "Import" for one in brought(pieces[each])]
    rest = [each for each in inner if pieces[each].kind != "Import"] if imports else inner
    rest = [each for each in rest if pieces[each].kind != "Docstring"] or rest
    told_of = told([] if new else imports, imports if new else [], f", {where}") if imports else ""
    said = (
        f"{all_of(pieces, rest, names=True)} {verb(pieces, rest, 'is', 'are')} {'new' if new else 'gone'}"
        if rest
        else ""
    )
    if told_of:
        more = f"; {said} there" if said else ""
        return Said("import", f"{told_of.removesuffix('.')}{more}.", 9 if new else 8)
    rank = 5 if not new else 2 if any(pieces[each].words[:1] == (b"raise",) for each in rest) else 6
    return Said(STATEMENT, f"{said}, {where}.", rank) if said else None


def _changed(both: Trees, change: Change) -> Said | None:
    one, other = in_one_spelling(both.old[change.a], both.new[change.b])
    if one.words[:1] != other.words[:1] or other.words[0] not in OPENS:
        if given := altered_at_import.given(one, other):
            return given._replace(sentence=f"{given.sentence.removesuffix('.')}{under_block(both.new, change.b)}.")
        if text := bodied.differing(one, other):
            return Said(STATEMENT, f"{text}.", 5)
        was, now = both_quoted(one.said, other.said)
        return Said(STATEMENT, f"{now} was {was}.", 5)
    word = other.words[0].decode()
    heads = head_of(one).removeprefix(f"{word} "), head_of(other).removeprefix(f"{word} ")
    if word in ("if", "elif"):
        return altered_at_import.asked_otherwise(both, heads, change.b)
    was, now = both_quoted(*heads)
    verb, link = _DOES.get(word, (f"`{word}` is given", ""))
    return Said(STATEMENT, f"{verb} {now}, no longer {link}{was}.", 5)


def _kept_in(both: Trees, change: Change) -> list[int]:
    """What stood under a line of `#if`, and stands there still: what came there is told by itself."""
    return [
        n
        for n in both.new_below[change.b]
        if both.new[n].role == "then" and n in both.back and both.old[both.back[n]].parent == change.a
    ]


def directive(both: Trees, change: Change) -> Said | None:
    """`#if` with what it holds; another one has a meaning of its own."""
    pieces, at = (both.new, change.b) if change.b >= 0 else (both.old, change.a)
    piece, new = pieces[at], change.kind == ADDED
    word, now = piece.words[1] if len(piece.words) > 1 else b"", "now" if new else "no longer"
    if change.kind == CHANGED:
        one = both.old[change.a]
        before, after = both_quoted(line_of(one), line_of(piece))
        inner = [n for n in _kept_in(both, change) if not _other_half(both.new[n])]
        if word in CONDITIONAL and inner and before != after:
            return Said(
                DIRECTIVE,
                f"{all_of(both.new, inner)} {verb(both.new, inner, 'depends', 'depend')} on {after}, no longer on {before}.",
                4,
            )
        return Said(DIRECTIVE, f"{after} was {before}.", 6)
    if change.kind == MOVED and word in CONDITIONAL and not _other_half(piece):
        was, stands = place_of(both.old, change.a), place_of(both.new, change.b)
        asked = was != stands and any(each.startswith("under") for each in (was, stands))
        first, then = _tenses(both, change, stands, was)
        held = f"What {q(line_of(piece))} holds {first} stands {stands}, {then} {was}."
        return Said(DIRECTIVE, held, 5) if asked else None
    if change.kind not in (ADDED, REMOVED):
        return None
    if word in SLIGHT:
        where = "" if word == b"line" else _under_lines(pieces, at)
        return Said(DIRECTIVE, f"{q(line_of(piece))} is {'new' if new else 'gone'}{where}.", 7)
    if word not in CONDITIONAL:
        return None
    kept = [each for each in _held(both, at, new) if not asked_alike(both, each, line_of(piece))]
    inner = _fresh(both, at, new)
    if kept:
        within = [each for each in inner if _only_wraps(both, each, new)]
        inner = [each for each in inner if each not in within]
        parts = directives.by_half(both, at, kept, new)
        there = f"under {q(line_of(piece))}" if any(way for way, _ in parts) else "there"
        arms = [("then", there), ("else", "in the other case")]
        others = other_values(both.new, kept, pieces, inner)
        inner = [each for each in inner if each not in others]
        told = [_block(pieces, [n for n in inner if pieces[n].role == role], where, new) for role, where in arms]
        told += [
            Said(DIRECTIVE, f"{one} is {'new' if new else 'gone'}, {dict(arms)[pieces[n].role]}.", 4)
            for n, one in others.items()
        ]
        rest = "".join([f"; {each.sentence[:1].lower()}{each.sentence[1:-1]}" for each in told if each]).replace(
            f", {there}", f" {there}"
        )
        held = "; ".join(
            [
                f"{all_of(both.new, those)} {now} {verb(both.new, those, 'depends', 'depend')} on {way}{q(line_of(piece))}"
                for way, those in parts
            ]
        )
        for each in within:
            own = _held(both, each, new)
            every = set(own).issuperset(kept)
            those = "all of it" if every else all_of(both.new, own)
            depends = "depends" if every else verb(both.new, own, "depends", "depend")
            held += f"; {those} {now} {depends} on {q(line_of(pieces[each]))} {'too' if new else 'either'}"
        return Said(DIRECTIVE, f"{held}{rest}.", 4)
    told_of = [_arms(pieces, inner, q(line_of(piece)), new)]
    told_of += [
        _arms(pieces, _fresh(both, each, new), q(line_of(pieces[each])), new) for each in _chained(both, at, new)
    ]
    said = [each for each in told_of if each]
    return (
        said[0]._replace(
            sentence=f"{'; '.join([_small(each.sentence.removesuffix('.'), at) for at, each in enumerate(said)])}."
        )
        if said
        else None
    )


def _only_wraps(both: Trees, at: int, new: bool) -> bool:
    """An `#if` within one that is new or gone with it, of which all that it holds stands on both sides."""
    piece = (both.new if new else both.old)[at]
    word = piece.words[1] if len(piece.words) > 1 else b""
    return word in CONDITIONAL and not _other_half(piece) and bool(_held(both, at, new)) and not _fresh(both, at, new)


def _chained(both: Trees, at: int, new: bool) -> Iterator[int]:
    """The `#elif`s of an `#if` that are new or gone with it, in their order."""
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    while at >= 0:
        own = [each for each in below[at] if each not in known and _other_half(pieces[each])]
        at = next((each for each in own if pieces[each].words[1:2] != (b"else",)), -1)
        if at >= 0:
            yield at


def _arms(pieces: Sequence[Piece], inner: Sequence[int], line: str, new: bool) -> Said | None:
    """Each by what it stands under."""
    places = (("then", f"under {line}"), ("else", f"under the other case of {line}"))
    arms = [
        (where, [each for each in inner if (pieces[each].role == "else") == (role == "else")]) for role, where in places
    ]
    told = [said for where, own in arms if own and (said := _block(pieces, own, where, new))]
    if not told:
        return None
    text = "; ".join([_small(each.sentence.removesuffix("."), at) for at, each in enumerate(told)])
    return told[0]._replace(rule=DIRECTIVE, sentence=f"{text}.")


def _small(text: str, at: int) -> str:
    return text[:1].lower() + text[1:] if at else text


def only_split(both: Trees, change: Change) -> bool:
    """Whether all that is held by an `#if` that is new or gone stands under the same question on both sides."""
    new = change.kind == ADDED
    pieces, at = (both.new, change.b) if new else (both.old, change.a)
    if change.kind not in (ADDED, REMOVED) or pieces[at].kind != "Directive" or _fresh(both, at, new):
        return False
    kept = _held(both, at, new)
    return bool(kept) and all(asked_alike(both, each, line_of(pieces[at])) for each in kept)


def asked_alike(both: Trees, b: int, line: str) -> bool:
    """Whether a piece stands under the same question on both sides, be it `#ifdef A` or `#if defined(A)`."""
    sides = ((both.new, b), (both.old, both.back[b]))
    return all(_one_way(line) in map(_one_way, built_if(pieces, at)) for pieces, at in sides)


def _one_way(line: str) -> str:
    found = _DEFINED.match(line)
    return line if found is None else f"#if{'n' * bool(found[1])}def {found[2]}"


def built_if(pieces: Sequence[Piece], at: int) -> list[str]:
    """All conditions that a piece stands under, the nearest first."""
    found = []
    while (here := pieces[at].parent) >= 0:
        if pieces[here].kind == "Directive" and not guards(pieces, here):
            found.append(f"{_OTHER * (pieces[at].role == 'else')}{line_of(pieces[here])}")
        at = here
    return found


def _held(both: Trees, at: int, new: bool) -> list[int]:
    """What stands under it and stood there before, or still stands; positions of the new side."""
    below, known = (both.new_below, {y: y for y in both.back}) if new else (both.old_below, both.pairs)
    found = (kept_below(both, at) if new else left_below(both, at)) or [
        known[each] for each in below[at] if each in known
    ]
    return [each for each in found if not _other_half(both.new[each])]


def _fresh(both: Trees, at: int, new: bool) -> list[int]:
    """Without functions beside other things: each is told by itself, with what it is built under."""
    pieces, below, known = (both.new, both.new_below, both.back) if new else (both.old, both.old_below, both.pairs)
    found = [each for each in below[at] if each not in known and not _other_half(pieces[each])]
    return [each for each in found if pieces[each].kind != FUNCTION] or found


_OTHERWISE = ((b"else",), (b"elif",), (b"elifdef",), (b"elifndef",))


def only_else(both: Trees, change: Change) -> bool:
    """Whether it is an `#else` that came or went alone: what stands behind it is told by itself."""
    pieces, at = (both.new, change.b) if change.b >= 0 else (both.old, change.a)
    alone = change.kind in (ADDED, REMOVED) and pieces[at].kind == "Directive" and pieces[at].words[1:] == (b"else",)
    above = pieces[at].parent
    return alone and any(n != at and each.parent == above and each.role == "else" for n, each in enumerate(pieces))


def under_a_new_arm(both: Trees, b: int) -> bool:
    above = both.new[b].parent
    return (
        above >= 0
        and above not in both.back
        and both.new[above].words[1:2] in ((b"elif",), (b"elifdef",), (b"elifndef",))
    )


def _other_half(piece: Piece) -> bool:
    return piece.kind == "Directive" and piece.words[1:2] in _OTHERWISE


def moved(both: Trees, change: Change) -> Said | None:
    """What stands under something else, as it was."""
    one, other = both.old[change.a], both.new[change.b]
    if change.kind != MOVED:
        return None
    was, now = place_of(both.old, change.a), place_of(both.new, change.b)
    if other.kind == FUNCTION:  # of another class or namespace it is told by its name
        asked = was != now and any(each.startswith("under") for each in (was, now))
        stood = was if was.startswith("under") else "always"
        stands = now if now.startswith("under") else "always"
        first, then = _tenses(both, change, stands, stood)
        return Said("place", f"{q(named(other))} is {first} defined {stands}, {then} {stood}.", 3) if asked else None
    if was == now:
        return _farther(both, change)
    first, then = _tenses(both, change, now, was)
    if one.kind == other.kind == "Import" and (names := listed(brought(other))):
        return Said("place", f"{first.capitalize()} {names} {always(now)}, {then} {always(was)}.", 8)
    rank = {"Declared": 7, "Declaration": 7}.get(other.kind, 4)
    return (
        Said("place", f"{_called(other)} {first} stands {now}, {then} {was}.", rank) if one.kind != "Access" else None
    )


def _tenses(both: Trees, change: Change, now: str, was: str) -> tuple[str, str]:
    """Where it stands now under what it stood under and something else too, or under less of it."""
    return (
        "still" if now in places(both.old, change.a) else "now",
        "still" if was in places(both.new, change.b) else "no longer",
    )


def _called(piece: Piece) -> str:
    """By its name; of `API int get(void)` by that of the function."""
    name = name_of(piece)
    return q((declares(piece.words) if name == ")" else name) or piece.said)


def _farther(both: Trees, change: Change) -> Said | None:
    """What differs of the conditions that are asked farther out."""
    was, now = built_if(both.old, change.a), built_if(both.new, change.b)
    gone, came = [each for each in was if each not in now], [each for each in now if each not in was]
    named = _called(both.new[change.b])
    told = [f"now stands under {q(each)}" for each in came[:1]] + [
        f"no longer stands under {q(each)}" for each in gone[:1]
    ]
    return Said("place", f"{named} {', '.join(told)}.", 7) if told else None


def brought_otherwise(both: Trees, change: Change) -> str:
    """What an import brings now and brought before; of what another place brings now, where that is."""
    gone, came = apart(both, change)
    away = elsewhere(both, change, True)
    places: dict[str, list[BroughtName]] = {}
    for each, at in away:
        places.setdefault(always(place_of(both.new, at)), []).append(each)
    was = always(place_of(both.old, change.a)) if away else ""
    said = [f"Now {listed(names)} {place}, no longer {was}." for place, names in places.items() if place != was]
    rest = [each for each in gone if each not in {name for name, _ in away}]
    with_all = [each for each in rest if each.source in whole(both) and each.name.isidentifier()]
    said += [f"No longer {listed(with_all)} by name."] if with_all else []
    rest = [each for each in rest if each not in with_all]
    return " ".join([*said, *filter(None, (told(rest, came, beneath(both, change)),))])


def beneath(both: Trees, change: Change) -> str:
    """What an import stands under: `, under `try``."""
    pieces, at = (both.new, change.b) if change.b >= 0 else (both.old, change.a)
    place = place_of(pieces, at)
    return f", {place}" if place.startswith("under") else ""


def under_block(pieces: Sequence[Piece], at: int) -> str:
    """Under which `if`, `try` or handler of a file of Python it stands; of a macro under which `#if`."""
    above = pieces[at].parent
    if pieces[at].kind == "Define" and (asked := _under_lines(pieces, at)):
        return asked
    return f", under {all_arms(pieces, above)}" if above >= 0 and opens(pieces[above]) else ""


def _under_lines(pieces: Sequence[Piece], at: int) -> str:
    asked = built_if(pieces, at)
    return f", under {' and '.join(map(_asked, asked[:_LINES]))}" if asked else ""


def _asked(line: str) -> str:
    plain = line.removeprefix(_OTHER)
    return f"{_OTHER * (plain != line)}{q(plain)}"
