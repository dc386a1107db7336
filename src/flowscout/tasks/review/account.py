"""The account in Markdown: a few sentences first, weightiest first, then what also changed, in code, and what does nothing, counted.

Sentences quote code between backticks; every quote is a code span of its own, which nothing in it can leave.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence

from ...model.account import LISTED, NEUTRAL
from ...model.product import is_aside, is_packaging
from ...model.shown import ShownCount, ShownEdit, ShownFunction, ShownReview
from ..account.new import IS_NEW
from ..markdown import code, escape, prose
from ..sentences import listing, opened, where
from . import examples
from .as_const import only_const
from .beside import called_by_the_product
from .grouped import lines
from .line import Point, of_one_function
from .new import brought
from .point import checks_instead, heavier, leading, leant_on, uses
from .renamed import changed_alike
from .sentence import WHOLE, Link, by_function, places, sentence
from .ways import in_a_line, telling
from .weight import by_a_tool
from .words import together

FIRST_OF_ONE = 5
AT_ONCE = 3  # of one function, before what is told of others
LEFT = 2  # lines for which there is no fold
LINES, LETTERS = (
    12,
    1800,
)  # of a first screen, from its usual number of lines on: what belongs together is not cut in two
BRINGS = ("Now imports ", "No longer imports ", "Now includes ", "No longer includes ")
DECLARES = ("Now declares ", "No longer declares ")
WHERE_SET = " is now declared where it is set to "
MOST = 100  # lines in a fold
_WHOSE = 6  # functions that are named, of which the same is listed


def screens(review: ShownReview, most: int) -> tuple[list[Point], list[Point]]:
    """What is told first, and the rest: so many functions and things, and of one function or type no more than a few, more of them where
    there is room behind the others; the last two that would be left are told too. What stands beside the product comes first only where
    nothing else does; what packs it, behind it."""
    told = leading(review, sorted(lines(review), key=_slight))
    ours = called_by_the_product([(one.path, one.name, one.sentence, one.now) for one in review.edits])
    paths = {path for line in told if is_aside(path := line.edits[0].path) and not is_packaging(path)} - ours
    asides = [line for line in told if line.edits[0].path in paths]
    by_tools = by_a_tool((one.path, one.sentence) for one in review.edits)
    made = [line for line in told if line.edits[0].path in by_tools]
    alone = len(asides) + sum(line not in asides for line in made) == len(told)
    taken: set[int] = set()
    of = Counter[tuple[str, str, int]]()
    letters = 0
    for few in (AT_ONCE, FIRST_OF_ONE, LINES):
        long = set[tuple[str, str, int]]()  # of which a line is too long: no lighter one is told before it
        for at, line in enumerate(told):
            one = line.edits[0]
            whose = (one.path, one.name, -1 if one.name else at)
            slight = _slight(line) and (taken or at)
            aside = (not alone and line in asides) or (line in made and len(made) < len(told))
            room = len(taken) < most or (len(taken) < LINES and letters + len(line.said) <= LETTERS)
            full = not room or of[whose] >= few or (not of[whose] and len(of) >= most)
            if at not in taken and not room:
                long.add(whose)
            if at not in taken and whose not in long and not (full or slight or aside):
                taken.add(at)
                of[whose] += 1
                letters += len(line.said)
    sides = [[line for at, line in enumerate(told) if (at in taken) == own] for own in (True, False)]
    with_ = uses(*sides)
    with_ += [line for line in leant_on(*sides) if line not in with_]
    with_ += [line for line in checks_instead(*sides) if line not in with_]
    with_ += [line for line in heavier(told, sides[0], with_) if line not in with_]
    first, rest = [*sides[0], *with_], [line for line in sides[1] if line not in with_]
    few = len(rest) <= 1 or (len(rest) <= LEFT and not any(line in asides for line in rest))
    return (in_order([*first, *rest]), []) if few else (in_order(first), in_order(rest))


def in_order(told: Sequence[Point]) -> list[Point]:
    """What is told of one function, or alike of the same few, stands together, where its weightiest stands, and in the order of its source:
    what a step needs is told before it. What a log says and what only declares a variable come last."""
    found: dict[tuple[str | int, ...], list[Point]] = {}
    for at, line in enumerate(told):
        whose = of_one_function(line) or (line.names if len(line.names) > 1 else (at,))
        found.setdefault(whose, []).append(line)
    return [line for same in found.values() for line in sorted(same, key=_at)]


def _at(line: Point) -> tuple[bool, bool, int]:
    declares = (line.said.startswith(DECLARES) or WHERE_SET in line.said) and ", then " not in line.said
    return declares, all(one.slight for one in line.edits), min(one.at for one in line.edits)


def first_screen(first: Sequence[Point], link: Link) -> Iterator[str]:
    yield from by_function(first, link)
    yield ""


def in_folds(review: ShownReview, told: Sequence[Point]) -> dict[tuple[str, str], list[Point]]:
    """What is told of each function that has a fold of its own, by its file and name."""
    found: dict[tuple[str, str], list[Point]] = {
        (one.path, one.name): [] for one in review.functions if one.drawing is not None
    }
    for line in told:
        if (whose := of_one_function(line)) in found:
            found[whose].append(line)
    return found


def unsaid(review: ShownReview) -> Callable[[ShownFunction], list[str]]:
    """What is said of a function and of none of its edits; of one that is told in short all that is said of it."""
    edits: dict[tuple[str, str], list[ShownEdit]] = {}
    for one in review.edits:
        edits.setdefault((one.path, one.name), []).append(one)
    whole = {member: each.said for each in brought(review.edits) for member in each.members}

    def of_one(function: ShownFunction) -> list[str]:
        own = edits.get((function.path, function.name), [])
        if said_with := [whole[one] for one in own if one in whole]:
            return [said for said in function.sentences if said.removeprefix(IS_NEW).lstrip(":. ") not in said_with[0]]
        told = {one.sentence for one in own}
        places = tuple([f"{opened(place)}:" for place in {*map(where, own)} if place])
        cores = {one.core for one in own if one.core}
        return [
            said
            for said in function.sentences
            if said not in told and not said.startswith(places) and not any(core in said for core in cores)
        ]

    return of_one


def of_one(told: Sequence[Point], more: Sequence[str], link: Link) -> list[str]:
    """What a function's fold tells: `told`, and what else is said of it."""
    return [*[sentence(line._replace(names=()), link) for line in told], *[f"- {prose(each)}" for each in more]]


