"""The steps and conditions of a function with their ids, as a sentence and the claims beside it are held against them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from ..model.pattern import regex
from .clauses import ClauseWord
from .deeds import Deed, Under, apart, done
from .english import words
from .ground import GroundEvidence
from .nearby import NearText, meant, of_condition, of_step, read_aloud
from .returned import returned_values
from .scopes import TextScope, fits, scope_of, values_of
from .stems import negates, plain, stem, stems
from .talking import talks

_SHOWN: Final = 160  # characters of a step's code
_TEXT: Final = regex(r"\"[^\"]*\"|'[^']*'")
_NAMED: Final = regex(r"(?<![\w(])[A-Za-z_]\w*+(?!\()")
_TYPES: Final = words(
    "char int const static void struct unsigned long short double float bool auto string std self this return size_t new delete"
)
_BARE: Final = ("Return", "Leave the loop", "Go on with the next")


class Facts:
    """What a sentence is held against. told: lines about called functions, each `name: …`. general: words of the whole function, its comments too."""

    def __init__(
        self,
        deeds: Sequence[Deed],
        told: Sequence[str],
        name: str,
        general: str,
        given: Sequence[tuple[str, str]] = (),
        doc: str = "",
    ) -> None:
        deeds = returned_values([_plainly(deed) for deed in deeds])
        shown = [deed for deed in deeds if deed.said != "Do nothing" and not deed.said.startswith("Declare ")]
        self.declared = frozenset(
            name for deed in deeds if deed.said.startswith("Declare ") for name in re.findall(r"\w+", deed.code)
        )
        self.still = [deed for deed in deeds if deed.said == "Do nothing"]
        self.steps = {f"S{deed.place}": deed for deed in shown}
        conditions = dict.fromkeys(under for deed in shown for under in deed.under)
        self.conditions = {f"C{at}": under for at, under in enumerate(conditions, 1)}
        self.name, self.told, self._names = name, told, meant(deeds, given) | {"return": dict(given).get("", "")}
        self._values = values_of(list(deeds), tuple(given))
        self.general = stems(f"{name} {doc} {general}")
        self.general_name = stems(name)
        self.notes: dict[Under, list[str]] = {}
        for deed in deeds:
            for under in deed.under[:1] if deed.note and (deed.said or deed.code) else ():
                self.notes.setdefault(under, []).append(deed.note)
        commented = stems(" ".join(deed.note for deed in deeds))
        self.unplaced = stems(f"{name} {doc}") | (
            self.general - commented
        )  # said of the whole, not where an arm begins
        self.doc = stems(doc)
        aim = re.split(r"(?<=[.;])\s|\n", doc)[0]
        plainly = [] if any(map(negates, plain(aim))) else re.findall(r"(?:^\W*|\band )([A-Za-z]+)(?![\w`(])", aim)
        self.aimed = frozenset(map(stem, plainly))  # what the author says first that it does
        self.sentences = tuple(s for s in re.split(r"(?<=[.;!?])\s+|\n\s*\n", doc) if s.strip())
        self.short_names = frozenset(
            name.lower()
            for deed in shown
            for name in re.findall(r"(?<![\w.>])[A-Za-z]{2,3}(?![\w(])", _TEXT.sub(" ", deed.code))
        ) - {"is", "in", "if", "as", "or", "do", "not", "and", "for", "int", "new", "std"}
        self.parameters = tuple(one for one, _ in given if one)
        self.given = stems(" ".join(one for one, _ in given))
        self.text = " ".join((doc, general, *(deed.code for deed in shown)))
        self.named = frozenset(
            one
            for deed in shown
            for one in stems(" ".join(name for name in _NAMED.findall(_TEXT.sub(" ", deed.code)) if name not in _TYPES))
        ) | stems(" ".join(one for one, _ in given))
        self.every_kind = frozenset(kind for deed in shown for kind in done(deed).kinds)
        self.met = Under("", "", True)  # the condition that was found last
        self._scopes: dict[str | Under, TextScope] = {}

    def around(self, under: Under) -> frozenset[str]:
        """Words of what is written in the arm of a condition."""
        return stems(" ".join(self.notes.get(under, ())))

    def below(self, deed: Deed) -> list[str]:
        """What is told of the functions that a step calls."""
        called = set(re.findall(r"(?<!\w)(\w++)\s*+\(", deed.code))
        return [
            line
            for line in self.told
            if re.split(r"::|\.", line.partition(":")[0] if "::" not in line else line.split(": ")[0])[-1].split("(")[0]
            in called
        ]

    def scope(self, id_: str) -> TextScope:
        """The words of a step."""
        if id_ not in self._scopes:
            deed = self.steps[id_]
            near = of_step(deed, self.below(deed), self._names)
            made = scope_of(
                near,
                f"{deed.said}\n{deed.code}",
                self._values,
                frozenset(one for line in self.below(deed) for one in stems(line)),
            )
            if talks(deed):
                made = made._replace(own=made.own | {stem("message")})
            if deed.said in _BARE:
                for under in deed.under:
                    made = made.joined(self.scope_of(under))
            self._scopes[id_] = made
        return self._scopes[id_]

    def scope_of(self, under: Under) -> TextScope:
        """The words of a condition."""
        if under not in self._scopes:
            made = scope_of(of_condition(under, self._names), f"{under.text}\n{under.code}", self._values)
            texts = " ".join(
                one or other
                for deed in self.steps.values()
                if deed.under
                and under in deed.under[:1]
                and (deed.said.startswith(_TELLING) or "error" in deed.code.lower())
                for one, other in _QUOTED.findall(deed.code)
            )
            self._scopes[under] = made._replace(far=made.far | stems(texts))  # what is said where it is so
        return self._scopes[under]

    def typed(self, name: str) -> str:
        return self._values.get(name, "")

    def gives(self, deed: Deed) -> bool:
        """Whether a step sets what the function returns by its plain name."""
        name = re.match(r"\s*(?:[\w:<>*&]+\s+)?\*?(\w+)\s*=(?!=)", deed.code)
        return (
            bool(name)
            and not (name is not None and _NOTHING.search(deed.code) and self._refused(name[1], deed.place))
            and any(
                re.fullmatch(rf"return \(?{re.escape(name[1])}\)?;?", other.code.strip())
                for other in self.steps.values()
            )
            if name
            else False
        )

    def _refused(self, name: str, place: int) -> bool:
        """Whether a guard behind a place leaves where a name is nothing."""
        asks = re.compile(rf"(?:not |!)\s*{re.escape(name)}|{re.escape(name)} (?:is None|== (?:None|NULL|nullptr|0))")
        return any(
            d.place > place
            and d.said.startswith(_LEAVING)
            and any(u.holds and asks.fullmatch(u.code.strip()) for u in d.under)
            for d in self.steps.values()
        )

    def noted_failure(self, under: Under) -> bool | None:
        """Whether an arm is that of a failure, by what its author writes where one of them begins."""
        for arm, answer in ((under, True), (under._replace(holds=not under.holds), False)):
            if any(_SAID_TO_FAIL.search(note) and not _ASKED.search(note) for note in self.notes.get(arm, ())):
                return answer
        return None

    def fails(self, under: Under) -> bool | None:
        """Whether an arm is that of a failure, by how it leaves: None where neither arm says."""
        for arm, answer in ((under, True), (under._replace(holds=not under.holds), False)):
            if any(
                arm in d.under[:1] and (_FAILED.search(d.code) or d.said.startswith(("Raise", "Throw")))
                for d in self.steps.values()
            ):
                return answer
        if (noted := self.noted_failure(under)) is not None:
            return noted
        for arm, answer in (
            (under, True),
            (under._replace(holds=not under.holds), False),
        ):  # `goto out` to such a return
            ends = [d for d in self.steps.values() if arm in d.under and d.said.startswith("Return")]
            if ends and all(_FAILED.search(d.code) for d in ends):
                return answer
        return None

    def ends_badly(self, id_: str) -> bool:
        """Whether the first return behind a step, that it leads to, is that of a failure; or the step itself."""
        deed = self.steps[id_]
        returns = [d for d in self.steps.values() if d.said.startswith("Return")]
        behind = (
            deed if deed in returns else next((d for d in returns if d.place > deed.place and not apart(deed, d)), None)
        )
        if behind is None:
            return False
        given = {d.code.strip(" ;").removeprefix("return").strip(" ()") for d in returns}
        own = behind.code.strip(" ;").removeprefix("return").strip(" ()")
        return bool(_FAILED.search(behind.code)) or (own in ("0", "false") and bool(given & {"1", "true", "TRUE"}))

    def made_here(self, deed: Deed) -> bool:
        """Whether what a step is given was set before in this function, or is called new."""
        names = re.findall(r"[A-Za-z_]\w*", deed.code.partition("(")[2])
        return bool(re.search(r"(?i)(?<![a-z])n(?:ew|ext)|tmp|temp|dup|copy", deed.code)) or any(
            re.match(rf"\s*+(?:[\w:<>]++[\s*&]++){{0,12}}{re.escape(name)}\s*+=(?!=)[^(]*+\(", other.code)
            for name in names
            for other in self.steps.values()
            if other.place < deed.place
        )

    def feeds(self, first: str, second: str) -> bool:
        """Whether a step uses what an earlier one sets."""
        set_to = re.match(r"\s*+(?:[\w:<>]++[\s*&]++){0,12}([A-Za-z_]\w*+)\s*+=(?!=)", self.steps[first].code)
        return (
            bool(set_to) and bool(re.search(rf"(?<!\w){re.escape(set_to[1])}(?!\w)", self.steps[second].code))
            if set_to
            else False
        )

    def comes_to(self, first: str, second: str) -> bool:
        """Whether the function is not surely left behind a step before another is reached: `fclose(f); exit(0);` in an arm of its own."""
        one, other = self.steps[first], self.steps[second]
        return any(not u.code for u in other.under) or not any(
            end.said.startswith(_ENDING)
            and end is not other
            and one.place < end.place < other.place
            and set(end.under) <= set(one.under)
            and not set(end.under) <= set(other.under)
            for end in self.steps.values()
        )

    def kinds(self, id_: str) -> frozenset[str]:
        return done(self.steps[id_]).kinds

    def alternatives(self, id_: str) -> list[Under]:
        """The conditions of a step that chooses between two values, either way; true and false of a truth that is returned."""
        deed = self.steps[id_]
        found = _CHOICE.search(deed.code) or _CHOICE_PY.search(deed.code)
        code = found["asks"].strip(" (") if found else ""
        if not found and (truth := _TRUTH.fullmatch(deed.code.strip(" ;"))):
            code = truth[1].strip()
        return [Under(code, code, True), Under(code, code, False)] if code else []

    def passed(self, id_: str, last: bool = False) -> list[Under]:
        """Conditions that let a step be reached: their other arm ended the function before it. last: of the last of such guards."""
        deed, found = self.steps[id_], list[Under]()
        if not all(
            u.loop
            or any(
                u._replace(holds=not u.holds) in other.under and other.said.startswith(_LEAVING)
                for other in self.steps.values()
                if other.place < deed.place
            )
            for u in deed.under
        ):
            return []
        for other in self.steps.values():
            if (
                other.place >= deed.place
                or not other.said.startswith(_LEAVING)
                or any(u in deed.under for u in other.under)
                or self._handled(other, deed)
            ):
                continue
            deciding = [u for u in other.under if u.code and not u.loop]
            if len(deciding) == 1 or all(u in other.loosely for u in deciding):
                found = ([] if last else found) + [u._replace(holds=not u.holds) for u in deciding]
        return found

    def _handled(self, leaving: Deed, deed: Deed) -> bool:
        """Whether a handler lets a step be reached that what is left before would let nobody reach: `try: f(); return; except E: pass; g()`."""
        caught = [
            d
            for d in self.steps.values()
            if leaving.place < d.place < deed.place
            and any(not u.code and not u.loop for u in d.under)
            and [u for u in d.under if u.code] == [u for u in leaving.under if u.code]
        ]
        return bool(caught) and not any(d.said.startswith(_LEAVING) for d in caught)

    def own_reason(self, id_: str) -> bool:
        """Whether an error is raised under a condition of its own: that an earlier guard let it pass is no reason for it."""
        deed = self.steps[id_]
        return deed.said.startswith(("Raise", "Throw")) and bool(
            deed.under and deed.under[0].code and not deed.under[0].loop
        )

    def siblings_of(self, ids: Sequence[str]) -> list[Deed]:
        """Other steps that call the same, or return as these do."""
        kinds = {_sort(self.steps[id_]) for id_ in ids}
        return [deed for id_, deed in self.steps.items() if id_ not in ids and _sort(deed) in kinds]

    def rivals_of(self, ids: Sequence[str]) -> list[Deed]:
        """Other steps that set the same field as these."""
        fields = {_sets(self.steps[id_]) for id_ in ids} - {""}
        return [deed for id_, deed in self.steps.items() if id_ not in ids and _sets(deed) in fields]

    def arm(self, id_: str, holds: bool) -> tuple[frozenset[str], frozenset[str]]:
        """Of a step that chooses between two values: the words that only the value of this arm has, and those that only the other has."""
        code = self.steps[id_].code
        if found := _CHOICE.search(code):
            one, other = found["one"], found["other"]
        elif found := _CHOICE_PY.search(code):
            one, other = re.split(r"=(?!=)|\breturn\b|\(", code[: found.start()])[-1], code[found.end() :]
        elif _TRUTH.fullmatch(code.strip(" ;")):
            return (_TRUE, _FALSE) if holds else (_FALSE, _TRUE)
        else:
            return frozenset(), frozenset()
        sides = [scope_of(NearText(stems(text), frozenset(), text), text, self._values) for text in (one, other)]
        known = [side.known - stems(found["asks"]) | read_aloud(side.raw) for side in sides]
        first, second = known if holds else known[::-1]
        return first - second, second - first

    def hears(self, word: ClauseWord) -> bool:
        return any(fits(word.small, self.scope(id_)) or stem(word.text) in self.scope(id_).known for id_ in self.steps)


_SUFFIXED: Final = regex(
    r"(?<![\w.])(?:\((?:s?size_t|ssize_t|int|long|unsigned|u?int\d{1,2}_t)\)\s?)?(\d{1,20})(?:[uU][lL]{0,2}|[lL]{1,2}[uU]?)(?!\w)"
)


def _plainly(deed: Deed) -> Deed:
    """With numbers as they are said: `0` of `0U` and `(size_t) 0U`."""
    if not deed.under and not _SUFFIXED.search(deed.code):
        return deed
    under, loosely = (
        tuple(u._replace(text=_SUFFIXED.sub(r"\1", u.text), code=_SUFFIXED.sub(r"\1", u.code)) for u in row)
        for row in (deed.under, deed.loosely)
    )
    return deed._replace(code=_SUFFIXED.sub(r"\1", deed.code), under=under, loosely=loosely)


def _sets(deed: Deed) -> str:
    found = re.match(r"\s*((?:self\.|this->|\w+->|\w+\.)\w+)\s*=(?!=)", deed.code)
    return found[1] if found else ""


def _sort(deed: Deed) -> str:
    called = re.search(r"(?<!\w)([A-Za-z_]\w*+)\s*+\(", deed.code)
    return "return" if deed.said.startswith("Return") else called[1] if called else f" {deed.place}"


_LEAVING: Final = ("Return", "Raise", "Throw", "Abort", "Assert")
_ENDING: Final = ("Return", "Raise", "Throw", "Abort", "Exit")


_CHOICE: Final = regex(
    r"(?:return|[(,]|(?<![=!<>])=(?!=))\s*+(?P<asks>[^?:;]{1,160}+)\?(?P<one>[^?]{1,200}?)(?<!:):(?!:)(?P<other>[^?;,]{1,200})"
)
_CHOICE_PY: Final = regex(r"\bif (?P<asks>[^:]{1,160}?) else\b")


_NOTHING: Final = regex(r"=\s*(?:None|NULL|nullptr|0)\s*;?$")
_FAILED: Final = regex(
    r"^return \(?(?:-\s{0,3}\w{1,60}|NULL|nullptr|None|false|False|\w{0,40}?(?:ERR|FAIL|INVALID)\w{0,40})\)?;?$|^goto \w{0,40}?(?:err|fail|out|bad)"
)
_SAID_TO_FAIL: Final = regex(r"(?i)\b\w{1,60}(?:\(\))? (?:has |have )?failed\b")
_ASKED: Final = regex(r"(?i)\b(?:if|whether|unless|until|when|not|never|nothing|none|no)\b|n't\b|\?")
_TELLING: Final = ("Raise", "Throw", "Log", "Abort", "Warn")
_QUOTED: Final = regex(r"\"([^\"\\]{4,200})\"|'([^'\\]{4,200})'")
_TRUTH: Final = regex(
    r"return\s{1,3}(?=!|not |[^;]{1,120}?(?:[=!<>]=|&&|\|\|| and | or | in | is |[<>]))\(?([^;]{1,300}?)\)?;?"
)
_TRUE, _FALSE = frozenset({stem("true"), stem("success")}), frozenset({stem("false"), stem("failure")})


def facts_of(evidence: GroundEvidence) -> Facts:
    name = evidence.lines[0] if evidence.lines else ""
    doc = next((line for line in evidence.told[1:2]), "")
    general = " ".join((*evidence.aside, *(type_ for _, type_ in evidence.names)))
    return Facts(evidence.deeds, evidence.told, name, general, evidence.names, doc)


def shown(facts: Facts, most: int) -> dict[str, list[Mapping[str, object]]]:
    """The first steps and their conditions with their ids, as a model sees them."""
    first = list(facts.steps.items())[:most]
    under_these = {under for _, deed in first for under in deed.under}
    ids = {under: id_ for id_, under in facts.conditions.items() if under in under_these}
    steps: list[Mapping[str, object]] = [
        {"id": id_, "does": deed.said or "asks", "code": deed.code[:_SHOWN], "under": [ids[u] for u in deed.under]}
        for id_, deed in first
    ]
    conditions: list[Mapping[str, object]] = [
        {
            "id": id_,
            "asks": under.code or under.text,
            "answer": "each"
            if under.loop and under.holds
            else "over"
            if under.loop
            else "yes"
            if under.holds or not under.code
            else "no",
        }
        for under, id_ in ids.items()
    ]
    return {"own_steps": steps, "conditions": conditions}
