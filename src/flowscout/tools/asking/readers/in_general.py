"""What a function does where anything in it goes wrong, nothing being named that does: `what does A do on error`, `how does A handle errors`.

Each of its calls that is tested or caught, with what is done where it fails.
"""

from __future__ import annotations

from typing import Final

from ....model.action import EXIT
from ....model.facts import Call
from ....model.pattern import regex
from ....words.names import lower, matches
from ..arms import AskedArm, arms
from ..failed_step import NOTE, FailedSite, named_functions, told_site
from ..here import MOST, Found, Here
from ..question.tokens import one_line, whole

_WRONG: Final = (
    r"(?:(?:there(?:'s| is| are)|it (?:gets|hits|meets|sees)) )?(?:an? |any )?(?:errors?|failures?)(?: (?:occurs?|happens?|comes up))?"
    r"|(?:something|anything|it)(?: in it)? (?:fails|goes wrong|errors)"
)
_IN: Final = r"(?P<where>\S{2,120}?)(?:\(\))?"
_ASKS: Final = tuple(
    regex(rf"(?i)^{form}$")
    for form in (
        rf"what (?:does|do|will|would) {_IN} do (?:on|upon|after|if|when|once|in case of) (?:{_WRONG})",
        rf"what happens (?:in|inside) {_IN} (?:on|upon|after|if|when|once|in case of) (?:{_WRONG})",
        rf"what happens (?:on|upon|after|if|when|once|in case of) (?:{_WRONG}) (?:in|inside) {_IN}",
        rf"how (?:does|do) {_IN} (?:handle|treat|deal with|react to|respond to|report|signal|tell|indicate) (?:any |its |all )?(?:errors?|failures?)",
    )
)
EACH: Final = 2  # steps of one call
FEW: Final = 3  # functions of one name


def in_general(here: Here, question: str) -> Found | None:
    """None where no such thing is asked, no function is named, or nothing in it looks at what goes wrong."""
    plain = one_line(question).rstrip("?!. ")
    asked = next((found for form in _ASKS if (found := form.match(plain))), None)
    ids = named_functions(here, asked["where"].strip("`").removesuffix("()")) if asked and whole(asked["where"]) else []
    sites = [site for id_ in ids[:FEW] for site in _sites(here, id_)]
    said = list(dict.fromkeys(line for one in sites for line in told_site(here, one, EACH)))
    if not said or len(ids) > FEW:
        return None
    cut = f"{MOST} of {len(said)} lines are shown. " if len(said) > MOST else ""
    note = f"{cut}What its calls give or raise, where that is tested or caught; {NOTE.partition('; ')[2]}"
    return Found(tuple(said), tuple(ids), note, weighed=True)


def _sites(here: Here, id_: str) -> list[FailedSite]:
    calls = [call for call in here.project.functions[id_].facts.calls if call.kind == "call"]
    sites = [FailedSite(1.0, id_, call, kept) for call in calls if (kept := _failing(here, id_, call))]
    return [one for one in sites if not any(other.call.start <= one.call.start < one.call.end < other.call.end for other in sites)]  # fmt: skip


def _failing(here: Here, id_: str, call: Call) -> tuple[AskedArm, ...]:
    """Where it is caught, or left with an error; what only asks does not fail."""
    lexicon = here.project.functions[id_].language.lexicon
    if matches(call.name, lexicon.pure) or set(lower(call.name)[:1]) & set(lexicon.predicates):
        return ()
    return tuple(one for one in arms(here.project, id_, call) if one.caught or any(each.error or each.type == EXIT for each in one.steps))  # fmt: skip
