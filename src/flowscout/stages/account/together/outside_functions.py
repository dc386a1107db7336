"""What answers for each edit outside of functions: a sentence, or the rule by which it does nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....model.account import DECLARATION, NEUTRAL, Answer
from ..neutral import (
    arms,
    casts,
    checked_only,
    constants,
    ended_by,
    excepted,
    held_functions,
    idioms,
    macro_parameters,
    neutral,
    other_rows,
    otherwise_imported,
    rules,
    switches,
)
from ..neutral.builtin_names import proven
from ..neutral.respelt import either_quotes
from ..pairing.changes import ADDED, CHANGED, MOVED, REMOVED, REORDERED, Change, Trees, changes, trees
from ..pairing.tables import both_in_rows
from ..pieces.outside import FUNCTION
from ..reading import conditions, decorators, spots
from ..reading.imports_past import imported_past
from ..reading.saying import ORDER, Said
from ..reading.sides import near, sides_of
from ..reading.spaces import moved_between, other_space, using_of
from ..sentences import (
    among,
    attempts,
    declarations,
    declared_alone,
    directives,
    scripts,
    set_by_arms,
    shifting,
)
from ..sentences.answering import answering
from ..sentences.naming import called_now
from ..sentences.offered import offered
from . import borne, cut_texts, docs_read, lines_within, numbered
from .file import Names, State


def of_outside(old: State, new: State, renamed: Names, quotes: bool) -> Iterator[Answer]:
    texts = [borne.Text(side.source, (0, len(side.source.data))) for side in (old, new)]
    with either_quotes(quotes):
        found = list(_of_outside(old, new, renamed, quotes))
    told = borne.held(found, *texts)
    yield from docs_read.as_data(told, old, new) if quotes else told
    yield from lines_within.told(old.source, new.source, old.functions, new.functions) if not quotes else ()


def _of_outside(old: State, new: State, renamed: Names, quotes: bool) -> Iterator[Answer]:
    rows = both_in_rows(old.around.pieces, new.around.pieces, old.source, new.source)
    both = trees(*rows, renamed)
    found = changes(both)
    told = {change.b for change in found if change.kind == CHANGED}
    turned = arms.turned(both, found) if quotes else frozenset()
    imported = [otherwise_imported.imported(side.around.pieces) for side in (old, new)] if quotes else None
    rows_of = other_rows.replaced(both, found)
    yield from other_rows.told(both, sorted({*rows_of.values()}), old.source, new.source)
    cut = cut_texts.listed(both, found) if quotes else {}
    yield from cut_texts.told(both, sorted({*cut.values()}), old.source, new.source)
    numbered_ = {} if quotes else numbered.listed(both, found)
    yield from numbered.told(both, numbered_, old.source, new.source)
    defined = {each.name for each in old.functions.values()} & {each.name for each in new.functions.values()}
    by_arms = [*set_by_arms.told(both, found, old.source, new.source)] if quotes else []
    yield from (answer._replace(unit=_unit(both, min(own))) for own, answer in by_arms)
    answered = {*rows_of, *cut, *numbered_, *(change for own, _ in by_arms for change in own)}
    shifted: set[int] = set()
    for change in found:
        if change in answered:
            continue
        piece = both.new[change.b] if change.b >= 0 else both.old[change.a]
        placed = change.kind == REORDERED and piece.kind != "Row" and among.counts(both, change)
        if change.kind in (MOVED, REORDERED) and change.b in told and not placed:
            continue  # told as changed
        if change.kind == MOVED and scripts.under_a_new_arm(both, change.b):
            continue  # told with the `#elif`
        if change.kind in (ADDED, REMOVED) and piece.kind == FUNCTION:
            continue  # told with the function
        place = change if quotes else using_of(both, change)
        sides = spots.narrowed(both, place, sides_of(both, place, old.source, new.source), old.source, new.source)
        unit = _unit(both, change)
        ahead = not quotes and change.kind in (ADDED, REMOVED) and declared_alone.ahead(piece, defined)
        known = proven(neutral.rule(both, change, renamed, {}, quotes), both, change, (old.source, new.source))
        rule = declared_alone.AHEAD if ahead else constants.as_given(known, both, change, quotes)
        rule = rule or _rule(both, change, (old, new), change.b in turned, imported)
        if not quotes and piece.kind != FUNCTION and (spaces := other_space(both, change)):
            yield Answer(DECLARATION, "namespace", unit, *sides, moved_between(piece, *spaces), 6)
        elif rule and quotes and (past := imported_past(both, change.b)):
            yield answering(Said(ORDER, past, 5), DECLARATION, unit, sides)
        elif rule:
            called = called_now(both, change, renamed) if rule == rules.FOLLOWS else ""
            yield Answer(NEUTRAL, "renamed" if called else rule, unit, *sides, called)
        else:
            said = shifting.with_values(both, change, declarations.outside(both, change), shifted)
            said = offered(both, change, (old.source, new.source), said)
            if said is None and change.kind == MOVED and piece.kind != "Access":
                yield Answer(NEUTRAL, rules.PLACE, unit, *sides)
                continue
            told_of = answering(said, DECLARATION, unit, sides)._replace(near=near(both, change, new.source))
            yield switches.switched(both, change, told_of, (old.source, new.source))


def _rule(
    both: Trees,
    change: Change,
    files: tuple[State, State],
    turned: bool,
    imported: Sequence[otherwise_imported.Names] | None,
) -> str:
    """The rule of what stands outside of functions alone. turned: whether it is an arm that changed its place with the other one.
    imported: Python, by what names both sides call what they import."""
    (old, new), python = files, imported is not None
    if turned or scripts.only_split(both, change):
        return conditions.OTHERWISE
    if scripts.only_else(both, change):
        return directives.ENDS
    if held_functions.gone_with_them(both, change):
        return directives.FOLLOWS
    if constants.same(both, change, (old.constants, new.constants), python):
        return constants.RULE
    if not python and ended_by.gone_with_it(both, change):
        return ended_by.TOLD
    if macro_parameters.called_otherwise(both, change):
        return macro_parameters.CALLED
    if python and attempts.handled(both, change):
        return attempts.HANDLED
    if python and idioms.same(both, change, "", (old.source, new.source)):
        return idioms.RULE
    if python and excepted.outside(both, change):
        return excepted.NAMED
    if imported is not None and casts.same(both, change, *imported):
        return casts.RULE
    if imported is not None and otherwise_imported.outside(both, change, *imported):
        return otherwise_imported.SAME
    if python and checked_only.unread(both, change):
        return checked_only.RULE
    return decorators.TOLD if decorators.told_with_the_class(both, change) else ""


def _unit(both: Trees, change: Change) -> str:
    pieces, at = (both.new, change.b) if change.b >= 0 else (both.old, change.a)
    names = []
    while at >= 0:
        if pieces[at].kind == "Class":
            names.append(declarations.name_of(pieces[at]))
        at = pieces[at].parent
    return ".".join(filter(None, reversed(names)))