def _slight(line: Point) -> bool:
    """What is brought in is told behind what is done."""
    return not line.edits[0].name and line.said.startswith(BRINGS)


def rest(review: ShownReview, told: Sequence[Point], link: Link) -> Iterator[str]:
    yield from fold(f"{len(told)} more sentence{_s(len(told))}", [sentence(each, link) for each in told])
    hidden = sum(review.counts[:3]) - sum(one.how != NEUTRAL for one in review.edits)
    yield from (f"{hidden} more edit{_s(hidden)} are not listed here.", "") if hidden > 0 else ()


def around_tests(review: ShownReview, link: Link) -> list[str]:
    """What is said of tests and of no function of theirs."""
    known = {test.name for test in review.tests}
    came = {test.path for test in review.tests if test.how == "added"}
    told = [each for each in lines(review, tests=True) if each.edits[0].name not in known and not _came(each, came)]
    return [sentence(each, link) for each in told]


def _came(line: Point, files: Container[str]) -> bool:
    """Whether it says of files alone that they are new with functions, which are named as new."""
    return line.edits[0].new_file and " type" not in line.said and all(one.path in files for one in line.edits)


def also(review: ShownReview, link: Link, room: int = 0) -> tuple[list[str], list[str]]:
    """What changed besides, in code: so many lines, those of tests only where nothing else does anything, and the rest in a fold."""
    listed: dict[tuple[str, str, str, bool], list[ShownEdit]] = {}
    for one in review.edits:
        if one.how == LISTED:
            quoted = ("", "") if one.sentence else (one.was, one.now)
            listed.setdefault((one.sentence, *quoted, one.before), []).append(one)
    every = _by_file(list(listed.values()))
    first = [rows for rows in every if review.scope or not any(one.test for same in rows for one in same)]
    first = first if len(first) <= room else first[: max(room - 1, 0)]
    rows = [_rows(rows, link) for rows in every if rows not in first]
    told = [_rows(rows, link) for rows in first]
    title = f"{len(rows)} more also changed" if told else f"Also changed: {len(rows)}"
    return [*told, ""] if told else [], list(fold(title, rows))


