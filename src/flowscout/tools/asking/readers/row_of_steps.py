"""The order of three steps or more: `in what order does A send the name, the password and the type`. Each by its own words, and all in one row or none."""

from __future__ import annotations

import itertools
import re
from typing import Final

from ....llm.english import GLUE
from ....llm.stems import stem
from ....model.identity import path_of
from ....model.pattern import regex
from ....words.names import lower
from ...codes import NO_RESULTS, Failed
from ...conditions import told, under
from ...own import line_at
from ..bystep import doing_so
from ..here import Found, Here, at, functions, joined, label
from ..question.tokens import QuestionToken, one_line
from ..sequence import MOST, NOTE, SequenceStep, steps_of, verdict

_NAME: Final = r"`?(?P<name>[A-Za-z_~][\w.:~]{1,120})(?:\(\))?`?"
_ASKS: Final = (
    regex(rf"(?i)in (?:what|which) order (?:does|do|will|would) {_NAME} (?P<rows>\S.{{5,240}})$"),
    regex(rf"(?i)in (?:what|which) order (?:is|are) (?P<rows>\S.{{5,240}}?) (?:done |\w{{2,20}}ed )?(?:in|inside|within|by) {_NAME}$"),
    regex(rf"(?i)(?:what|which) (?:comes|happens|is done|does {_NAME} do) first,? (?P<rows>\S.{{5,240}})$"),
)  # fmt: skip
_CUT: Final = regex(r",\s{1,3}(?:and |or |then |and then )?| (?:and|or) (?:then )?", re.IGNORECASE)
_WORD: Final = regex(r"[A-Za-z_]\w{1,60}")
LEAST: Final = 3  # fewer are a pair, which is asked in other ways


def row_of_steps(here: Here, question: str) -> Found | Failed | None:
    """None where no such row is asked for; refused where a step is not found, or two of them come in no one order."""
    plain = one_line(question).rstrip("?!. ")
    found = next((found for form in _ASKS if (found := form.match(plain))), None)
    if found is None or "," not in found["rows"] or not found["name"]:
        return None
    phrases = [one.strip() for one in _CUT.split(found["rows"]) if one.strip()]
    first = phrases[0].split()[:1] if phrases else []
    phrases = phrases[:1] + [one if " " in one or not first or not (one.isalpha() and one.islower()) else f"{first[0]} {one}" for one in phrases[1:]] if " " in phrases[0] else phrases  # fmt: skip
    ids = functions(here, QuestionToken("", found["name"], code=True))
    if len(phrases) < LEAST or isinstance(ids, Failed):
        return None
    made = [_told(here, id_, phrases) for id_ in ids]
    good = [one for one in made if isinstance(one, Found)]
    return joined(good, ids) if good else made[0]


def _told(here: Here, id_: str, phrases: list[str]) -> Found | Failed:
    project, name = here.project, label(here.project, id_)
    meant = {one: _meant(here, id_, one) for one in phrases}
    known = "; ".join(f"`{one[:60]}` is `{steps[0].text[:60]}` ({_place(here, id_, steps[0])})" for one, steps in meant.items() if steps)  # fmt: skip
    unseen = [one for one, steps in meant.items() if not steps]
    if unseen:
        near = f". Nearest: {known}" if known else ""
        return Failed(NO_RESULTS, f"I find no step of {name} that is surely `{unseen[0][:60]}`, so I cannot tell the order{near}")  # fmt: skip
    row = sorted(phrases, key=lambda one: min(step.start for step in meant[one]))
    pairs = itertools.pairwise(row)
    if any(verdict(here, id_, meant[one], meant[other]) != "before" for one, other in pairs):
        return Failed(NO_RESULTS, f"In {name} these come in no one order. Nearest: {known}")
    head = f"{', then '.join(f'`{one[:60]}`' for one in row)} (in {name}, where all are done)"
    steps: list[SequenceStep] = [step for one in row for step in meant[one]]
    said = [at(project, id_, f"{name}: `{step.text}`{told(under(project, id_, step.start))}", line_at(project, id_, step.start)) for step in steps]  # fmt: skip
    return Found(
        (at(project, id_, head, said[0].line), *dict.fromkeys(said)),
        (id_,),
        f"{NOTE}, if these are the ones that are meant.",
        weighed=True,
    )


def _meant(here: Here, id_: str, phrase: str) -> list[SequenceStep]:
    """By all of its words; else by what does so and names all that it is done to."""
    found = steps_of(here, id_, phrase)
    if found.sure and found.steps:
        return found.steps
    sole = found.steps if len(found.steps) == 1 else []  # the only one that has the verb
    verb, *rest = [word for word in _WORD.findall(phrase) if word.lower() not in GLUE] or [""]
    wanted = {stem(part) for word in rest for part in lower(word)}
    rows = [SequenceStep(offset, text.partition(": `")[2].rstrip("`")) for offset, text, words in doing_so(here, id_, verb.lower()) if wanted <= words] if wanted else []  # fmt: skip
    if not rows and len(wanted) == 1:  # `pipes` of `clear_pipein`
        one = next(iter(wanted))
        rows = [SequenceStep(offset, text.partition(": `")[2].rstrip("`")) for offset, text, _ in doing_so(here, id_, verb.lower()) if len(one) > 3 and one in text.lower()]  # fmt: skip
    return rows if 0 < len(rows) <= MOST else sole


def _place(here: Here, id_: str, step: SequenceStep) -> str:
    return f"{path_of(id_)}:{line_at(here.project, id_, step.start)}"
