"""In which order edits are told: by what can go wrong (their rank), but for what most of the change is (`share`), and for a name that it
brings and that the rest of it uses. Where a function that it brings is handed on by its name, that is what makes it run.

`#define MAGIC 7` weighs little by itself; where a dozen other edits use `MAGIC`, it is what the change is for, and they are not understood
before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence, Set
from typing import Final

from ...model.account import FLOW, GONE, LISTED, NEW, Answer
from ...model.identity import qualified_of
from ...model.pattern import regex
from ...model.product import is_aside
from ..account.new import IS_GONE
from ..account.told import RISK
from ..entrypoints import is_test
from .beside import called_by_the_product
from .line import last
from .share import LARGEST, by_share
from .taken import taken

FEWEST: Final = 2  # other edits that use a name
IS_GENERATED: Final = "Is generated, with "
AFTER: Final = 6  # the rank of a function that is gone, where its caller's edit says what is done instead
BEHIND: Final = 7  # the rank of a call that has nothing to give for a parameter that came, and of a release's number
LONGEST: Final = 2_000  # letters of code that are looked through
_BRINGS: Final = regex(
    r"^`(?:#define |(?:class|struct|union|enum(?: class)?) )?([A-Za-z_]\w{0,80})(?:[(:\[ ]| = |`)[^`]{0,400}`? (?:is|are) new\b"
)
_DECLARES: Final = regex(r"\b([A-Za-z_]\w{0,80})(?:\[[^`\]]{0,80}\]){0,3}(?: = [^`]{1,400}|:\d{1,2})?` is new\b")
_NOTHING: Final = regex(
    r"`(?:[^`\n]{1,200}(?:\.|->|::))?(\w{1,80})` is now also given `(?:\w{1,80} ?= ?)?(?:NULL|nullptr|None|0)`[.,]"
)
_GIVEN_NOTHING: Final = regex(r",\s?(?:NULL|nullptr|None|0)\s?\)")
_RELEASE: Final = regex(
    r"\A`([A-Za-z_]\w{0,80})` is `[\"']v?\d{1,8}(?:\.\w{1,20}){1,5}[\"']`, no longer `[\"']v?\d{1,8}(?:\.\w{1,20}){1,5}[\"']`\.\Z"
)
_WORD: Final = regex(r"[A-Za-z_]\w{0,80}")
_HANDED: Final = regex(
    r"(?<![\w\"'])([A-Za-z_]\w{0,80})(?![\w\"'(]| \()|\b[A-Z]{2,20}\(([A-Za-z_]\w{0,80})\("
)  # `f` of `on(f)`, `SLOT(f())`
_CALLED: Final = regex(r"(?<!\w)([A-Za-z_]\w{0,80})\(")
_INSTEAD: Final = " where it "
_PLAIN: Final = ("value", "call", "statement")  # rules of a step that is no way out, and no question

Taken = tuple[str, frozenset[str]] | tuple[()]


def ordered(told: Sequence[Answer], called: Mapping[str, str], tests: Container[str] = ()) -> list[Answer]:
    """called: how functions are named, by their ids. tests: those of functions that are tests in files of the product."""
    often = Counter(one.core or one.sentence for one in told)
    used, given, left, nothing = _used(told), _with_parameters(told), _left(told), _given_nothing(told)
    releases = _releases(told)
    ours = called_by_the_product(
        [(one.place.path, last(one.unit), one.sentence, one.after.code) for one in told if not one.twin]
    )
    share = by_share([one for one in told if one not in nothing], ours)
    handed, instead = _handed(told), _called_instead(told)
    made = by_a_tool((one.place.path, one.sentence) for one in told)

    def weight(one: Answer) -> tuple[bool, bool, bool, bool, bool, int, bool, bool, int]:
        """What is told of another file is named there once more, if there is room; what stands beside the product is told behind it. Of what
        weighs as much what others can call comes first, then what is done alike in more places."""
        beside = is_aside(one.place.path) and one.place.path not in ours
        test = is_test(one.place.path) or one.unit in tests
        aside = bool(one.twin), test, one.how == LISTED, one.place.path in made, beside
        many = often[one.core or one.sentence]
        rank = min(one.rank, RISK + 1) if used[_brought(one)] >= FEWEST or given[_taken(one)] >= FEWEST else one.rank
        rank = min(rank, RISK + 1) if one in handed or one in instead else max(rank, BEHIND) if one in nothing else rank
        rank = max(rank, AFTER) if left[_gone(one)] else min(rank, share.get(one, rank))
        rank = max(rank, BEHIND) if one in releases else rank
        return (
            *aside,
            rank,
            share.get(one) != LARGEST and one not in instead,
            _is_private(called.get(one.unit, one.unit)),
            -many,
        )

    return sorted(told, key=weight)


def by_a_tool(told: Iterable[tuple[str, str]]) -> frozenset[str]:
    """Files that a tool wrote: they say so, or where a line of them comes from. told: a path and what is said of it."""
    return frozenset(path for path, sentence in told if sentence.startswith((IS_GENERATED, "`#line ")))


def _used(told: Sequence[Answer]) -> Counter[str]:
    """In how many other edits of the product a name stands now and did not before, of those that the change brings; what is new as a whole
    says itself what it uses."""
    names = {name for one in told if (name := _brought(one))}
    found = Counter[str]()
    for one in told if names else ():
        if not is_test(one.place.path) and not one.twin and not _is_new(one):
            words = {*_WORD.findall(one.after.code[:LONGEST])} - {*_WORD.findall(one.before.code[:LONGEST])}
            found.update((words & names) - {_brought(one)})
    return found


def _is_new(one: Answer) -> bool:
    return one.rule == NEW and not one.before.line


def _handed(told: Sequence[Answer]) -> set[Answer]:
    """Edits that hand on a function by its name, or put it in a table, which the change brings and nobody named there before."""
    names = {last(qualified_of(one.unit)) for one in told if _is_new(one)}
    found = set[Answer]()
    for one in told if names else ():
        if one.after.code and not one.twin and one.rule != NEW and not is_test(one.place.path):
            words = {each for hit in _HANDED.findall(one.after.code[:LONGEST]) for each in hit}
            if any(name not in one.before.code for name in words & names):
                found.add(one)
    return found


def _called_instead(told: Sequence[Answer]) -> set[Answer]:
    """Edits that put a call of a function that the change brings, or edits as well, in the place of something else: by them the rest of it
    runs."""
    flow = [one for one in told if one.how == FLOW and one.sentence and not one.twin and not is_test(one.place.path)]
    names = {last(qualified_of(one.unit)) for one in flow if "::" in one.unit and one.after.line}
    found = set[Answer]()
    for one in flow:
        if one.rule in _PLAIN and _INSTEAD in one.sentence:
            called = {*_CALLED.findall(one.after.code[:LONGEST])} - {*_WORD.findall(one.before.code[:LONGEST])}
            if called & names and not any(f"{name}(" in one.sentence.partition(_INSTEAD)[2] for name in called):
                found.add(one)
    return found


def _releases(told: Sequence[Answer]) -> set[Answer]:
    """Constants of a file that hold another number of a release, and that no other edit names."""
    named = {one: found[1] for one in told if not one.unit and (found := _RELEASE.match(one.sentence))}
    words = Counter(
        word for one in told if named for word in {*_WORD.findall(f"{one.before.code} {one.after.code}"[:LONGEST])}
    )
    own = Counter(named.values())
    return {one for one, name in named.items() if words[name] <= own[name]}


def _given_nothing(told: Sequence[Answer]) -> set[Answer]:
    """Calls that say by `NULL` that they have nothing for what a function takes now: what it keeps, asks and hands on comes before them."""
    takes = {last(qualified_of(one.unit)) for one in told if taken(one.sentence)}
    return {
        one
        for one in told
        if takes and (((found := _NOTHING.search(one.sentence)) and found[1] in takes) or _only_given(one, takes))
    }


def _only_given(one: Answer, takes: Set[str]) -> bool:
    """Whether nothing differs but that a call of one of these has nothing more to give: `if ((rc = f(x, NULL)) != 0)` for `if (rc = f(x))`."""
    was, now = one.before.code[:LONGEST], one.after.code[:LONGEST]
    if one.rule != "condition" or not was or takes.isdisjoint(_CALLED.findall(now)):
        return False
    return _bare(was) != _bare(now) and _bare(was) == _bare(_GIVEN_NOTHING.sub(")", now))


def _bare(code: str) -> str:
    return "".join(sign for sign in code.replace("!= 0", "") if not sign.isspace() and sign not in "()")


def _left(told: Sequence[Answer]) -> Counter[str]:
    """In how many other edits of the product the name of a function that is gone stood and stands no longer: what is done instead is told there."""
    names = {name for one in told if (name := _gone(one))}
    found = Counter[str]()
    for one in told if names else ():
        if one.before.code and one.after.code and not is_test(one.place.path):
            words = {*_WORD.findall(one.before.code[:LONGEST])} - {*_WORD.findall(one.after.code[:LONGEST])}
            found.update(words & names)
    return found


def _gone(one: Answer) -> str:
    return last(qualified_of(one.unit)) if one.rule == GONE and one.sentence == IS_GONE and "::" in one.unit else ""


def _with_parameters(told: Sequence[Answer]) -> Counter[Taken]:
    """In how many other edits of a function a parameter stands now that it takes now."""
    keys: dict[str, Taken] = {one.unit: key for one in told if (key := _taken(one))}
    found = Counter[Taken]()
    for one in told:
        key = keys.get(one.unit, ())
        if key and key != _taken(one) and not one.twin:
            words = {*_WORD.findall(one.after.code[:LONGEST])} - {*_WORD.findall(one.before.code[:LONGEST])}
            found[key] += not words.isdisjoint(key[1])
    return found


def _taken(one: Answer) -> Taken:
    """A function and the parameters that it takes now; () for none."""
    names = frozenset(taken(one.sentence))
    return (one.unit, names) if names else ()


def _brought(one: Answer) -> str:
    """The name that is new with it: a function's, a type's, a macro's, a variable's; "" for none."""
    if one.before.line:
        return ""
    if one.rule == NEW and "::" in one.unit:
        return last(qualified_of(one.unit))
    found = _DECLARES.search(one.sentence) or _BRINGS.match(one.sentence)
    return found[1] if found else ""


def _is_private(named: str) -> bool:
    return any(
        part.startswith("_") and not part.endswith("__")
        for part in named.partition("(")[0].replace("::", ".").split(".")
    )
