"""A review as a document. One screen first: what changes in meaning, then which functions; the drawings are folded away.

It is drawn up from plain texts and numbers alone (`model.shown`), each of which is escaped here, so it makes no difference
whether they come from our own analysis or from a stranger's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from ...border import within
from ...model.account import COUNTED
from ...model.pattern import regex
from ...model.publication import Document, Section
from ...model.review import Review
from ...model.sfm import ScenarioFlowModel
from ...model.shown import ShownEntry, ShownFunction, ShownReview, ShownStep, ShownTest
from ...model.undrawn import WHY
from ...stages.mermaid import mermaid
from ..account.new import DECORATED
from ..markdown import cell, code, escape, fence, html, prose
from .account import (
    FIRST_OF_ONE,
    also,
    around_tests,
    first_screen,
    fold,
    in_folds,
    neutral,
    of_one,
    reached,
    refactorings,
    rest,
    screens,
    unsaid,
)
from .drawn_alike import drawn_alike, likewise
from .line import Point
from .rest import entered
from .sentence import Link
from .shown import drawable, shown
from .ways import telling
from .words import HOW, counted

SHOWN_STEPS = 30
GONE = "Is gone."  # which stands behind its name
SHORTLY = 2  # sentences of a function that is not drawn
TITLE = "Flow review"
LEGEND = "_Green, `+`: new. Red, `-`: gone. Yellow, `~`: changed or moved. Thick ways are new, dotted ones gone._"
DEEP, AREAS = 2, 10  # folders of a path that make an area, and areas that are named
MOST_FIRST, MOST_MEANINGS = 7, 2  # sentences on the first screen, and those of them that are of entry points
MOST_HELPERS = 6  # functions of one file or class that help its tests, of which more is told than a name
MOST_MOVED = 3  # lines of what has moved or is called otherwise, behind them
ALWAYS_MOVED = 4  # that come first wherever there are no more: the sentences speak of things by their new names
_RAISES_ITSELF = regex(r"^(now|no longer) raises ([A-Za-z_][\w.]{0,120}), by an edit of its own$")
_RAISED = regex(r"(?i)(no longer )?raises `([A-Za-z_][\w.]{0,120})")
MANY = 60  # functions from which a change is told by area


def unlinked(path: str, line: int, end_line: int, before: bool) -> str:
    return ""


def document(review: Review, style: str = "default", link: Link = unlinked) -> Document:
    return page(shown(review, style), style, link)


def page(review: ShownReview, style: str = "default", link: Link = unlinked) -> Document:
    """First what weighs most, then drawings, then all the rest, folded."""
    notes = [Section("\n".join(f"- {escape(note)}" for note in review.notes))] if review.notes else []
    told = escape(counted(dict(zip(COUNTED, review.counts, strict=False)), review.others, review.scope, review.files))
    if not sum(review.counts[:3]) and not review.entry_count:
        few, many = refactorings(review, MOST_FIRST)
        lines = [*few, *many, *neutral(review)]
        sections = [Section("\n".join(lines), 1), *notes] if lines else notes
        return Document("review", TITLE, told, tuple(sections), silent=not notes, conclusion="success")
    weighty = [entry for entry in review.told if not entry.slight and not _told_by_its_edit(entry, review)]
    weighty = weighty[:MOST_MEANINGS]
    most = MOST_FIRST - len(weighty)
    leading, later = screens(review, most)
    few, many = refactorings(review, max(ALWAYS_MOVED, min(MOST_MOVED, most - len(leading))))
    alone = not (leading or weighty or few)
    besides, listed = also(review, link, MOST_FIRST if alone else 0)
    around, of_tests = around_tests(review, link), [*_tests(review.tests, review.test_count)]
    shown_tests = [*around, *of_tests][:MOST_FIRST] if alone and review.scope else []
    of_tests, around = of_tests[max(len(shown_tests) - len(around), 0) :], around[len(shown_tests) :]
    first = [*_by_area(review), *first_screen(leading, link), *few, *besides, *shown_tests, *_meaning(weighty)]
    of_functions = in_folds(review, later)
    folded = {line for own in of_functions.values() for line in own}
    apart = [line for line in later if line not in folded]
    more = unsaid(review)
    sections = [Section("\n".join(first))] if first else []
    alike = drawn_alike(review.functions, lambda one: not of_functions.get((one.path, one.name), ()) and not more(one))
    for rank, function in enumerate(review.functions, 1):
        if rank - 1 not in alike:
            continue
        short, others = _short(function), alike[rank - 1]
        undrawn = f"{short} _{WHY}._"
        detailed = (
            undrawn
            if function.defect
            else within(
                function.name,
                partial(
                    _folded, function, of_functions.get((function.path, function.name), ()), more, others, style, link
                ),
                partial(str, undrawn),
            )
        )
        if function.defect or function.drawing is not None:
            sections.append(Section(detailed, rank, short))
    behind = len(review.functions) + 1
    rows = [
        *_more_meaning(review, weighty),
        *reached(review),
        *many,
        *listed,
        *rest(review, apart, link),
        *fold(f"Around tests: {len(around)}", around),
        *neutral(review),
    ]
    sections += [Section("\n".join(rows), behind)] if rows else []
    if of_tests:
        how_many = (
            f"{len(of_tests)} more of tests"
            if shown_tests
            else f"{review.test_count} test function{'s' if review.test_count != 1 else ''}"
        )
        sections.append(Section("\n".join(fold(how_many, of_tests)), behind))
    sections += notes
    silent = not (sum(review.counts[:3]) or review.entry_count or notes)
    return Document("review", TITLE, f"**{told}**", tuple(sections), silent=silent)


def markdown(review: Review, style: str = "default") -> str:
    whole = document(review, style)
    return "\n\n".join([f"# {whole.title}", whole.summary, *(s.markdown.strip("\n") for s in whole.sections)]) + "\n"


def _by_area(review: ShownReview) -> Iterator[str]:
    """Of a change of many functions where they are."""
    if len(review.functions) < MANY:
        return
    folders = Counter("/".join(function.path.split("/")[:-1][:DEEP]) for function in review.functions)
    told = [
        f"{code(f'{folder}/' if folder else '.')} {many}"
        for folder, many in sorted(folders.items(), key=lambda row: (-row[1], row[0]))
    ]
    if len(told) > AREAS:
        told = [*told[:AREAS], f"{len(told) - AREAS} more folders"]
    more = (
        f" Of {review.function_count} functions {len(review.functions)} are told."
        if review.function_count > len(review.functions)
        else ""
    )
    yield from (f"Functions that changed, by area: {', '.join(told)}.{more}", "")


def _told_by_its_edit(entry: ShownEntry, review: ShownReview) -> bool:
    """Whether what an entry point raises itself is what a sentence of its edit says as well."""
    found = _RAISES_ITSELF.match(entry.said)
    wanted = (bool(found and found[1] != "now"), found[2] if found else "")
    return found is not None and any(
        wanted == (bool(lost), what)
        for one in review.edits
        if one.name in entry.names
        for lost, what in _RAISED.findall(one.sentence)
    )


def _meaning(told: Sequence[ShownEntry]) -> Iterator[str]:
    yield from (entered(entry) for entry in told)
    yield from [""] if told else []


def _more_meaning(review: ShownReview, first: Sequence[ShownEntry]) -> Iterator[str]:
    lines = [entered(entry) for entry in review.told if entry not in first]
    more = review.told_count - len(review.told)
    lines += [f"- … and {more} more"] if more > 0 else []
    yield from fold("What entry points do otherwise", lines)


def _short(function: ShownFunction) -> str:
    more = len(function.sentences) - SHORTLY
    said = prose(" ".join(function.sentences[:SHORTLY])) + (f" And {more} more." if more > 0 else "")
    return f"- {code(function.name)}: {said}"


def _folded(
    function: ShownFunction,
    own: Sequence[Point],
    more: Callable[[ShownFunction], list[str]],
    others: Sequence[ShownFunction],
    style: str,
    link: Link,
) -> str:
    return "\n".join(_details(function, of_one(own, more(function), link), others, style, link))


def _details(
    function: ShownFunction, told: Sequence[str], others: Sequence[ShownFunction], style: str, link: Link
) -> Iterator[str]:
    title = f"<code>{html(function.name)}</code> · {HOW[function.how]} · {html(function.path)}"
    yield from (f"<details><summary>{title}</summary>", "")
    yield from told[:FIRST_OF_ONE]
    yield from (
        fold(f"{len(told) - FIRST_OF_ONE} more", told[FIRST_OF_ONE:])
        if len(told) > FIRST_OF_ONE + 1
        else told[FIRST_OF_ONE:]
    )
    yield from (f"- reached {prose(way)}" for way in telling(function.reached))
    yield from likewise(function, others)
    yield ""
    yield from _drawing(function.drawing, style, function.how != "added")
    yield from _steps(function.steps, link)
    if function.outline:
        yield from (
            "<details><summary>Outline</summary>",
            "",
            *fence(function.outline, "diff").split("\n"),
            "",
            "</details>",
            "",
        )
    yield from ("</details>", "")


def _drawing(drawing: ScenarioFlowModel | None, style: str, compared: bool = True) -> Iterator[str]:
    if drawing is None:
        return
    if not drawable(drawing, style):
        yield from ("_The drawing is larger than GitHub shows; the sentences above are whole._", "")
    else:
        yield from (*fence(mermaid(drawing, style), "mermaid").split("\n"), "")
        yield from (LEGEND, "") if compared else ()


def _steps(steps: Sequence[ShownStep], link: Link) -> Iterator[str]:
    """Where each changed step stands, if it can be linked."""
    rows = [
        _row(step, address) for step in steps if (address := link(step.path, step.line, step.end_line, step.before))
    ]
    if not rows:
        return
    yield from ("| | step | lines |", "|---|---|---|", *rows[:SHOWN_STEPS])
    if len(rows) > SHOWN_STEPS:
        yield f"| | … {len(rows) - SHOWN_STEPS} more | |"
    yield ""


def _row(step: ShownStep, address: str) -> str:
    lines = f"{step.line}" + (f"–{step.end_line}" if step.end_line > step.line else "")
    return f"| `{step.sign}` | {cell(escape(step.text))} | [{lines}]({address}) |"


def _tests(tests: Sequence[ShownTest], count: int) -> Iterator[str]:
    """Of one file or class together: which are new or gone by their names, of some that changed what they do otherwise."""
    groups: dict[tuple[str, str, str], list[ShownTest]] = {}
    for test in tests:
        groups.setdefault((test.path, test.name.rpartition(".")[0], HOW[test.how]), []).append(test)
    for (path, holder, how), own in groups.items():
        yield from _alike(path, holder, how, own)
    if count > len(tests):
        yield f"- … and {count - len(tests)} more"


def _alike(path: str, holder: str, how: str, tests: Sequence[ShownTest]) -> Iterator[str]:
    brief = how in (HOW["added"], HOW["removed"]) and len(tests) > 1
    said: dict[tuple[str, ...], list[ShownTest]] = {}
    for test in tests if not brief else [each for each in tests if _helps(each) or _is_held_back(each)][:MOST_HELPERS]:
        said.setdefault(test.sentences, []).append(test)
    told = [(sentences, same) for sentences, same in said.items() if sentences and sentences != (GONE,)]
    for sentences, same in told:
        yield f"- {_named([each.name for each in same])} ({how}, {escape(path)}): {prose(' '.join(sentences))}"
    left = [each for each in tests if not any(each in same for _, same in told)]
    if left:
        where = f"{how}, {escape(path)}"
        names = [each.name.rpartition(".")[2] if len(left) > 1 else each.name for each in left]
        yield f"- {f'of {code(holder)}: ' if holder and len(left) > 1 else ''}{_named(names)} ({where})"


def _helps(test: ShownTest) -> bool:
    """A new function of Python that is no test itself and of which more is said than that it is new: a fake, a fixture."""
    name = test.name.rpartition(".")[2]
    return (
        test.path.endswith(".py") and not name.startswith("test") and test.sentences not in ((GONE,), ("Is new.",), ())
    )


def _is_held_back(test: ShownTest) -> bool:
    """A test that is not run everywhere, or may fail."""
    return any(DECORATED in said for said in test.sentences)


def _named(names: Sequence[str]) -> str:
    return ", ".join(map(code, names))
