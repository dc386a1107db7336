"""A sentence in parts as a model gives it, and the steps and conditions with ids that the parts name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from .deeds import Deed
from .english import words
from .ground import Evidence
from .nearby import Near, meant, of_condition, of_step
from .stems import stems

_SHOWN: Final = 160  # characters of a step's code
_TEXT: Final = re.compile(r"\"[^\"]*\"|'[^']*'")
_NAMED: Final = re.compile(r"(?<![\w(])[A-Za-z_]\w*+(?!\()")
_TYPES: Final = words("char int const static void struct unsigned long short double float bool auto string std self this return size_t new delete")
_BARE: Final = ("Return", "Leave the loop", "Go on with the next")


class Part(NamedTuple):
    """text: some words of the sentence. claim: one of KIND. ids: of steps and conditions, as they were given."""

    text: str
    claim: str
    ids: tuple[str, ...] = ()


class Facts:
    """What the parts are held against. told: lines about called functions, each `name: …`. general: words of the whole function."""

    def __init__(self, deeds: Sequence[Deed], told: Sequence[str], name: str, general: str, given: Sequence[tuple[str, str]] = ()) -> None:
        shown = [deed for deed in deeds if deed.said != "Do nothing" and not deed.said.startswith("Declare ")]
        self.steps = {f"S{deed.place}": deed for deed in shown}
        conditions = dict.fromkeys(under for deed in shown for under in deed.under)
        self.conditions = {f"C{at}": under for at, under in enumerate(conditions, 1)}
        self.name, self.told, self._names = name, told, meant(deeds, given) | {"return": dict(given).get("", "")}
        self.general = stems(f"{name} {general}")
        self.named = frozenset(one for deed in shown for one in stems(" ".join(name for name in _NAMED.findall(_TEXT.sub(" ", deed.code)) if name not in _TYPES))) | stems(" ".join(one for one, _ in given))

    def below(self, deed: Deed) -> list[str]:
        """What is told of the functions that a step calls."""
        called = set(re.findall(r"(?<!\w)(\w++)\s*+\(", deed.code))
        return [line for line in self.told if re.split(r"::|\.", line.partition(":")[0] if "::" not in line else line.split(": ")[0])[-1].split("(")[0] in called]

    def beside(self, ids: Sequence[str]) -> str:
        """The code of the other steps."""
        return "\n".join(deed.code for id_, deed in self.steps.items() if id_ not in ids)

    def near(self, id_: str) -> Near:
        if id_ in self.steps:
            deed = self.steps[id_]
            near = of_step(deed, self.below(deed), self._names)
            if deed.said not in _BARE:
                return near
            under = [of_condition(each, self._names) for each in deed.under]
            return Near(near.own.union(*(each.own for each in under)), near.far.union(*(each.far for each in under)), "\n".join((near.raw, *(each.raw for each in under))))
        return of_condition(self.conditions[id_], self._names)


def joined(parts: Sequence[Part]) -> str:
    """The sentence: its parts one after the other."""
    return re.sub(r"(?<!\s)\s++(?=[,.;:!?])", "", " ".join(part.text.strip() for part in parts if part.text.strip()))


def facts_of(evidence: Evidence) -> Facts:
    name = evidence.lines[0] if evidence.lines else ""
    doc = next((line for line in evidence.told[1:2]), "")
    return Facts(evidence.deeds, evidence.told, name, f"{doc} {' '.join(f'{one} {type_}' for one, type_ in evidence.names)}", evidence.names)


def shown(facts: Facts, most: int) -> dict[str, list[Mapping[str, object]]]:
    """The first steps and their conditions with their ids, as a model sees them."""
    first = list(facts.steps.items())[:most]
    under_these = {under for _, deed in first for under in deed.under}
    ids = {under: id_ for id_, under in facts.conditions.items() if under in under_these}
    steps: list[Mapping[str, object]] = [
        {"id": id_, "does": deed.said or "asks", "code": deed.code[:_SHOWN], "under": [ids[u] for u in deed.under]} for id_, deed in first
    ]
    conditions: list[Mapping[str, object]] = [
        {"id": id_, "asks": under.code or under.text, "answer": "each" if under.loop and under.holds else "over" if under.loop else "yes" if under.holds or not under.code else "no"}
        for under, id_ in ids.items()
    ]
    return {"own_steps": steps, "conditions": conditions}