def _by_file(every: Sequence[list[ShownEdit]]) -> list[list[list[ShownEdit]]]:
    """Many docstrings of one file together, behind all else; each of the others by itself."""
    many = Counter(path for same in every if (path := examples.key(same)))
    found: dict[str, list[list[ShownEdit]]] = {}
    for at, same in enumerate(every):
        path = examples.key(same)
        found.setdefault(path if many[path] >= examples.FEW else f"{at}\n", []).append(same)
    return sorted(found.values(), key=lambda rows: len(rows) > 1)


def _rows(rows: Sequence[Sequence[ShownEdit]], link: Link) -> str:
    return examples.told(rows, link) if len(rows) > 1 else _listed(rows[0], link)


def reached(review: ShownReview) -> Iterator[str]:
    """Whom a change reaches that is told and not drawn; not of what came with its file."""
    whole = {one.path for one in review.edits if one.rule in WHOLE and not one.name}
    typed = only_const(review.edits)
    told = [
        (one, ways)
        for one in review.functions
        if one.drawing is None
        and not one.defect
        and one.path not in whole
        and (one.path, one.name) not in typed
        and (ways := telling(one.reached))
    ]
    alike = Counter(one.name for one, _ in told)
    sure = {one.name: ways for one, ways in told if alike[one.name] == 1}
    lines = [
        f"- {_named(one.name, one.path, alike)} {prose(in_a_line(ways, {} if alike[one.name] > 1 else sure))}"
        for one, ways in told
    ]
    many = "1 changed function is" if len(lines) == 1 else f"{len(lines)} changed functions are"
    often = Counter(lines)  # variants of one function for several builds
    yield from fold(f"From where {many} reached", [f"{line}{_times(often[line])}" for line in dict.fromkeys(lines)])


def _times(count: int) -> str:
    return f" ({count} of that name)" if count > 1 else ""


def _named(name: str, path: str, alike: Counter[str]) -> str:
    """With its file, where another one is called so."""
    return code(name) + (f" \\({escape(path.rsplit('/', 1)[-1])}\\)" if alike[name] > 1 else "")


def refactorings(review: ShownReview, room: int = 0) -> tuple[list[str], list[str]]:
    """What is called otherwise, moved or taken out: a few lines where there is room for all of them, else a fold."""
    every = [one for one in review.edits if one.how == NEUTRAL and one.sentence]
    own = [one for one in every if not one.test]
    rows = _as_rows(own) if room else []
    first = rows if len(rows) <= room else []
    folded = [one for one in every if one.test] if first else every
    return [*first, ""] if first else [], list(
        fold(f"{len(folded)} {'more ' * bool(first)}renamed, moved or taken out", _as_rows(folded))
    )


def _as_rows(edits: Sequence[ShownEdit]) -> list[str]:
    return [f"- {prose(each)}" for each in changed_alike(together(one.sentence for one in edits))]


def neutral(review: ShownReview) -> Iterator[str]:
    if review.neutral:
        yield from (f"Without effect: {_by_rule(review.neutral)}.", "")
    if review.along:
        yield from (f"Told with what stands above: {_by_rule(review.along)}.", "")


def _by_rule(rules: Sequence[ShownCount]) -> str:
    counted = any(each.many > 1 for each in rules)
    return ", ".join(prose(each.what) + _amount(each, counted) for each in rules)


def _amount(one: ShownCount, counted: bool) -> str:
    told = ", ".join(filter(None, (str(one.many) if counted else "", prose(one.where) if one.where else "")))
    return f" ({told})" if told else ""


def fold(title: str, lines: Sequence[str]) -> Iterator[str]:
    if not lines:
        return
    yield from (f"<details><summary>{title}</summary>", "", *lines[:MOST])
    if len(lines) > MOST:
        yield f"- … and {len(lines) - MOST} more"
    yield from ("", "</details>", "")


def _listed(same: Sequence[ShownEdit], link: Link) -> str:
    names = list(dict.fromkeys(one.name for one in same))
    told = all(names) and (len(names) == 1 or bool(same[0].sentence))
    whose = f"{listing(map(code, names), _WHOSE)}: " if told else ""
    return f"- {whose}{_as_code(same[0])} {places(same, link)}"


def _as_code(one: ShownEdit) -> str:
    if one.sentence:
        return prose(one.sentence)
    if one.was == one.now:
        return f"in another place: {code(one.now)}"
    if not one.was:
        return f"new: {code(one.now)}"
    return f"{code(one.was)} → {code(one.now)}" if one.now else f"gone: {code(one.was)}"


def _s(count: int) -> str:
    return "s" if count != 1 else ""
