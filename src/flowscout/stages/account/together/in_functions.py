"""What answers for each edit of a function that both sides have: a sentence, or the rule by which it does nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial

from ....engine.same import KEPT, Same
from ....model.account import DECLARATION, FLOW, LISTED, NEUTRAL, Answer, Side
from ....model.facts import FunctionFacts
from ..neutral import (
    all_of,
    as_a_for,
    casts,
    compiled,
    const_cast,
    constants,
    counted_apart,
    each_build,
    falling,
    idioms,
    lambdas,
    neutral,
    otherwise_imported,
    pointers,
    rules,
    scopes,
    set_first,
    skipping,
    tails,
    truths,
    values,
)
from ..neutral.asked_where_set import perhaps_never, set_before
from ..neutral.builtin_names import proven
from ..neutral.collecting import COLLECTED, collected
from ..neutral.forms import otherwise
from ..neutral.in_steps import given_a_name
from ..neutral.loop_tests import at_the_head
from ..neutral.renamed import under_another_name
from ..neutral.respelt import either_quotes
from ..neutral.set_as_declared import set_as_declared
from ..neutral.split_locals import renamed_in_parts
from ..pairing import idle, written_out
from ..pairing.across import Edited, edited
from ..pairing.changes import ADDED, CHANGED, MOVED, REMOVED, Asks, Change, Trees, changes, trees
from ..pairing.locals import local_renames, without_own
from ..pieces import choices, suppressing
from ..pieces.pieces import HEAD
from ..pieces.quoting import about
from ..reading import conditions, jumps, out_of_order, passing, spots
from ..reading.governing import without
from ..reading.imports_past import imported_past
from ..reading.in_its_round import with_its_round
from ..reading.saying import CHECK, ORDER, Said, when
from ..reading.sides import asked_behind, left_over, near, sides_of, with_its_end
from ..reading.spaces import passes_using
from ..sentences import (
    altered,
    chosen_values,
    declarations,
    defining,
    directives,
    left_now,
    made_texts,
    now_always,
    null_where,
    one_try,
    out_of_loops,
    read_before,
    statements,
    turned_order,
    typed,
    unset_where,
)
from ..sentences.answering import answering
from ..sentences.asked_again import asked_again
from ..sentences.by_the_old_names import by_the_old_names
from ..sentences.called_for_both import one_call_for_two
from ..sentences.entered import entered
from ..sentences.gone_for_it import gone_for_it
from ..sentences.guarded import guarded
from ..sentences.handled_with import handled_with
from ..sentences.into_choice import into_choice
from ..sentences.kept_back import kept_back
from ..sentences.labels_built import with_lines
from ..sentences.never_run import never_run
from ..sentences.parted import one_by_one
from ..sentences.reset_now import reset_now
from ..sentences.set_as_asked import set_as_asked
from ..sentences.written_in import written_in
from . import borne, docs_read, instead
from .answered import answered
from .called_in_turn import called_in_turn
from .declared_result import returned_still, with_its_result
from .file import Names, State
from .not_back import never_back
from .set_around import set_around
from .told_apart import told_apart

NESTED = frozenset(("If", "Loop", "Try", "With", "Switch", "Block", "Variant"))  # of which the head alone is quoted
LOST = 1  # the rank of a check that is no longer made


def of_function(
    old: State, new: State, pair: tuple[str, str], renamed: Names, quotes: bool, others: tuple[Asks, ...] = ()
) -> Iterator[Answer]:
    """others: what other functions that were edited ask now, in the words of this one."""
    texts = [
        side.source.text(own.start, own.end)
        for side, own in ((old, old.functions[pair[0]]), (new, new.functions[pair[1]]))
    ]
    with about(*texts), either_quotes(quotes):
        told = [*_told(old, new, pair, renamed, quotes, others)]
    yield from told


def _told(
    old: State, new: State, pair: tuple[str, str], renamed: Names, quotes: bool, others: tuple[Asks, ...]
) -> Iterator[Answer]:
    a, b = pair
    alike = choices.alike(old.pieces(a), new.pieces(b))
    was, now, blocks = suppressing.alike(alike.old, alike.new) if quotes else (alike.old, alike.new, ())
    out = written_out.WrittenOut(was, now) if quotes else written_out.written_out((old.around, new.around), was, now)
    facts = old.functions[a], new.functions[b]
    renamed = without_own(renamed, *facts)
    both = trees(out.old, out.new, renamed)._replace(others=others, in_c=new.language.name == "c")
    told = unset_where.alike([*of_trees(both, old, new, facts, b, renamed, quotes)])
    told += [*_written_otherwise(alike.written, old, new, b, conditions.OTHERWISE)]
    told += [*_written_otherwise(blocks, old, new, b, idioms.RULE)]
    told += [*_written_otherwise([*out.alike(both)], old, new, b, written_out.RULE)]
    if not quotes and told and (lines := each_build.read(both, (old.source, new.source), facts, b)):
        told = lines
    texts = [borne.Text(side.source, (own.start, own.end)) for side, own in zip((old, new), facts, strict=True)]
    told = list(told_apart(list(borne.held(told, *texts))))
    told = [*answered(set_around(told, (old.source, alike.old), (new.source, alike.new)))]
    if quotes:
        told = called_in_turn(told, old.pieces(a), new.pieces(b), new.language.lexicon.pure)
        told = [*with_its_result([*docs_read.as_data(told, old, new)], returned_still(both.new))]
    yield from told


def _written_otherwise(
    written: Sequence[tuple[bool, tuple[int, int], tuple[int, int]]], old: State, new: State, unit: str, rule: str
) -> Iterator[Answer]:
    """A chain of questions that is a choice on the other side, a `try` that is a block."""
    for is_new, chain, choice in written:
        before, after = [
            Side(side.source.path, side.source.line(start), side.source.line(end - 1), side.source.text(start, end))
            for side, (start, end) in zip((old, new), (chain, choice) if is_new else (choice, chain), strict=True)
        ]
        yield Answer(NEUTRAL, rule, unit, before, after)


def loses(told: Iterable[Answer]) -> bool:
    """Whether a check is told as lost, which another function may have taken over."""
    return any(one.rule == CHECK and one.how == FLOW and one.rank <= LOST for one in told)


@lru_cache(maxsize=KEPT)
def _functions(same: Same[State]) -> dict[bytes, bool]:
    """By their names, those that the file defines, and False for its macros."""
    file = same.value
    macros = [each.words[2] for each in file.around.pieces if each.kind == "Define" and len(each.words) > 2]
    defined = [each.qualified[-1].encode() for each in file.functions.values() if each.qualified]
    return dict.fromkeys(defined, True) | dict.fromkeys(macros, False)


def edited_function(old: State | None, new: State, a: str, b: str) -> Edited:
    return edited(b, new.functions[b], old.pieces(a) if old is not None and a else (), new.pieces(b))


def of_trees(
    both: Trees,
    old: State,
    new: State,
    facts: tuple[FunctionFacts, FunctionFacts],
    b: str,
    renamed: Names,
    quotes: bool,
) -> Iterator[Answer]:
    (before, after), files, stood = facts, (old.source, new.source), both.old
    found = changes(both)
    if any(each.kind == CHANGED for each in found):
        both, own = (renamed_in_parts if quotes else scopes.renamed_in_blocks)(both)
        found = changes(both) if own else found
        for each in scopes.known_again(both, own):
            yield Answer(NEUTRAL, rules.LOCALS, b, *sides_of(both, each, old.source, new.source))
    called = local_renames(both, before, after) if any(each.kind == CHANGED for each in found) else {}
    if called:
        both = trees(both.old, both.new, {**renamed, **called})._replace(others=both.others, in_c=both.in_c)
        found = changes(both)
    no_return = never_back((old, new), both)
    found, unrun, idly = never_run(both, found, files, quotes, b, no_return)
    yield from idly
    again = under_another_name(both, found, {**renamed, **called})
    same = given_a_name(both, found, quotes, new.source.path)
    tries = one_by_one(both, found) | (one_try.gathered(both, found) | left_now.left_now(both, found) if quotes else {})
    forms = otherwise(both, found, quotes) | at_the_head(both, found) | set_before(both, found, quotes)
    listed = collected(both, found) if quotes else frozenset()
    at_once = all_of.asked_at_once(both, found) if quotes and all_of.meant(files) else frozenset()
    later = frozenset() if quotes else set_first.later(both, found)
    branches = tails.once(both, found)
    once = {each.b for each, said in branches.items() if said is not None and said.sentence}
    branches |= perhaps_never(both, found, quotes)
    branches = {**branches, **unrun, **out_of_loops.told(both, found), **(entered if quotes else guarded)(both, found)}
    branches |= (
        into_choice(both, found) | handled_with(both, found, (old.around.pieces, new.around.pieces)) if quotes else {}
    ) | now_always.told(both, found)
    branches |= {} if quotes else one_call_for_two(both, found) | kept_back(both, found) | as_a_for.told(both, found)
    branches |= {} if quotes else written_in(both, found) | reset_now(both, found) | set_as_asked(both, found)
    branches |= {} if quotes else set_as_declared(both, found)
    branches |= {} if quotes else gone_for_it(both, [each for each in found if each not in branches])
    branches = {**asked_again(both, [each for each in found if each not in forms]), **branches}
    branches |= chosen_values.chosen(both, found, quotes, _functions(Same(new)))
    forms |= jumps.over(both, found) | compiled.otherwise(both, found) if not quotes else frozenset()
    forms = (forms - skipping.passing(both, found)) | falling.through(both, found, quotes)
    behind = jumps.behind(both, found) if not quotes else frozenset()
    starred = frozenset() if quotes else pointers.given_otherwise(before, after)
    fixed = constants.known_in(old.constants, before), constants.known_in(new.constants, after)
    was, now = otherwise_imported.sides(both, (old.around, new.around), facts) if quotes else ({}, {})
    unset = unset_where.unset(both, found) if quotes else {}
    counted = (
        frozenset()
        if quotes
        else counted_apart.counted_apart(both, found, facts, _functions(Same(new)), new.language.name != "c")
    )
    if not quotes:
        counted |= counted_apart.by_one(both, found, (old.source, new.source), after, new.language)
    order = turned_order.TurnedOrder(both, after, new.language)

    def rule_of(change: Change) -> str:
        return (
            values.NAMED
            if change in same
            else COLLECTED
            if change in listed
            else set_first.WHERE_SET
            if change in later
            else idioms.RULE
            if change in at_once
            else counted_apart.RULE
            if change in counted
            else jumps.BEHIND
            if change in behind
            else rules.LOCALS
            if change in again
            else rules.FOLLOWS
            if pointers.reads(both, change, starred)
            else const_cast.RULE
            if new.language.name == "c" and const_cast.same(both, change)
            else directives.FOLLOWS
            if directives.follows(both, change)
            else cut
            if not quotes and (cut := compiled.cut_through(both, change, old.source, new.source))
            else constants.RULE
            if constants.same(both, change, fixed, quotes, _functions(Same(new)))
            else truths.TRUTH
            if quotes and truths.same(both, change, files)
            else otherwise_imported.SAME
            if otherwise_imported.same(both, change, was, now)
            else casts.RULE
            if quotes and casts.same(both, change, was, now)
            else defining.TOLD
            if quotes and defining.told_as_one(both, change)
            else idioms.RULE
            if quotes and idioms.same(both, change, after.qualified[-2] if len(after.qualified) > 1 else "", files)
            else constants.as_given(
                proven(neutral.rule(both, change, renamed, called, quotes), both, change, files),
                both,
                change,
                quotes,
                _functions(Same(new)),
            )
        )

    def does_nothing(change: Change) -> bool:
        return (
            bool(rule_of(change)) or change in branches or change in forms or out_of_order.runs_as_before(both, change)
        )

    texts = partial(instead.of_one_alone, (old.functions, old.source), (new.functions, new.source))
    others, repeated = instead.of_others(both, found, does_nothing, texts) if quotes else ({}, frozenset())
    for change in found:
        sides, rule = spots.narrowed(both, change, sides_of(both, change, *files), *files, True), rule_of(change)
        if change in branches and not rule:
            said = branches[change]
            rule = tails.ONCE if said is None else "" if said.sentence else said.rule
            if said and said.sentence:
                yield answering(said, FLOW, b, sides)
                continue
            sides = with_its_end(both, change, sides, old.source, new.source)
        if rule == rules.FOLLOWS and not quotes and (made := made_texts.told(both, change, new.around.pieces)):
            yield answering(made, FLOW, b, sides)
            continue
        if rule and quotes and (past := imported_past(both, change.b)):
            yield answering(Said(ORDER, past, 4), FLOW, b, sides)
            continue
        compiling = change.kind == CHANGED and altered.while_compiling(both, change.a, change.b)
        named = not quotes and passes_using(both, change)  # a name may be another one's
        if not compiling and not named and (rule or change in forms or out_of_order.runs_as_before(both, change)):
            yield order.answer(change, Answer(NEUTRAL, rule or out_of_order.rule(both, change), b, *sides))
        elif asking := directives.asked_otherwise(both, change, old.source, new.source):
            yield from [answering(said, FLOW, b, places) for said, places in asking]
        elif change.kind == CHANGED and both.new[change.b].kind == HEAD:
            idle_ = idle.parameters(new.source, after, both.new[change.b].end)
            yield _head(both, change, before, after, b, sides, renamed, idle_)
        elif inner := lambdas.inside(both, change, (old.source, new.source), (old.lambdas, new.lambdas)):
            for place, one, other in inner:
                within = trees(old.pieces_of(one), new.pieces_of(other), both.renamed)._replace(in_c=both.in_c)
                told_of = of_trees(within, old, new, (one, other), b, renamed, quotes)
                yield from lambdas.placed(told_of, f"{place}{when(both.new, change.b)}")
        else:
            decorates = (both.new[change.b] if change.b >= 0 else both.old[change.a]).kind == "Decorator"
            said = others.get(change) or tries.get(change) or statements.said(both, change)
            holds = said is None and change.kind == MOVED and both.new[change.b].kind in NESTED
            along = change.kind == MOVED and both.new[change.b].parent in once
            if holds or along or (said is None and not named and passing.passes_nothing(both, change)):
                yield Answer(NEUTRAL, rules.PLACE, b, *sides)  # what it holds is told by itself
                continue
            if said is None and change.kind == MOVED and conditions.only_a_way_less(both, change.a, change.b):
                yield Answer(NEUTRAL, rules.WAY_LESS, b, *sides)
                continue
            said = unset_where.told(unset, change, said) if said else said
            if said and not quotes:
                said = read_before.told(both, change, null_where.told(both, change, said))
                said = with_lines(both, change, said, new.source)
            if said and change.kind == CHANGED:
                sides_ = stood[change.a], both.old[change.a], both.new[change.b]
                said = said._replace(sentence=by_the_old_names(said.sentence, *sides_))
            if said and (change.kind == ADDED or one_try.was_idle(both, change)):
                sides = with_its_end(both, change, sides, old.source, new.source)
            told = answering(said, DECLARATION if decorates else FLOW, b, sides)
            told = told._replace(near=near(both, change, files[1]))
            where = when(both.new, change.b) if change.b >= 0 else when(both.old, change.a)
            if where and told.sentence.startswith(("Now ", "No longer ")) and change.kind in (ADDED, REMOVED):
                sentence, where = with_its_round(told.sentence, where, both, change)
                told = told._replace(sentence=sentence)
            parted = where and told.sentence and change not in repeated and change not in tries
            yield told._replace(core=without(told.sentence, where)) if parted else told
            yield from asked_behind(both, change, told, *files)
            for each in left_over(both, change) if told.how == LISTED else ():
                if each not in found and not rule_of(each):
                    yield Answer(LISTED, "", b, *sides_of(both, each, *files))


def _head(
    both: Trees,
    change: Change,
    before: FunctionFacts,
    after: FunctionFacts,
    unit: str,
    sides: tuple[Side, Side],
    renamed: Names,
    unused: frozenset[str],
) -> Answer:
    one, other = both.old[change.a], both.new[change.b]
    if before.name != after.name and tuple(renamed.get(word, word) for word in one.words) == tuple(other.words):
        return Answer(NEUTRAL, rules.FOLLOWS, unit, *sides)
    if (b"::" in one.words) != (b"::" in other.words) and declarations.only_apart(one, other):
        return Answer(NEUTRAL, rules.PLACE, unit, *sides)
    same = other.words[:1] in ((b"def",), (b"async",)) and before.decorators == after.decorators
    unread, alone = same and typed.unread_by(after.decorators), same and typed.unannotated(before, after, one, other)
    alone = alone and not typed.shadows(both, change)
    if unread and alone:
        said = typed.otherwise(before, after)
        return Answer(LISTED if said else NEUTRAL, rules.ANNOTATION, unit, *sides, said)
    lines = [piece.words for piece in both.new if len(piece.words) == 3 and piece.words[1] == b"="]
    given = {words[0]: words[2] for words in lines} if other.words[:1] in ((b"def",), (b"async",)) else {}
    told = declarations.head(one, other, before, after, unread, unused, {**both.renamed, **given})
    if told and alone and not typed.otherwise(before, after):
        told = told._replace(rule=typed.MAY_READ)
    return answering(told, DECLARATION, unit, sides) if told else Answer(NEUTRAL, rules.FOLLOWS, unit, *sides)
