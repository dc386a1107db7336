"""Which calls of a function never return: by their names, their definitions, the macros they stand for (the no-return analysis).

`declared` asks for declarations, `definition` reads macros, `surely` asks the whole project; here it is decided.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from fnmatch import fnmatchcase
from typing import Final

from ...model.facts import Call
from ...model.language import Lexicon
from ...model.macro_values import chosen, given_back, handed
from ...model.pattern import regex
from ...words.names import lower
from .declared import Declarations
from .definition import Macros, steering, stored_calls

_KINDS: Final = frozenset({"call", "macro"})
_CHOOSES: Final = regex(
    r"(?<!\\)\"(?:[^\"\\]++|\\.)*+\"|(?P<choice>\?|&&|\|\||\b(?:if|for|while(?!\s*+\(\s*+(?:0|false)\s*+\))|switch|return|break|goto)\b)"
)
_OPERATORS: Final = frozenset({None, "?", "&&", "||"})
_PARTS: Final = regex(
    r"(?<!\\)\"(?:[^\"\\]++|\\.)*+\"|'(?:[^'\\\n]|\\.)'|(?P<part>\?|&&|\|\||[()\[\]{};])"
)  # texts and characters that stand for themselves, or what parts statements and what chooses in one
_TESTED: Final = regex(
    r"(?:do\b)?[\s{]*+if\s*+\((?P<test>[^;{}]{1,120}?)\)\s*+(?P<then>\{[^{}]*+\}|[^{};?]*+;?)\s*+"
    r"(?:else\s*+(?P<other>\{[^{}]*+\}|[^{};?]*+;?))?[\s};]*+(?:while\s*+\(\s*+(?:0|false)\s*+\))?[\s;]*+",
    re.DOTALL,
)
_HINT: Final = r"(?:\w{0,40}(?:likely|LIKELY|TRUE|FALSE|expect)\w{0,10}\s{0,40}+\(\s{0,40}+)?"
_DENIED: Final = regex(
    rf"\s{{0,80}}+{_HINT}(?:![\s(]{{0,40}}+(?P<name>\w{{1,60}}+)[\s)]{{0,80}}+"
    rf"|[\s(]{{0,40}}+(?P<same>\w{{1,60}}+)[\s)]{{0,40}}+(?:!=\s{{0,40}}+true|==\s{{0,40}}+(?:false|0))[\s)]{{0,80}}+)"
)
_HELD: Final = regex(rf"\s{{0,80}}+{_HINT}[\s(]{{0,40}}+(?P<name>\w{{1,60}}+)[\s)]{{0,80}}+")
_OTHER_NAME: Final = regex(r"([^\W\d]\w{0,80}+)\s{0,8}+\(([^{};]{1,200})\)[\s;]{0,8}+")
_NOTHING: Final = regex(r"\b(?:false|0)\s*+(?:&&|\?)")  # what follows is not evaluated
_THROWS: Final = regex(r"(?:\A|[;{])[\s(]*+throw\b")
_DEEPEST: Final = 4  # macros in macros
_NESTED: Final = 64  # the same, of what ends the program
_CATCHES: Final = regex(r"\bcatch\b")


class Leaving:
    """known: of the world outside; globs: the user's; macros: what a name may stand for; declared: what files
    declare; failing: macros that call, always or not, what is known never to return."""

    def __init__(
        self,
        known: Lexicon,
        globs: tuple[str, ...],
        declared: Declarations,
        macros: Macros | None,
        failing: Set[str] = frozenset(),
    ) -> None:
        self.known, self.globs, self.declared, self.macros, self.failing = known, globs, declared, macros, failing
        self.answers: dict[tuple[str, str, str, int], bool] = {}
        self.nested = 0
        self.loose: dict[str, bool] = {}
        self.insisted: dict[tuple[str, bool], int] = {}
        self.thrown: dict[tuple[str, int], bool] = {}

    def ends(self, call: Call, meant: str | None = None) -> bool:
        """meant: whom of the outside it calls, by its whole name, "" nobody (a parameter of that name); None: as it is written."""
        if call.kind not in _KINDS or not call.name:
            return False
        if meant is not None:
            return any(
                fnmatchcase(f"{call.receiver}{call.sep}{call.name}", glob) for glob in self.globs
            ) or self.known.ends(meant, call.argc)
        return self._named_ends(call.receiver, call.sep, call.name, call.argc)

    def _named_ends(self, receiver: str, sep: str, name: str, argc: int) -> bool:
        key = (receiver, sep, name, argc)
        if key not in self.answers and self.nested < _NESTED:
            self.nested += 1
            self.answers[key] = self._ends(*key)
            self.nested -= 1
        return self.answers.get(key, False)

    def _ends(self, receiver: str, sep: str, name: str, argc: int) -> bool:
        dotted = f"{receiver}{sep}{name}"
        if self.known.ends(dotted, argc):
            own = (
                self.macros(name) if self.macros and not receiver else []
            )  # a project's macro of that name says what it does
            return self._macro_ends(name, argc) if own else True
        if any(fnmatchcase(dotted, glob) for glob in self.globs):
            return True
        return self.declared.never_returns(receiver, sep, name, argc) or (not receiver and self._macro_ends(name, argc))

    def asserted(self, name: str, fails: bool = False) -> int:
        """Which argument a macro insists on (`x ? (void)0 : fail()`), -1: it is no assertion. A build may leave
        assertions out. fails: what it calls is known to end the program."""
        fails = fails or name in self.failing
        if (name, fails) not in self.insisted:
            self.insisted[name, fails] = -1  # against a cycle
            self.insisted[name, fails] = self._asserted(name, fails)
        return self.insisted[name, fails]

    def _asserted(self, name: str, fails: bool) -> int:
        values = self.macros(name) if self.macros else []
        idle = [value for value in values if not steering(value) and self._idle(value)]
        places = {self._insists(value, fails) for value in values if value not in idle}
        places |= {self._insists(value, fails) for value in idle if _OTHER_NAME.fullmatch(value[2])} - {-1}
        return places.pop() if len(places) == 1 else -1

    def _idle(self, value: tuple[str, ...]) -> bool:
        """Does a definition steer nothing, whatever it is given?"""
        return (
            not steering(value)
            and not _chooses(_NOTHING.sub(" ", value[2]))
            and not self._stands_for_end(value[2], value[5])
        )

    def _insists(self, value: tuple[str, ...], fails: bool) -> int:
        _, params, text, _, _, calls = value
        if other := _OTHER_NAME.fullmatch(text):
            return self._as_other(params, other, fails)
        if test := _TESTED.fullmatch(text):
            return self._fails_else(value, test, fails)
        question, asks, answers = text.partition("?")
        fine, otherwise, _ = answers.partition(":")
        if (
            not asks
            or not otherwise
            or "!" in question.replace("!!", "")
            or "(" in fine.replace("(void)", "").replace("((", "")
        ):
            return -1
        place = len(text[: len(question) + len(fine) + 1].encode())
        names = params.split(",")
        asked = [at for at, name in enumerate(names) if re.search(rf"\b{re.escape(name.strip())}\b", question)]
        ends = any(call.start > place and (fails or self.ends(call)) for call in stored_calls(calls))
        return asked[0] if ends and len(asked) == 1 else -1

    def _as_other(self, params: str, other: re.Match[str], fails: bool) -> int:
        """`#define force(x) insist(x)`: what the other macro insists on, where that is what this one is given."""
        self.nested += 1
        place = self.asserted(other[1], fails) if self.nested < _NESTED else -1
        self.nested -= 1
        names, given = ([each.strip(" ()") for each in listed.split(",")] for listed in (params, other[2]))
        return names.index(given[place]) if 0 <= place < len(given) and given[place] in names else -1

    def _fails_else(self, value: tuple[str, ...], test: re.Match[str], fails: bool) -> int:
        """`if (!(x)) { tell(); abort(); }`, `if (x) {} else abort();`: which argument must hold, -1 where it does not only that."""
        _, params, text, _, _, calls = value
        good, ill = (test["then"], test["other"]) if test["other"] else ("", test["then"])
        denied = _DENIED.fullmatch(test["test"])
        held = _HELD.fullmatch(test["test"])
        form = held if test["other"] else denied
        names = [name.strip() for name in params.split(",")]
        name = next(filter(None, form.groups()), "") if form else ""
        if name not in names or good.strip(" {};") or _chooses(ill):
            return -1
        place = len(text[: test.start("other" if test["other"] else "then")].encode())
        ends = any(call.start >= place and (fails or self.ends(call)) for call in stored_calls(calls))
        return names.index(name) if ends else -1

    def flies(self, name: str, depth: int = 0) -> bool:
        """Does who is called so throw, as it says by its name, or as a macro says by its text?"""
        if not {"throw", "raise"}.isdisjoint(lower(name)):
            return True
        if (name, depth) not in self.thrown:
            values = self.macros(name) if self.macros and depth < _DEEPEST else []
            self.thrown[name, depth] = any(
                _throws(value[2]) or any(self.flies(call.name, depth + 1) for call in stored_calls(value[5]))
                for value in values
            )
        return self.thrown[name, depth]

    def always(self, call: Call) -> str:
        """How a macro never lets go on, in each of its definitions: `raise`, `exit`, "" it does. One that throws is
        written out where it stands."""
        values = self.macros(call.name) if self.macros else []
        throws = [_throws(value[2]) for value in values]
        ends = all(
            throw or self._stands_for_end(value[2], value[5]) for throw, value in zip(throws, values, strict=True)
        )
        return "" if not values or not ends else "raise" if any(throws) else "exit"

    def unsettled(self, call: Call, depth: int = 0) -> bool:
        """Is it a macro of which not every use calls what its replacement, or a macro in that, names?"""
        if call.receiver or not self.macros or depth >= _DEEPEST:
            return False
        if call.name not in self.loose:
            self.loose[call.name] = False  # against a cycle
            values = self.macros(call.name)
            self.loose[call.name] = len(values) > 1 or any(
                _chooses(value[2]) or any(self.unsettled(inner, depth + 1) for inner in stored_calls(value[5]))
                for value in values
            )
        return self.loose[call.name]

    def _macro_ends(self, name: str, argc: int) -> bool:
        """Does a macro stand for something that never returns, whatever its arguments, in each of its definitions?"""
        self.answers["", "", name, argc] = False  # against a cycle
        values = self.macros(name) if self.macros else []
        return bool(values) and all(self._stands_for_end(value[2], value[5]) for value in values)

    def _stands_for_end(self, text: str, calls: str) -> bool:
        if _steers(text):
            return False
        names = {given_back(text), *self._handed_back(text)} - {""}
        if names and not _chooses(text) and all(self._named_ends("", "", name, argc=-1) for name in names):
            return True
        return any(self.ends(call) and not _chosen_at(text, call.start) for call in stored_calls(calls))

    def _handed_back(self, text: str) -> Iterator[str]:
        other, given = handed(text)
        for _, params, replacement, *_ in self.macros(other) if self.macros and other else ():
            yield chosen(params.split(","), replacement, given)


def _chooses(text: str) -> bool:
    return any(found["choice"] for found in _CHOOSES.finditer(text))


def _steers(text: str) -> bool:
    """Does a keyword in it choose, or leave?"""
    return any(found["choice"] not in _OPERATORS for found in _CHOOSES.finditer(text))


def _chosen_at(text: str, place: int) -> bool:
    """Does an operator decide over what stands at a place? One in a statement before it does not: `tell(a ? a : b); exit(1)`.
    place: in bytes."""
    before = text.encode()[:place].decode("utf-8", "replace")
    chosen, around = False, [False]
    for found in _PARTS.finditer(before):
        match found["part"]:
            case "(" | "[" | "{":
                around.append(chosen)
            case ")" | "]" | "}":
                chosen = around.pop() if len(around) > 1 else True
            case ";":
                chosen = around[-1]
            case "?" | "&&" | "||":
                chosen = True
    return chosen


def _throws(text: str) -> bool:
    return _THROWS.search(text) is not None and not _chooses(text) and not _CATCHES.search(text)
