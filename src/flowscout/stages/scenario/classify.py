"""Which type of step each draft becomes, if any, and its words. Conditions and loops are worded elsewhere.

What `actions` found nobody would miss is not drawn; everything else is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ...model import action
from ...model.bound import BoundFunction
from ...model.language import Language
from ...model.pattern import regex
from ...model.sfm import ACTION, DECISION, END, ERROR, STATE_CHANGE
from ...words import english
from ...words.builds import OF_A_BUILD
from ...words.cases import ranges
from ...words.closures import statements
from .draft import NOTHING, Draft

_SILENT: Final = frozenset({"pass", "scope", "label", "break", "continue", "goto"})
_KINDS: Final = {action.MUTATION: STATE_CHANGE, action.IRREVERSIBLE: STATE_CHANGE}
_IN_BRACKETS: Final = regex(r"^(?:#\s*+(?:el)?if\s++)?\(\s*+([^()]++)\)$")
_DEFINED: Final = regex(r"^#?\s*+(?:ifdef\s++|if\s++)?(?:defined\s*+\(?\s*+)?(\w++)\s*+\)?$")
_NOT_DEFINED: Final = regex(r"^#?\s*+(?:ifndef\s++|(?:if\s++)?!\s*+defined\s*+\(?\s*+)(\w++)\s*+\)?$")
_DIRECTIVE: Final = regex(r"^#\s*+(?:el)?if\s++")
_REMARK: Final = regex(r"/\*(?:[^*]|\*(?!/)){0,400}+\*/|//[^\n]*+")
_ASKED: Final = regex(r"(!\s*+)?\bdefined\s*+(?:\(\s*+(\w++)\s*+\)|(\w++))")
_NAMES_ALONE: Final = regex(r"[\w\s&|]++")
_RANGE: Final = regex(r" ?+\.\.\. ?+")  # case 0x60 ... 0x77
_AWAITED: Final = regex(rb"\basync\s++with\b[^:]*+\Z")
_NEAR: Final = 200  # bytes between `async with` and what is entered
_LEFT: Final = {"exit": "exits", "loop": "never returns"}
_ENDED: Final = {"falls": (END, "Done"), "return": (END, "Return"), "raise": (ERROR, "Pass the error on")}


class Classifier:
    def __init__(self, bound: BoundFunction, language: Language) -> None:
        self.bound, self.language = bound, language

    def words(self, draft: Draft, role: str) -> str:
        if draft.action and draft.action.effect:
            return draft.action.effect
        return english.statement(self.bound.read(draft.start, draft.end), role, self.language)

    def classify(self, draft: Draft) -> None:
        if draft.action:
            draft.callees = draft.action.callees
            draft.flags |= {"irreversible"} if draft.action.type == action.IRREVERSIBLE else set()
            draft.flags |= {draft.action.type} & action.RESOURCE
            draft.flags |= {"permission"} if draft.action.type == action.PERMISSION else set()
            draft.flags |= {"acts"} if draft.action.acts else set()
        if draft.op is None:
            draft.kind, draft.words = _ENDED.get(draft.ends, (NOTHING, ""))
        else:
            _BY_KIND[draft.op.kind](self, draft)

    def do(self, draft: Draft) -> None:
        if draft.role in _SILENT or draft.elided:
            return
        draft.kind = _KINDS.get(draft.action.type, ACTION) if draft.action else ACTION
        draft.words = self.words(draft, draft.role)
        draft.later = self.later(draft)
        if draft.role == "declare" and re.fullmatch(r"Declare [\w, ]+", draft.words):
            draft.words = english.expression(self.bound.read(draft.start, draft.end).rstrip("; "), self.language)

    def later(self, draft: Draft) -> tuple[str, ...]:
        made = statements(self.bound.read(draft.start, draft.end), self.language)
        return made if len(made) > (draft.role != "define") else ()

    def leave(self, draft: Draft) -> None:
        error = draft.action.error if draft.action else draft.is_op("raise")
        draft.kind = ERROR if error else END
        draft.words = self.words(draft, draft.op.kind if draft.op else "")
        if draft.is_op("call-noreturn") and (how := self.left(draft)):
            draft.words += f" {how}" if draft.words.endswith(")") else f" ({how})"

    def left(self, draft: Draft) -> str:
        """How a call of the project, or one declared so, never comes back."""
        how = next((how for start, how in self.bound.ends if draft.start <= start < draft.end), "")
        kind, _, raised = how.partition(" ")
        if kind == "raise":
            return f"{'throws' if self.language.name == 'cpp' else 'raises'} {raised}".rstrip()
        return _LEFT.get(kind, "") or ("never returns" if self.own(draft) else "")

    def own(self, draft: Draft) -> bool:
        """Is it said of the call, and nowhere known what it does instead?"""
        made = [call for call in self.bound.calls if draft.start <= call.start < draft.end]
        ending = [call for call in made if call.start in self.bound.noreturn]
        known = self.language.lexicon
        return bool(ending) and not any(known.ends(f"{c.receiver}{c.sep}{c.name}", c.argc) for c in ending)

    def enter(self, draft: Draft) -> None:
        if not draft.elided:
            draft.kind = STATE_CHANGE if "irreversible" in draft.flags else ACTION
            draft.words = self.words(draft, "enter")
            if _AWAITED.search(self.bound.text, max(0, draft.start - _NEAR), draft.start):
                draft.words = f"Async {draft.words[:1].lower()}{draft.words[1:]}"

    def opaque(self, draft: Draft) -> None:
        draft.kind, draft.flags = ACTION, draft.flags | {"opaque"}
        draft.words = "Not understood: " + " ".join(self.bound.read(draft.start, draft.end).split())

    def switch(self, draft: Draft) -> None:
        draft.kind = DECISION
        subject = english.expression(self.bound.read(draft.start, draft.end), self.language)
        draft.words = f"Which {subject}?"
        draft.ways = [way._replace(label=self.case(way.label, way.kind)) for way in draft.ways]

    def case(self, label: str, kind: str) -> str:
        if kind == "default":
            return "otherwise"
        parts = [part.partition(OF_A_BUILD) for part in _split(label)]
        values = [english.expression(written, self.language) for written, _, _ in parts]
        values = values if self.language.name == "python" else [_RANGE.sub("–", value) for value in values]
        builds = [_in_builds(built) for _, _, built in parts]
        if len(set(builds)) > 1:
            values, builds = [f"{value}{built}" for value, built in zip(values, builds, strict=True)], [""]
        told = ", ".join(values) if self.language.name == "python" else ranges(values)
        return f"{told}{''.join(builds[:1])}"

    def told(self, draft: Draft) -> None:
        """Draw what was elided."""
        draft.kind, draft.words = ACTION, self.words(draft, draft.role)

    def variant(self, draft: Draft) -> None:
        """One condition reads as a question, several as the choice of a build."""
        draft.kind = DECISION
        ways = [way for way in draft.ways if way.kind == "case"]
        asked = defined(ways[0].label) if len(ways) == 1 else ""
        if asked:
            asked, no = _positive(asked)
            draft.words = f"Built with {asked}?"
            draft.ways = [way._replace(label="yes" if (way.kind == "case") != no else "no") for way in draft.ways]
        else:
            draft.words = "Which build?"
            draft.ways = [way._replace(label=defined(way.label) or "otherwise") for way in draft.ways]

    def nothing(self, draft: Draft) -> None:
        draft.kind = NOTHING


def _in_builds(built: str) -> str:
    """Of a value that is only there in some builds: " (built with HAS_TWO)"."""
    asked, no = _positive(defined(f"#if {built}")) if built else ("", False)
    return f" (built {'without' if no else 'with'} {asked})" if built else ""


def defined(condition: str) -> str:
    """`#ifdef WITH_TLS`, `#if defined(WITH_TLS)` → "WITH_TLS"; `#ifndef X` → "not X"; of other conditions the code, in
    words."""
    text = " ".join(word for word in _REMARK.sub(" ", condition).split() if word != "\\")  # a line goes on behind it
    if bare := _IN_BRACKETS.match(text):
        text = bare[1].rstrip()
    if match := _NOT_DEFINED.match(text):
        return f"not {match[1]}"
    match = _DEFINED.match(text)
    if match and ("def" in text.split(match[1])[0]):
        return match[1]
    code = _DIRECTIVE.sub("", text)
    text = _ASKED.sub(lambda it: f"{'not ' if it[1] else ''}{it[2] or it[3]}", code)
    if _NAMES_ALONE.fullmatch(text):
        return text.replace("&&", "and").replace("||", "or")
    return _ASKED.sub(lambda it: f"{'!' if it[1] else ''}{it[2] or it[3]}", code)


def _positive(asked: str) -> tuple[str, bool]:
    """The names that a build has, those that it lacks behind them; and whether the question is turned round: `not A and not B` asks of
    `A or B`."""
    for joint, other in ((" and ", " or "), (" or ", " and ")):
        terms = asked.split(joint)
        if other in asked or "(" in asked:
            continue
        lacks = [term for term in terms if term.startswith("not ")]
        if len(lacks) == len(terms):
            return other.join(term.removeprefix("not ") for term in terms), True
        return joint.join([*[term for term in terms if term not in lacks], *lacks]), False
    return asked, False


def _split(label: str) -> list[str]:
    """A case's values; commas inside brackets and quotes are not between values."""
    return re.findall(
        r"""(?:[^,("'\[{]|\([^)]{0,300}\)|(?<!\\)(?:"(?:[^"\\]++|\\.)*+"|'(?:[^'\\]++|\\.)*+')|\[[^]]{0,300}\]|\{[^}]{0,300}\}|[("'\[{])++""",
        label,
    )


_BY_KIND: Final[dict[str, Callable[[Classifier, Draft], None]]] = {
    "do": Classifier.do,
    "assert": Classifier.do,
    "return": Classifier.leave,
    "raise": Classifier.leave,
    "call-noreturn": Classifier.leave,
    "enter": Classifier.enter,
    "opaque": Classifier.opaque,
    "switch": Classifier.switch,
    "variant": Classifier.variant,
    "leave": Classifier.nothing,
    "catch": Classifier.nothing,
    "test": Classifier.nothing,
    "each": Classifier.nothing,
}
