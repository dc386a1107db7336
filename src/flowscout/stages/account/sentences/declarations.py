"""A change of a function's head, or of what stands outside of functions -> its sentence; None where nothing is said for sure."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from ....model.facts import FunctionFacts
from ....model.identity import qualified_of
from ..neutral.include_guards import stands as guards
from ..neutral.number_types import one_type
from ..neutral.respelt import in_one_spelling
from ..pairing import classes
from ..pairing.by_name import given_otherwise
from ..pairing.changes import ADDED, CHANGED, MOVED, REMOVED, REORDERED, Change, Trees
from ..pairing.other_tables import head as head_of
from ..pairing.other_tables import with_rows
from ..pieces import bodied, constructed, members, prototypes, qualified, structured
from ..pieces.called import along, chained, name_of
from ..pieces.marks import marked, only_put_in, unmarked
from ..pieces.outside import FUNCTION
from ..pieces.pieces import Piece
from ..pieces.quoting import joined
from ..pieces.seen import seen
from ..pieces.specifiers import IN_A_CLASS, specifiers
from ..reading import declarators, decorators, entries
from ..reading.bases import bases
from ..reading.bound_anew import defined
from ..reading.given import called_for
from ..reading.imports import brought, held_otherwise
from ..reading.passing import passes_acts, passes_bound, passes_its_name, passes_macros, read_beyond, read_from
from ..reading.past_headers import passes_headers
from ..reading.repeated import how_often
from ..reading.saying import ERRORS, Said, assigned, both_quoted, q
from . import among, macro_bodies
from .in_the_body import within_the_body
from .named_types import named_too
from .opened_to import opened_to, opened_too
from .parameters import by_place, parameters
from .scripts import brought_otherwise, directive, moved, statement, under_block
from .typed import differ, gives
from .within_texts import within

_NAMED = {
    "Assign": "value", "Define": "macro", "Field": "field", "Item": "enum", "Class": "type", "Enum": "enum", "Typedef": "type",
    "Declared": "declaration", "Declaration": "declaration", "Import": "import", "Row": "table", "Namespace": "namespace", "Access": "access",
    "Decorator": "decorator",
}  # fmt: skip
_AKIN = 0.5  # words that two declarations share, for one to be told as what the other was
_RANKS = {
    "import": 9,
    "declaration": 7,
    "namespace": 7,
    "value": 4,
    "macro": 4,
    "enum": 4,
    "table": 5,
    "field": 5,
    "type": 4,
    "access": 5,
    "decorator": 1,
}
_TABLES = {"(": "…)", "[": "…]", "{": "…}"}
_OBJECTS: dict[tuple[bytes, ...], tuple[str, str]] = {(b"&",): ("&", "lvalues"), (b"&&",): ("&&", "rvalues")}
FEWEST = 4  # words of a head that stand for themselves
_SLIGHT = ("`inline`", "`static`", "`constexpr`", "`extern`", "`register`", "`explicit`", "a `const` method")


def _by_their_names(facts: FunctionFacts) -> bool:
    """Python: a test or a fixture is given each thing by its name: another name is another thing."""
    return facts.name.startswith("test") or any("fixture" in each for each in facts.decorators)


def _called(facts: FunctionFacts) -> set[str]:
    return {each.name for each in facts.calls if not each.receiver}


def head(
    one: Piece,
    other: Piece,
    old: FunctionFacts,
    new: FunctionFacts,
    unread: bool = False,
    idle: Container[str] = (),
    known: Mapping[bytes, bytes] = {},
) -> Said | None:
    """What differs in a function's head, all of it in one sentence. unread: whether a type that stands there now, and did not, or no longer
    does, is for readers alone. idle: parameters that it does not use."""
    macro = new.name.isupper() and new.qualified == old.qualified == (new.name,) and not old.result + new.result
    if macro and b"::" not in other.words:
        was, now = both_quoted(joined(one.words), joined(other.words), 100)
        return Said("signature", f"{now} was {was}.", 6)  # a macro: what it is given is its name
    (before, marks), (after, marks_now) = unmarked(one.words, old.name), unmarked(other.words, new.name)
    placed, names = by_place(after), _by_their_names(new)
    called = _called(old), _called(new)
    told = [
        *parameters(old.params, new.params, unread, idle, placed, known, bool(placed), names, called),
        *given_otherwise(before, after),
        *specifiers(before, after, (old.result, new.result)),
        *marked(marks, marks_now),
    ]
    if differ(old.result, new.result) if unread else not one_type(old.result, new.result):
        told.append(gives(old.result, new.result))
    if not told and old.name != new.name:  # which is told by itself
        return None
    if not told:
        told = [_heads(one, other)]
    text = "; ".join(told)
    defaults = any("by default" in each for each in told)
    hidden = new.name.startswith("_") and not new.name.endswith("__")
    python = other.words[:1] in ((b"def",), (b"async",))
    unsaid = hidden or not python  # whatever a parameter is called, nobody says it
    slight = all(
        any(each.endswith((f" {word}", "` says too")) for word in _SLIGHT) or (unsaid and " now called " in each)
        for each in told
    )
    breaks = python and not hidden and any(each.startswith("no longer takes ") for each in told)
    own = "static" in new.flags and all(" is declared `" in each for each in told)
    rank = 1 if defaults else 2 if breaks else 6 if slight else 5 if own else 3
    return Said("default" if defaults else "signature", f"{text[:1].upper()}{text[1:]}.", rank)


def _heads(one: Piece, other: Piece) -> str:
    """Of a head that says more than its parameters, as where directives stand in it: what was put in or taken out, else both."""
    before, after = _bare_head(one.words), _bare_head(other.words)
    gone, came = apart(before, after)
    if within := within_the_body(before, after):
        return within
    if tuple(came or gone) in _OBJECTS and not (gone and came) and {*before[-1:], *after[-1:]} & {b"&", b"&&"}:
        sign, which = _OBJECTS[tuple(came or gone)]
        return f"is {'now' if came else 'no longer'} only for {which} ({q(sign)} behind its parameters)"
    names_alone = all(word[:1].isalpha() or word[:1] == b"_" for word in (*gone, *came))
    if (names_alone or len(gone) + len(came) >= FEWEST) and not (gone and came):
        return f"now has {q(joined(came))} in its head" if came else f"no longer has {q(joined(gone))} in its head"
    if alone := only_put_in(before, after):
        return f"{'now' if len(after) > len(before) else 'no longer'} has {alone} in its head"
    was, now = both_quoted(joined(before), joined(after), 100)
    return f"has the head {now}, no longer {was}"


def _bare_head(words: Sequence[bytes]) -> Sequence[bytes]:
    """Without the brackets of a body."""
    end = len(words)
    while end and words[end - 1] in (b"{", b"}"):
        end -= 1
    return words[:end]


def apart(one: Sequence[bytes], other: Sequence[bytes]) -> tuple[Sequence[bytes], Sequence[bytes]]:
    """What each has between what they begin and end with alike."""
    least = min(len(one), len(other))
    begin = next((at for at in range(least) if one[at] != other[at]), least)
    end = next((at for at in range(least - begin) if one[-1 - at] != other[-1 - at]), least - begin)
    return one[begin : len(one) - end], other[begin : len(other) - end]


def only_apart(one: Piece, other: Piece) -> bool:
    """Whether a definition has left its class, or come into it, and says nothing else."""
    return one.words != other.words and _unqualified(one.words) == _unqualified(other.words)


def _unqualified(words: Sequence[bytes]) -> list[bytes]:
    end = words.index(b"(") if b"(" in words else 0
    begin = end - 1
    while begin > 1 and words[begin - 1] == b"::":
        begin -= 2
    return [word for at, word in enumerate(words) if not begin <= at < end - 1 and word not in IN_A_CLASS]


def outside(both: Trees, change: Change) -> Said | None:
    piece = both.new[change.b] if change.b >= 0 else both.old[change.a]
    if change.kind in (MOVED, REORDERED) and (told := opened_to(both, change, _of(both.new, change.b))):
        return told
    if change.kind == REORDERED and passes_its_name(both, change):
        return Said("import", f"{q(defined(piece))} {read_beyond(both, change)}.", 6)
    if change.kind in (MOVED, REORDERED) and (past := passes_headers(both, change)):
        return moved(both, change) or Said("directive", f"{past}.", 4)
    if piece.kind == FUNCTION:
        return _before_a_function(both, change) if change.kind == CHANGED else moved(both, change)
    if piece.kind == "Directive":
        if change.kind in (ADDED, REMOVED) and guards(both, change):
            return Said("directive", f"{'Now' if change.kind == ADDED else 'No longer'} has an include guard.", 9)
        return directive(both, change)
    if piece.kind == "Import" and change.kind != REORDERED and (held := list(held_otherwise(both, change))):
        return Said(
            "import", " ".join(f"{q(name)} is now what {q(now)} is, no longer {q(was)}." for name, was, now in held), 3
        )
    if change.kind == MOVED:
        return moved(both, change)
    if change.kind == "changed" and (told := _handles(both.old[change.a], piece)):
        return told
    if (
        piece.kind == "Import"
        and change.kind in (ADDED, REMOVED, CHANGED)
        and (text := brought_otherwise(both, change))
    ):
        return Said("import", text, _RANKS["import"] + 2 * (change.kind == ADDED))
    if piece.kind == "Import" and change.kind == REORDERED and passes_macros(both, change):
        return Said("import", f"{', '.join(q(each.name) for each in brought(piece))} {read_from(both, change)}.", 6)
    if piece.kind == "Import" and change.kind == REORDERED and passes_acts(both, change):
        what = q(piece.said) if passes_bound(both, change) else ", ".join(q(each.name) for each in brought(piece))
        return Said("import", f"{what} {read_beyond(both, change)}.", 6)
    rule = _NAMED.get(piece.kind, "")
    if not rule:
        return statement(both, change) if piece.kind == "Statement" else None
    rank = _RANKS[rule]
    if piece.kind in ("Row", "Item") and change.kind in (ADDED, REMOVED) and (often := how_often(both, change)):
        return Said(rule, f"{q(piece.said)} {often}{_of(*_sided(both, change))}.", rank)
    match change.kind:
        case "added":
            return Said(rule, _new(both.new, change.b, both.back), rank + (1 if piece.kind == "Class" else 2))
        case "removed":
            return Said(rule, _gone(both.old, change.a, both.pairs), rank)
        case "changed":
            by_a_tool = entries.stamped(both.old[change.a], both.new[change.b])
            return opened_too(both, change, _changed(both, change, rule, 9 if by_a_tool else rank))
        case "reordered" if among.counts(both, change):
            return Said(rule, f"{q(piece.said)}{_of(both.new, change.b)} {among.beside(both, change)}.", 8)
    return None


def _before_a_function(both: Trees, change: Change) -> Said:
    """A macro that stands before its type, which is no word of the language."""
    key = both.new[change.b].words[-1]
    heads = both.old[change.a].words[:-1], both.new[change.b].words[:-1]
    whose = q(qualified_of(key.decode("utf-8", "replace")).rpartition("::")[2])
    if heads[0][:1] == heads[1][:1] == (b"template",):
        one, other = both_quoted(joined(heads[0]), joined(heads[1]))
        return Said("signature", f"{whose} stands behind {other}, no longer behind {one}.", 4)
    was, now = apart(*heads)
    before, after = both_quoted(joined(was), joined(now))
    told = f"now has {after} before it" if now else f"no longer has {before} before it"
    return Said("signature", f"{whose} {told}{f', no longer {before}' if was and now else ''}.", 6)


def _handles(one: Piece, other: Piece) -> Said | None:
    """Around imports and definitions there are handlers too."""
    if one.words[:1] != (b"except",) or other.words[:1] != (b"except",):
        return None
    was, now = (each.said.removeprefix("except").strip().rstrip(":").strip() for each in (one, other))
    every = "every exception"
    return (
        Said(ERRORS, f"Handles {q(now) if now else every} where it handled {q(was) if was else every}.", 1)
        if was != now
        else None
    )


def _put_around(pieces: Sequence[Piece], known: Mapping[int, int], at: int) -> str:
    """Of a type without a name which fields it is put around, or was."""
    kept = [q(name_of(one)) for n, one in enumerate(pieces) if one.parent == at and n in known and name_of(one)]
    return f" around {', '.join(kept)}" if pieces[at].kind == "Class" and not name_of(pieces[at]) and kept else ""


def _new(pieces: Sequence[Piece], at: int, known: Mapping[int, int]) -> str:
    piece = pieces[at]
    if piece.kind == "Decorator":
        return f"{_whose(pieces, at)} is now decorated with {q(piece.said)}."
    above = decorators.above(pieces, at) if piece.kind == "Class" else []
    by = f", decorated with {' and '.join(map(q, above))}" if above else ""
    put, rows = _put_around(pieces, known, at), with_rows(pieces, at)
    if piece.kind == "Define" and (does := macro_bodies.of_piece(pieces, at)):
        return f"{q(macro_bodies.name_alone(piece.said))} is new{under_block(pieces, at)}: {does}."
    of = _of(pieces, at)
    is_new = " is now declared" if not of and prototypes.of_a_function(piece) else " is new"
    return f"{q(head_of(piece))}{is_new}{of}{put}{under_block(pieces, at)}{by}{classes.fields(pieces, at)}{rows}."


def _whose(pieces: Sequence[Piece], at: int) -> str:
    behind = decorators.class_behind(pieces, at)
    return q(name_of(pieces[behind])) if behind >= 0 else "A type"


def _gone(pieces: Sequence[Piece], at: int, known: Mapping[int, int]) -> str:
    piece = pieces[at]
    if piece.kind == "Decorator":
        return f"{_whose(pieces, at)} is no longer decorated with {q(piece.said)}."
    put, rows = _put_around(pieces, known, at), with_rows(pieces, at)
    of = _of(pieces, at)
    is_gone = " is no longer declared" if not of and prototypes.of_a_function(piece) else " is gone"
    constants = classes.fields(pieces, at) if piece.kind == "Enum" else ""
    return f"{q(head_of(piece))}{is_gone}{of}{put}{under_block(pieces, at)}{constants}{rows}."


def _sided(both: Trees, change: Change) -> tuple[Sequence[Piece], int]:
    return (both.new, change.b) if change.kind == ADDED else (both.old, change.a)


def _of(pieces: Sequence[Piece], at: int) -> str:
    """The class or the table it stands in."""
    here = pieces[at].parent
    while here >= 0 and (pieces[here].kind not in ("Class", "Enum", "Assign") or not name_of(pieces[here])):
        here = pieces[here].parent
    return f" in {q(name_of(pieces[here]))}" if here >= 0 else ""


def _changed(both: Trees, change: Change, rule: str, rank: int) -> Said:
    one, other = both.old[change.a], both.new[change.b]
    where = _of(both.new, change.b)
    if one.kind == other.kind == "Class" and (told := bases(both, change)):
        return Said("base", told, 7 if told.endswith("` now.") and " before " not in told else 2)
    if one.kind == other.kind == "Decorator" and decorators.class_behind(both.new, change.b) >= 0:
        whose = _whose(both.new, change.b)
        return Said(rule, f"{whose} is decorated with {q(other.said)}, no longer with {q(one.said)}.", rank)
    one, other = in_one_spelling(one, other)
    if text := within(one, other, where) or named_too(both.old, both.new, change.a, change.b):
        return Said(rule, f"{text}.", rank)
    if attribute := _attribute(one, other):
        at = next((at for at, word in enumerate(other.words) if at and word == b"("), 0)
        name = other.words[at - 1].decode("utf-8", "replace") if at else name_of(other)
        return Said(rule, f"{q(name)} {attribute}{where}.", 7)
    if one.kind == other.kind and name_of(other) and (told := qualified.otherwise(one, other)):
        return Said(rule, f"{q(name_of(other))}{where} {told}.", rank)
    if one.kind == other.kind and (made := constructed.differing(one, other)):
        return Said(rule, f"{made}{where}.", rank)
    if one.kind == other.kind and one.kind in ("Declared", "Field") and (head := prototypes.differing(one, other)):
        return Said(rule, f"{head}{where}.", rank)
    if variables := declarators.differing(one, other):
        return Said(
            rule,
            f"{'; '.join(declarators.stands(variables, where, declarators.beside(both, change.a, change.b)))}.",
            rank,
        )
    if text := entries.differing(one, other, where):
        return Said(rule, f"{text}.", rank)
    if one.kind == "Row" and (named := members.designated(one, other))[1]:
        return Said(rule, f"{named[0]}{where} {named[1]}.", rank)
    if (named := members.braced(one, other))[1]:
        return Said(rule, f"{named[0]}{where} {named[1]}.", rank)
    head, inner = structured.called(one, other) if one.kind == "Row" else ("", "")
    if inner:
        return Said(rule, f"{head or 'A row'}{where}{inner}.", rank)
    if one.kind == "Row" and (more := members.row(one, other)):
        return Said(rule, f"{q(joined(other.words[:1]))}{where} {more}.", rank)
    if one.kind == "Row" and (inner := structured.inside(one, other)):
        return Said(rule, f"{q(joined(other.words[:1]))}{where}{inner}.", rank)
    left, right = assigned(one), assigned(other)
    if left and right and left[0] == right[0]:
        if inner := structured.value(one, other):
            return Said(rule, f"{q(left[0])}{where}{inner}.", rank)
        if more := members.held(one, other):
            return Said(rule, f"{q(left[0])}{where} {more}.", rank)
        if given := called_for(left[0], one, other, where):
            return given._replace(rule=rule, rank=rank)
        if told := along(left, right):
            return Said(rule, f"{q(left[0])}{where} is {told}.", rank)
        names, values = chained(left, right)
        values = values if all(values) else (_around(one), _around(other))
        was, now = both_quoted(_closed(values[0]), _closed(values[1]))
        return Said(
            rule, f"{' and '.join(map(q, names))}{where} {'are' if names[1:] else 'is'} {now}, no longer {was}.", rank
        )
    if text := bodied.differing(one, other):
        return Said(rule, f"{text}.", rank)
    one, other = seen(one, other)
    was, now = both_quoted(one.said, other.said)
    if (name := bodied.macro_name(other)) and name not in now:
        where = f" in {q(name)}{where}"
    if _unlike(one, other):
        return Said(rule, f"{q(other.said)}{where} is new, and {q(one.said)} is gone.", rank)
    return Said(rule, f"{now}{where} was {was}.", rank)


def _unlike(one: Piece, other: Piece) -> bool:
    """Two declarations of other names that share little beside; two rows of other keys that only have the same short value."""
    if one.kind == other.kind == "Row" and one.words[1:2] == other.words[1:2] == (b":",):
        keys = [{*each.words[0].strip(b"\"'").replace(b"-", b"_").split(b"_")} for each in (one, other)]
        return one.words[1:] == other.words[1:] and len(one.words) < FEWEST and not keys[0] & keys[1]
    if not {one.kind, other.kind} <= {"Declared", "Field"} or name_of(one) == name_of(other):
        return False
    if (own := prototypes.declares(one.words)) and own == prototypes.declares(other.words):
        return False
    words = {*one.words}, {*other.words}
    return len(words[0] & words[1]) < max(map(len, words)) * _AKIN


def _closed(value: str) -> str:
    """What a table begins with, as a table."""
    return value + _TABLES.get(value[-1:], "")


def _around(piece: Piece) -> str:
    """What stands round the rows of a table: `KNOWN | {…}`."""
    whole = joined(piece.words[piece.words.index(b"=") + 1 :] if b"=" in piece.words else piece.words)
    return next((whole.replace(each, f"{each[0]}…{each[1]}") for each in ("{}", "[]", "()") if each in whole), whole)


def _attribute(one: Piece, other: Piece) -> str:
    """ "is now declared `[[nodiscard]]`": where nothing else differs."""
    gone, came = apart(one.words, other.words)
    words = tuple(came or gone)
    if (gone and came) or words[:2] != (b"[", b"[") or words[-2:] != (b"]", b"]"):
        return ""
    return f"is {'now' if came else 'no longer'} declared {q(joined(words))}"


__all__ = ["ADDED", "CHANGED", "MOVED", "REMOVED", "REORDERED", "head", "name_of", "outside"]
