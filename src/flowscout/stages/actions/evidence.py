"""Whether a constant that a function gives back says that it failed.

`false`, null and numbers are answers as often as failures. So one is a failure only by what the code tells, else it is
drawn plain:

    -1 …            in C and C++, where it is given before the normal end and the function gives something else, too
    false           where the function gives `true` and `false` alone, and …
    1, 0, -1 …      where it gives numbers or what a status holds, and …
    null            in C and C++, where it gives something else, too, and …
                    … the error is reported on the way (`errno = …`, `log.error(…)`), or a step that does something has failed
                    (`if (!p)` after `p = malloc(n)`, `if (!write_header(f))`)

What the normal end gives, the last one, is no failure unless it stands behind such evidence itself. A function that is
a question (`contains`, `compare`) answers; only the -1 that it reports as an error is one. A constant in capitals
(`return BAD_REQUEST`) is a failure in C and C++ where that is reported.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from ...model.expression import Assign, Binary, Expression, Invoke, Literal, Member, Unary, Word
from ...model.record import NamedTuple
from ...words import names
from ...words.code import Source, code, plain
from .before import Asked, before
from .dataflow import definition
from .failing import code_like, known, nothing, tested
from .guards import REPORT
from .meaning import Judged, acts
from .scene import OpPlace, Scene
from .talk import DOES

_ANSWERS: Final = frozenset(
    [
        "equal",
        "equals",
        "eq",
        "lt",
        "gt",
        "compare",
        "cmp",
        "match",
        "contains",
        "exists",
        "operator",
        "less",
        "find",
        "is",
        "are",
        "has",
        "supports",
        "matches",
    ]
)
_UNSAYS: Final = frozenset({"clear", "reset", "ignore", "free", "get"})  # `PyErr_Clear()`
_SPEAKS: Final = REPORT | {"errno", "stderr", "cerr", "critical", "fatal", "exception"}


class Given(NamedTuple):
    """A returned value: its code, and what it is: null | bool | negative | number | name | other."""

    code: str
    family: str


def family(node: Expression, source: Source) -> str:
    bare = plain(node)
    if isinstance(bare, Unary) and bare.op == "-" and isinstance(bare.operand, Literal):
        return "negative"
    if nothing(bare, source):
        return "null"
    if isinstance(bare, Literal) and bare.kind in ("true", "false"):
        return "bool"
    if isinstance(bare, Literal) and bare.kind == "number":
        return "number"
    return "name" if isinstance(bare, Word | Member) else "other"


_NOTHING_FAILED: Final = frozenset({"0", "null", "NULL", "nullptr", "None"})


def says_so(
    scene: Scene,
    found: Mapping[OpPlace, Judged],
    place: OpPlace,
    given: Given,
    tests: Sequence[Asked],
    codes: Mapping[str, Collection[str]],
    early: bool,
) -> bool:
    """codes: all that the function gives, each once, by family. early: it is not the normal end."""
    others = {family for family, written in codes.items() if any(code != given.code for code in written)}
    negative = given.family == "negative" and not scene.python
    alone = negative and bool(tests)  # what serves for ever gives nothing where all goes well
    if not (others or alone) or names.matches(given.code, scene.language.lexicon.fine):
        return False  # its name says that all went well
    if answers(scene):
        return negative and early and reported(scene, place)
    if negative and (
        tests or (early and "1" not in codes.get("number", ()))
    ):  # with 1 it may be the answer of a comparison
        return True
    if not _status(scene, given, others):
        return False
    if given.family == "name" or reported(scene, place):
        return reported(scene, place)
    asked = [
        one for one in (*tests, *before(scene, place).asked) if one[1]
    ]  # of an operand without an edge nothing is known
    return any(seen_to_fail(scene, found, one) for one in asked)


def _status(scene: Scene, given: Given, families: set[str]) -> bool:
    """By the families of what else it gives, such a value may tell that the function failed."""
    match given.family:
        case "bool":
            return given.code.lower() == "false" and families == {"bool"}
        case "number" | "negative":
            return "number" in families and families <= {"number", "negative", "name"}
        case "null":
            return not scene.python
        case "name":
            return not scene.python and given.code.isupper()
    return False


def answers(scene: Scene) -> bool:
    """The function is itself a question: its `false` is an answer, not a failure."""
    words = names.lower(scene.bound.facts.name)
    return bool(words) and (words[0] in scene.language.lexicon.predicates or bool(_ANSWERS & set(words)))


def reported(scene: Scene, place: OpPlace) -> bool:
    """On the straight way to this exit somebody is told that it failed. An error that the function is given is what it works on."""
    return any(not _clears(scene, start, end) for start, end in _spoken(scene, place))


def cleared(scene: Scene, found: Mapping[OpPlace, Judged], place: OpPlace) -> bool:
    """Right before this exit a caller is told that nothing failed, on a way there that no failed step leads into."""
    spoken = list(_spoken(scene, place))
    ways = before(scene, place)
    return (
        bool(spoken)
        and all(_clears(scene, start, end) for start, end in spoken)
        and spoken[0] == scene.span(ways.ops[0])
        and not any(seen_to_fail(scene, found, one) for one in ways.asked if one[1])
    )


def _spoken(scene: Scene, place: OpPlace) -> Iterator[tuple[int, int]]:
    """The steps there that speak of an error."""
    given = {
        word
        for param in scene.bound.facts.params
        if not {"*", "&"} & set(param.type)
        for word in names.lower(param.name)
    }
    for at in before(scene, place).ops:
        start, end = scene.span(at)
        called = {word for one in scene.calls(start, end) for word in names.lower(one.call.name)}
        said = called | (scene.words(start, end) - given)
        if said & _SPEAKS and not said & _UNSAYS:
            yield start, end


def _clears(scene: Scene, start: int, end: int) -> bool:
    """`*err = REG_NOERROR` of a parameter, `errno = 0`: a caller is told that nothing failed."""
    node, source = scene.tree(start, end)
    if not isinstance(node, Assign) or node.op != "=":
        return False
    told = code(plain(node.targets[-1]), source)
    if told != "errno" and told not in {f"*{param.name}" for param in scene.bound.facts.params}:
        return False
    value = code(plain(node.value), source)
    return value in _NOTHING_FAILED or names.matches(value, scene.language.lexicon.fine)


def seen_to_fail(scene: Scene, found: Mapping[OpPlace, Judged], asked: Asked) -> bool:
    """A step that does something has just been seen to fail."""
    at, edge = asked
    node, source = scene.tree(*scene.span(at))
    node, truth = plain(node), edge == "true"
    while isinstance(node, Unary) and node.op == "not":
        node, truth = plain(node.operand), not truth
    subject = _subject(node)
    if subject is node and isinstance(node, Invoke):
        return not truth and _performs(scene, found, at)
    what = known(node, source, code(subject, source), truth)
    if what not in ("bad", "negative", "null") and not (
        what == "nonzero" and code_like(code(subject, source), strict=True)
    ):
        return False
    made = (
        [at]
        if isinstance(subject, Invoke) or (subject is not node and isinstance(_left(node), Assign))
        else _made(scene, at, code(subject, source))
    )
    return any(_performs(scene, found, place) for place in made)


def _left(node: Expression) -> Expression:
    """The side of a comparison that is no constant."""
    if not isinstance(node, Binary):
        return node
    left, right = plain(node.left), plain(node.right)
    return right if isinstance(left, Literal) else left


def _subject(node: Expression) -> Expression:
    """What a test is about."""
    node = _left(node)
    return plain(node.targets[-1]) if isinstance(node, Assign) else tested(node)


def _made(scene: Scene, at: OpPlace, name: str) -> list[OpPlace]:
    """Where a value was made, on the straight way to where it is asked for."""
    for place in before(scene, at).ops:
        op = scene.block(place.block).ops[place.op]
        known = definition(scene.read(op.start, op.end), op.role == "declare")
        if known and known.name == name:
            return [place]
    return []


def _performs(scene: Scene, found: Mapping[OpPlace, Judged], place: OpPlace) -> bool:
    op = scene.block(place.block).ops[place.op]
    return bool(scene.calls(op.start, op.end)) and (found[place].type in DOES or acts(scene, op))
