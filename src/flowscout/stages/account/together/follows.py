"""What follows from an edit that is told elsewhere: an import of a file that is called otherwise now, the declaration of a function
whose head has changed. It says nothing that is not told there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from types import MappingProxyType
from typing import Final

from ....model.account import DECLARATION, NEUTRAL, Answer
from ....model.identity import qualified_of
from ....model.pattern import regex
from ....words.series import series
from ..neutral.lazily import lazily
from ..neutral.rules import FOLLOWS, PLACE
from ..pieces.every_name import numbered, parted
from ..reading.counted import first_of
from ..reading.saying import ORDER
from ..sentences.annotated import annotated
from ..sentences.declared_alone import alone
from ..sentences.defaulted import defaulted
from ..sentences.imported_instead import imported_instead
from ..sentences.owned import owned
from ..sentences.placing import placed
from ..sentences.scripts import DIRECTIVE
from ..sentences.stands_for import stands_for
from .at_another_level import at_another_level
from .called_by_its_new_name import by_the_new_name
from .called_there import called_there
from .carried import carried
from .each_place import each_place
from .handed_out import declared_for_others
from .less_taken import takes_less
from .mirrored import mirrored
from .threaded import threaded
from .where_it_runs import where_it_runs

MOVABLE: Final = frozenset(("type", "enum", "namespace", "macro", "value", "table", "declaration"))
TYPES: Final = frozenset(("type", "enum", "namespace"))
ALIKE: Final = 3  # steps that went the same way
ROWS: Final = 2  # of one table
LAST: Final = 9  # the rank of what is told behind all else
_KINDS: Final = ("class", "struct", "union", "enum")
_DECLARES: Final = frozenset((*_KINDS, "#define"))
SLIGHT: Final = 4  # the rank from which steps are told together
_STANDS: Final = {
    " is new": " are new",
    " is gone": " are gone",
    " is now declared": " are now declared",
    " is no longer declared": " are no longer declared",
}
_SETS: Final = ("Now sets ", "No longer sets ")
_CHECKS: Final = "Adds a check: "
_PLACED: Final = (" now stands ", " stands in another place than before")
_IN_OTHER_PLACES: Final = " stand in other places than before."
NAMED: Final = 6  # of very many
VERY_MANY: Final = (
    100  # that came, or went, beyond which the first are named: it is data, which one reads where it stands
)
LONG: Final = 100  # characters of conditions that hide what is done under them
FEWEST: Final = 10  # characters of what is looked for elsewhere
NO_OTHERS: Final[Mapping[str, Set[str]]] = MappingProxyType({})
_OF_MANY: Final = ((" runs ", " run "), (" comes ", " come "), (" stands ", " stand "))
_DEFINES: Final = regex(r"`#define (\w{1,100}+)")
DECLARED: Final = "declarations of functions told above"


def each_together(told: Sequence[Answer]) -> list[Answer]:
    """At the end, when it is known of every step what is said of it: function by function, and what stands outside of them."""
    units: dict[str, list[int]] = {}
    for at, one in enumerate(told):
        units.setdefault(one.unit if "::" in one.unit else "", []).append(at)
    found = list(told)
    for unit, places in units.items():
        own = [told[at] for at in places]
        said = together(list(mirrored(called_there(list(where_it_runs(own)))))) if unit else many_alike(own)
        for at, one in zip(places, said, strict=True):
            found[at] = placed(one)
    return found


def together(told: Sequence[Answer]) -> Iterator[Answer]:
    """Steps of one function that went the same way from the same place are told in one sentence, what is done alike at several places,
    and what many fields or variables are set to."""
    told = list(many_alike(told))
    tails = [_tail(one) for one in told]
    many = Counter({one.sentence: tail for one, tail in zip(told, tails, strict=True) if tail}.values())
    cores = Counter(one.core for one in told if one.core)
    spread: dict[str, list[str]] = {}
    for one in told:
        spread.setdefault(one.core, []).append(one.sentence)
    deep = {one.core for one in told if one.core and len(one.sentence) - len(one.core) >= LONG}
    alike: dict[str, list[str]] = {}
    for one, tail in zip(told, tails, strict=True):
        alike.setdefault(tail, []).append(one.sentence[: -len(tail)])
    for one, tail in zip(told, tails, strict=True):
        if cores[one.core] >= (2 if one.core in deep else ALIKE):
            yield one._replace(sentence=each_place(one.core, spread[one.core]), core="")
        elif many[tail] >= ALIKE:
            whose = first_of(list(dict.fromkeys(alike[tail])))
            yield one._replace(sentence=f"{whose}{_of_many(tail)}", core="")
        else:
            yield one


def _of_many(tail: str) -> str:
    """What is said of one step, said of several."""
    tail = tail.replace("; it comes ", "; they come ", 1)
    for one, many in _OF_MANY:
        tail = tail.replace(one, many, 1)
    return tail


def many_alike(told: Sequence[Answer]) -> Iterator[Answer]:
    """Three or more of which the same is said but for what it is said of: `a = 1`, `b = 2` and `c = 3` are new in `s`."""
    groups: dict[tuple[str, ...], list[str]] = {}
    checks = [(one.unit, one.after.line) for one in told if one.sentence.startswith(_CHECKS)]
    keys = [_alike(one, [line for unit, line in checks if unit == one.unit]) for one in told]
    for known in filter(None, keys):
        groups.setdefault(known[0], []).append(known[1])
    several = {key: list(dict.fromkeys(members)) for key, members in groups.items()}
    of_all = Counter(_of_all(key) for key, members in several.items() for _ in members)
    shown = {key: dict(_shown(key, members)) for key, members in several.items() if len(members) >= min(ROWS, ALIKE)}
    for one, key in zip(told, keys, strict=True):
        row = len(several[key[0]]) if key else 0
        if key and row >= ROWS and (one.rule == "table" or of_all[_of_all(key[0])] >= ALIKE):
            sentence, leads = shown[key[0]][key[1]]
            yield one._replace(sentence=sentence, core="", rank=one.rank if leads else max(one.rank, LAST))
        else:
            yield one


def _shown(key: tuple[str, ...], members: list[str]) -> Iterator[tuple[str, tuple[str, bool]]]:
    """Each with the sentence that holds it, and whether that leads: those that no room was for beside the first are told behind all else."""
    parts = list(parted(members)) if len(members) <= VERY_MANY else [members]
    for at, part in enumerate(parts):
        sentence = _listed(key, part)
        yield from ((each, (sentence, not at)) for each in part)


def _of_all(key: tuple[str, ...]) -> tuple[str, ...]:
    """With what is set on the other side of a check."""
    return key[:4] + key[-2:]


def _alike(one: Answer, checks: Sequence[int]) -> tuple[tuple[str, ...], str] | None:
    """(what it has in common with others, what is its own). checks: the lines of those that are new: what is set on both sides of one is no row."""
    for sign, plural in _STANDS.items():
        own, found, where = one.sentence.partition(sign)
        if found and one.how == DECLARATION and own.startswith("`") and own.endswith("`") and own.count("`") == 2:
            return (one.how, one.rule, one.unit, one.place.path, "", plural + where), own
    for sign in _PLACED:
        own, found, _ = one.sentence.partition(sign)
        name, inside, table = own.partition("` in `")
        if found and one.how == DECLARATION and inside and own.count("`") == 4:
            return (one.how, one.rule, one.unit, one.place.path, "", f" in `{table}{_IN_OTHER_PLACES}"), f"{name}`"
    for verb in _SETS:
        where = one.sentence[len(one.core) - 1 :] if one.core and one.sentence.startswith(one.core[:-1]) else "."
        own = one.sentence.removesuffix(where).removeprefix(verb)
        whole = own.endswith("`") and own.count("`") == 4  # nothing is said of it beside what it is set to
        if one.sentence.startswith(verb) and whole and one.rank >= SLIGHT:
            behind = str(sum(line < one.after.line for line in checks))
            return (one.how, one.rule, one.unit, one.place.path, behind, verb, where), own
    return None


def _listed(key: tuple[str, ...], members: Sequence[str]) -> str:
    shown = list(members) if key[-2] else numbered(members)
    shown = [*shown[:NAMED], f"{len(members) - NAMED} more"] if len(members) > VERY_MANY < len(shown) else shown
    listed = series(shown)
    behind = key[-1] if len(members) > 1 else _of_one(key[-1])
    return f"{key[-2]}{listed}{behind}"


def _of_one(behind: str) -> str:
    return behind.replace(_IN_OTHER_PLACES, " stands in another place than before.").replace(" are ", " is ", 1)


def _tail(one: Answer) -> str:
    """What is said of a step that was moved, behind its own code."""
    if one.rule != ORDER or not one.sentence.startswith("`"):
        return ""
    return one.sentence[one.sentence.find("`", 1) + 1 :]


def moved(told: Sequence[Answer], texts: Mapping[str, tuple[str, str]]) -> Iterator[Answer]:
    """A type, a macro or a constant that is gone here and stands elsewhere now. texts: of each file that differs, before and after, blanks
    aside."""
    told = list(told)
    homes = {
        (home, _bare(one.before.code)): one.before.path
        for one in told
        if one.how == DECLARATION and one.rule == "declaration" and one.before.code and not one.after.code
        if _declared_name(one.before.code) and (home := _elsewhere(one, one.before.code, texts))
    }
    for one in told:
        code = one.before.code
        came = one.how == DECLARATION and one.rule == "declaration" and one.after.code and not code
        if came and (left := homes.get((one.after.path, _bare(one.after.code)))):
            said = f"`{_declared_name(one.after.code)}` is declared in `{one.after.path}` now, no longer in `{left}`."
            yield one._replace(rule="moved type", sentence=said, core="", rank=8)
            continue
        gone = one.how == DECLARATION and one.rule in MOVABLE and code and not one.after.code
        path = _elsewhere(one, code, texts) if gone else ""
        block = one.rule == DIRECTIVE and code and not one.after.code
        if block and (home := _defined_now(one, texts)):
            whole = not code.endswith("…") and _elsewhere(one, code, texts)
            yield (
                one._replace(how=NEUTRAL, rule=PLACE, sentence="", rank=9)
                if whole
                else one._replace(sentence=f"{one.sentence.removesuffix('.')}; what it defines stands in `{home}` now.")
            )
        elif path and one.rule in TYPES:
            yield one._replace(rule="moved type", sentence=f"`{_head(code)}` has moved to `{path}`.", rank=8)
        elif path:
            yield one._replace(how=NEUTRAL, rule=PLACE, sentence="", rank=9)
        elif gone and (there := _declared_anew(one, code, texts)):
            yield one._replace(
                sentence=f"`{there[0]}` is declared in `{there[1]}` now, otherwise than here.", rank=max(one.rank, 6)
            )
        else:
            yield one


def _defined_now(one: Answer, texts: Mapping[str, tuple[str, str]]) -> str:
    """The file that defines now, and did not, all macros that a block that is gone is told to have defined."""
    names = _DEFINES.findall(one.sentence)
    return next(
        (
            path
            for path, (was, now) in sorted(texts.items())
            if names and path != one.before.path
            if all(f"#define{name}" in now and f"#define{name}" not in was for name in names)
        ),
        "",
    )


def _declared_anew(one: Answer, code: str, texts: Mapping[str, tuple[str, str]]) -> tuple[str, str] | None:
    """(name, path) of a type or a macro that another file declares now and did not, in other words."""
    words = _head(code).replace("(", " ( ").replace(":", " ").split()
    at = next((n for n, word in enumerate(words[:-1]) if word in _DECLARES), -1)
    if at < 0 or one.rule not in {*TYPES, "macro"}:
        return None
    name = words[at + 1]
    signs = [f"#define{name}"] if words[at] == "#define" else [f"{word}{name}{end}" for word in _KINDS for end in "{:"]
    return next(
        (
            (name, path)
            for path, (was, now) in sorted(texts.items())
            if path != one.before.path and any(sign in now and sign not in was for sign in signs)
        ),
        None,
    )


def _bare(code: str) -> str:
    """Without blanks; of a prototype without `extern`, which says nothing there."""
    return "".join(_plain(code).split())


def _plain(code: str) -> str:
    return code.removeprefix("extern ") if "(" in code and "=" not in code and '"' not in code else code


def _elsewhere(one: Answer, code: str, texts: Mapping[str, tuple[str, str]]) -> str:
    part = "".join((_head(code) + "{" if one.rule in TYPES and "{" in code else _plain(code)).removesuffix("…").split())
    if len(part) < FEWEST:
        return ""
    return next(
        (
            path
            for path, (was, now) in sorted(texts.items())
            if path != one.before.path and part in now and part not in was
        ),
        "",
    )


def _head(code: str) -> str:
    return code.partition("{")[0].strip()


def following(
    told: Sequence[Answer], renames: Mapping[str, str], others: Mapping[str, Set[str]] = NO_OTHERS
) -> Iterator[Answer]:
    """others: of a function, the names that are called otherwise elsewhere, and are of other functions in it."""
    told = list(by_the_new_name(list(told), others))
    told = list(stands_for(list(imported_instead(list(at_another_level(told))))))
    told = list(annotated(list(owned(list(threaded(list(lazily(list(carried(list(defaulted(told))))))))))))
    heads = _functions(told, "signature", "default", "renamed")
    came, gone = set(_functions(told, "new", "extracted")), set(_functions(told, "gone", "inlined"))
    renamed = [one for one in told if one.rule == "renamed" and "::" in one.unit]
    came |= {one.after.code for one in renamed}
    gone |= {one.before.code for one in renamed}
    at_home = set(_functions([one for one in told if one.before.path != one.after.path], "moved", "renamed"))
    told = list(declared_for_others(told))
    for one in told:
        if one.rule == "import" and _renamed(one, renames.items()):
            yield one._replace(how=NEUTRAL, rule=FOLLOWS, sentence="", rank=9)
        elif (
            one.rule == "declaration"
            and one.how == DECLARATION
            and (
                _follows_definition(one, heads, came, gone)
                or takes_less(one.before.code, one.after.code, heads)
                or (not one.before.code and _declared_name(one.after.code) in at_home)
            )
        ):
            name = _declared_name(one.after.code)
            own = alone(one.before.code, one.after.code, name, heads.get(name, "")) if one.before.code and name else ""
            yield (
                one._replace(sentence=own, rank=5)
                if own
                else one._replace(how=NEUTRAL, rule=DECLARED, sentence="", rank=9)
            )
        else:
            yield one


def _functions(told: Sequence[Answer], *rules: str) -> dict[str, str]:
    """Own names of the functions of which this is told, and how."""
    found: dict[str, str] = {}
    for one in told:
        if one.rule in rules and "::" in one.unit:
            name = _last(qualified_of(one.unit))
            found[name] = f"{found.get(name, '')} {one.sentence}"
    return found


def _last(qualified: str) -> str:
    return qualified.replace("::", ".").rpartition(".")[2]


def _follows_definition(one: Answer, heads: Container[str], came: set[str], gone: set[str]) -> bool:
    was, now = _declared_name(one.before.code), _declared_name(one.after.code)
    if one.before.code and one.after.code:
        return (was in heads and now in heads) or (was in gone and now in came)
    return now in came if one.after.code else was in gone


def _declared_name(code: str) -> str:
    """Of a function; of a default in the declaration alone nothing is told at the definition."""
    words = [] if "=" in code else code.partition("(")[0].split()
    return words[-1].strip("*&") if words and "(" in code else ""


def _renamed(one: Answer, renames: Iterable[tuple[str, str]]) -> bool:
    was, now = one.before.code, one.after.code
    return bool(was and now) and any(_follows(was, now, a, b) for a, b in renames)


def _follows(was: str, now: str, a: str, b: str) -> bool:
    """`#include "x/a.h"` -> `#include "x/b.h"`, `from x.a import f` -> `from x.b import f`."""
    if was.startswith("#") and now.startswith("#"):
        one, other = _quoted(was), _quoted(now)
        return bool(one and other) and f"/{a}".endswith(f"/{one}") and f"/{b}".endswith(f"/{other}")
    old, new = _module(a), _module(b)
    pairs = [(old[at:], new[into:]) for at in range(len(old)) for into in range(len(new))]
    return any(_replaced(was.split(), ".".join(x), ".".join(y)) == now.split() for x, y in pairs)


def _quoted(code: str) -> str:
    return code.replace("<", '"').replace(">", '"').partition('"')[2].partition('"')[0]


def _module(path: str) -> list[str]:
    return path.removesuffix(".py").removesuffix("/__init__").split("/")


def _replaced(words: Sequence[str], one: str, other: str) -> list[str]:
    return [other if word == one else f".{other}" if word == f".{one}" else word for word in words]
