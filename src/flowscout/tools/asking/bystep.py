"""What a function does in words that no form knows: its own steps that do so, by their words and calls, each with what decides over it.
No yes and no no: what is not named so is not seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ...agents.said import Cited
from ...llm.claims.thesaurus import alike
from ...llm.clauses import pieces
from ...llm.deeds import Deed, Under, done, wide
from ...llm.doings import acting
from ...llm.english import GLUE
from ...llm.nearby import read_aloud
from ...llm.saying import agrees
from ...llm.stems import ADVERSE_STEMS, PRESENT_STEMS, kinds_of, stem, stems
from ...model import action
from ...model.pattern import regex
from ...words.names import lower
from ..codes import NO_RESULTS, Failed
from ..conditions import AskedCondition, told, under
from ..fitting import VERBS
from ..own import line_at
from . import failing
from .closures import made_in
from .here import Found, Here, at, each, each_method, joined, label, own_types
from .question.asked import Asked
from .question.sought import WRONG
from .sizes import asks_size
from .verbs import KEYWORD
from .weighing import Weighing, asserted

_CALL: Final = regex(r"\w\(")
_FIELD: Final = regex(r"[*&(]{0,3}[\w>)\]-]{1,80}(?:\.|->|\[)[\w.>\[\]()-]{1,120} ?[-+|&]?=(?!=)")  # what is set
_SET_BY: Final = regex(
    r"(?:[\w:<>]{1,80}[\s*&]{1,4}){0,4}([\w.>-]{1,120}) ?=(?!=) ?(?:\([\w\s*]{1,60}\) ?)?(?:await )?([\w.:>-]{1,120})\("
)
_UP, _DOWN = regex(r"\+\+|\+=(?!=)"), regex(r"--|-=(?!=)")
_LITERAL: Final = regex(r"(?<![\w\"'])[rbfu]{0,2}(?:\"[^\"\n]{0,400}\"|'[^'\n]{0,400}')")
_COUNTS: Final = {stem(verb): sign for verbs, sign in (("increment increase bump", _UP), ("decrement decrease", _DOWN)) for verb in verbs.split()}  # fmt: skip
_NAMES: Final = regex(r"[A-Za-z_]\w*(?:(?:\.|->)\w+)*")
_OPENED: Final = regex(
    r"(?:^|\s)(?:when|if|once|unless|while)\s"
)  # a condition, which is not what is done something to
_EACH: Final = regex(r"\s(?:for|on|in|with) (?:each|every|all|any)\s")
_BARE_CALL: Final = regex(r"!?\s?[\w.:>-]{1,200}\(.{0,400}\)")  # in C 0 may be success, or failure
_FAILING: Final = frozenset(map(stem, ("fails", "failed", "failing", "failure", "succeeds", "works")))
_DENIED: Final = regex(r"(?i)\b(?:not|no|without|cannot|never)\b|n't\b")
_IN_VAIN: Final = regex(
    r"(?i)\b(?:cannot|can't|can not|could not|couldn't|unable to|fails? to) "
)  # that it has not been done says not that it failed
FEW: Final = 2  # words of what is asked for that a step has to name, or more than half of them
LONGEST: Final = 120  # characters of a step
_LEADING: Final = regex(r"(?i)(?:(?:this|it) )?([a-z]{2,30})\b")
LITTLE: Final = frozenset(
    ["twice", "again", "once", "still", "already", "ever", "it", "something", "anything", "nothing", "thing", "things"]
)


def by_step(here: Here, asked: Asked) -> Found | Failed:
    """`when does A add it to the schedule`: the steps of A that add, those first that name what it is done to."""
    return each_method(here, asked.names["A"], lambda id_: steps(here, id_, asked.names["V"].raw.lower(), asked.rest))


def steps(here: Here, id_: str, verb: str, rest: str) -> Found | Failed:
    thing = _EACH.split(_OPENED.split(rest, maxsplit=1)[0], maxsplit=1)[0]
    wanted = frozenset(stem(word) for word in re.findall(r"[A-Za-z]+", thing) if word.lower() not in GLUE | LITTLE)
    rows = list(_doing(here, id_, verb, aloud=False)) or list(_doing(here, id_, verb, aloud=True))
    meant = ""
    for other in sorted(alike(stem(verb)) - {stem(verb)}) if wanted and not rows else ():
        more = [row for row in _doing(here, id_, other, aloud=False) if wanted <= row[2]]
        rows, meant = rows + more, meant or (f" None says `{verb[:60]}` itself: `{other}` is taken for it." if more else "")  # fmt: skip
    rows = rows or list(_by_called(here, id_, verb, wanted))
    if not rows:
        return Failed(
            NO_RESULTS,
            f"No step of {label(here.project, id_)} says `{verb[:60]}` by its words or calls, so I cannot tell; ask what it calls, or what it does",
        )
    rows = [(offset, text, words | _made_on(here, id_, text, verb, wanted)) for offset, text, words in rows]
    most = max(len(wanted & words) for _, _, words in rows)
    if wanted and 2 * most <= len(wanted) and most < FEW:
        name = label(here.project, id_)
        return Failed(
            NO_RESULTS,
            f"No step of {name} that says `{verb[:60]}` names `{rest[:80]}`, so I cannot tell; ask what it calls, or what it does",
        )
    kept = [(offset, text, words) for offset, text, words in rows if len(wanted & words) == most]
    said = tuple(
        dict.fromkeys(
            at(here.project, id_, f"{text}{told(under(here.project, id_, offset))}", line_at(here.project, id_, offset))
            for offset, text, _ in kept
        )
    )
    weighed = "" if not rest or (thing == rest and most == len(wanted)) else f" I do not weigh all of `{rest[:80]}`."
    return Found(
        said,
        (id_,),
        f"Its own steps that `{verb[:60]}` by their words or calls, and no more.{meant}{weighed}",
        weighed=True,
    )


def _made_on(here: Here, id_: str, text: str, verb: str, wanted: frozenset[str]) -> frozenset[str]:
    """What is asked for that a call of that verb is made on: `self._con.close()` closes the connection, `self.stop()` of a pool the pool."""
    parts = {
        part
        for receiver, name in _ON.findall(text)
        if stem(verb) in map(stem, lower(name))
        for known in (own_types(here, id_) if receiver in OWN else [receiver])
        for part in lower(known)
        if len(part) >= SHORT
    }
    return frozenset(one for one in wanted if any(one.startswith(part) for part in parts))


SHORT: Final = 3  # letters
OWN: Final = ("self", "this")
_ON: Final = regex(r"(?<!\w)(\w{3,60})(?:\.|->)(\w{3,60})\(")


def _by_called(here: Here, id_: str, verb: str, wanted: frozenset[str]) -> Iterator[tuple[int, str, frozenset[str]]]:
    """As `_doing`: the calls of functions of the project that surely are meant and of which their own sentence says so first:
    `kill(SIGHUP)` sends, where `kill` *sends the given signal to the child*."""
    project = here.project
    calls = project.functions[id_].facts.calls
    says: dict[str, frozenset[str]] = {}
    for site in project.resolved(id_):
        for other in site.targets if len(site.targets) == 1 else ():
            if other not in says:
                told = [
                    project.sentence(other),
                    " ".join(project.functions[other].facts.doc.split()).partition(". ")[0],
                ]
                leads = [text for text in told if (led := _LEADING.match(text)) and stem(led[1].lower()) == stem(verb)]
                says[other] = stems(" ".join(leads))
            call = calls[site.site]
            if call.kind == "call" and says[other]:
                code = " ".join(project.bound(id_).text[call.start : call.end].decode("utf-8", "replace").split())
                short = code if len(code) <= LONGEST else f"{code[:LONGEST]}…"
                if wanted <= (said := says[other] | wide(stems(code))):
                    yield call.start, f"{label(project, id_)}: `{short}`", said


def when_so(here: Here, asked: Asked) -> Found | Failed:
    """`what does A do when X is missing`: its steps under a condition that names most of what is asked and says as much, each with all that decides over it."""
    wanted = (
        frozenset(stem(word) for word in re.findall(r"[A-Za-z_]+", asked.rest) if word.lower() not in GLUE | LITTLE)
        - ADVERSE_STEMS
        - PRESENT_STEMS
    )
    codes = [
        word for word in re.findall(r"\w+", asked.rest) if any(letter.isupper() or letter == "_" for letter in word)
    ]

    said = list(pieces(asked.rest))
    wrongly = WRONG & set(re.findall(r"[a-z]+", asked.rest.lower()))
    failing = bool({stem(word) for word in re.findall(r"[a-z]+", asked.rest.lower())} & _FAILING)

    weighing = Weighing(here, f"if {_OPENED.split(asked.rest, maxsplit=1)[0]}")  # a second `when` says where

    def told_of(id_: str) -> Found | Failed:
        if _IN_VAIN.search(asked.rest):
            return Failed(NO_RESULTS, "that something has not been done says not that it failed")
        if so := _sure(here, id_, weighing):
            return Found(so, (id_,), "Its steps where that is so.", weighed=True)
        if asks_size(weighing.clause):
            return Failed(NO_RESULTS, "that it is another size says not that it is that one")
        made, every = made_by(here, id_), dict[AskedCondition, bool]()
        for each_ in here.project.actions(id_):
            for one in under(here.project, id_, each_.start):
                named = wanted & wide(stems(_bare(one.said)) | meant(_bare(one.said), made))
                every[one] = 2 * len(named) > len(wanted)
        plainly = any(every.values())  # what is only given to a call is not what is asked there
        rows, agreeing, answers, ways = list[Cited](), list[Cited](), set[bool](), dict[Cited, bool]()
        for each_ in sorted(here.project.actions(id_), key=lambda found: found.start):
            conditions = under(here.project, id_, each_.start)
            naming = [
                one
                for one in conditions
                if wanted
                and (every[one] or not plainly)
                and 2 * len(wanted & wide(stems(one.said) | meant(one.said, made))) > len(wanted)
                and all(code in one.said for code in codes)
                and not asserted(here, id_, one)
                and not (wrongly and one.holds and _IS_NOTHING.search(one.said))
            ]
            if naming and each_.type not in action.ELIDED and each_.effect:
                row = at(
                    here.project,
                    id_,
                    f"{each_.effect[:LONGEST]}{told(conditions)}",
                    line_at(here.project, id_, each_.start),
                )
                rows.append(row)
                answers.update(one.holds for one in naming)
                ways[row] = naming[-1].holds
                sure = not failing or not all(
                    _BARE_CALL.fullmatch(one.said) and not _gives_truth(here, id_, one.said) for one in naming
                )
                agreeing += (
                    [row]
                    if sure and any(not list(agrees(said, Under(one.said, one.said, one.holds))) for one in naming)
                    else []
                )
        if len(answers) == 1 and not agreeing:
            return Failed(
                NO_RESULTS, "only one way of the condition has steps, and which one is asked for cannot be told"
            )
        note = "Its steps under conditions that name this" + ("." if agreeing else ", whichever way they are answered.")
        if not agreeing:  # the way of which less is done is the one that is left early
            rows.sort(key=lambda row: list(ways.values()).count(ways[row]))
        return (
            Found(tuple(dict.fromkeys(agreeing or rows)), (id_,), note, weighed=True)
            if rows
            else Failed(NO_RESULTS, "nothing")
        )

    def told_within(id_: str) -> Found | Failed:
        """Else of the functions without a name that it makes."""
        found = told_of(id_)
        made = [one for other in made_in(here.project, id_) if isinstance(one := told_of(other), Found)] if isinstance(found, Failed) else []  # fmt: skip
        if not made:
            return found
        within = joined(made, [id_])
        return within._replace(note=f"In a function that it makes there; when that is run is not told. {within.note}")

    found = each(here, asked.names["A"], told_within)
    if isinstance(found, Found):
        return found
    adverse = {stem(word) for word in re.findall(r"[a-z]+", asked.rest.lower())} & (ADVERSE_STEMS | _FAILING)
    badly = _ends_badly(here, asked) if adverse or _DENIED.search(asked.rest) else None
    unsaid = f"No condition of {asked.names['A'].raw[:80]} says `{asked.rest[:80]}`, so I cannot tell what it does then"
    return badly or Failed(NO_RESULTS, f"{unsaid}; ask what it does")


def _bare(code: str) -> str:
    """Without what its calls are given."""
    return _GIVEN.sub("(", code)


_GIVEN: Final = regex(r"(?<=\w)\([^()]{0,200}\)")
ASKED: Final = ("Decide ", "Validate ", "Check whether ", "Require ")  # a question, not what is done then


def _sure(here: Here, id_: str, weighing: Weighing) -> tuple[Cited, ...]:
    """Its steps under a condition that says what is asked, and no other."""
    rows, wrongly = [], WRONG & set(re.findall(r"[a-z]+", weighing.clause.lower()))
    for each_ in sorted(here.project.actions(id_), key=lambda found: found.start):
        conditions = under(here.project, id_, each_.start)
        if each_.type in action.ELIDED - {action.LOGGING} or not each_.effect or each_.effect.startswith(ASKED):
            continue  # what is said in a log is done, too
        if not weighing.holds(id_, conditions) or (conditions and asserted(here, id_, conditions[-1])):
            continue
        if wrongly and conditions and conditions[-1].holds and _IS_NOTHING.search(conditions[-1].said):
            continue  # what is not given is not given wrongly
        text = f"{each_.effect[:LONGEST]}{told(conditions)}"
        rows.append(at(here.project, id_, text, line_at(here.project, id_, each_.start)))
    return tuple(dict.fromkeys(rows))


_IS_NOTHING: Final = regex(r"\bis None\b|==\s{0,3}(?:None|NULL|nullptr)\b")


def _gives_truth(here: Here, id_: str, said: str) -> bool:
    """Whether the call that is asked is of a function that gives a truth, not a number of which 0 may be success."""
    project = here.project
    calls = project.functions[id_].facts.calls
    given = [
        other
        for site in project.resolved(id_)
        if re.search(rf"(?<!\w){re.escape(calls[site.site].name)}\(", said)
        for other in site.targets
    ]
    return bool(given) and all(project.functions[other].facts.result in TRUTHS for other in given)


TRUTHS: Final = ("bool", "_Bool", "static bool", "Boolean", "gboolean")


def _ends_badly(here: Here, asked: Asked) -> Found | None:
    """Where no condition names it and it is something that goes wrong: how it fails at all, which is shorter than all that it does."""
    found = failing.when_fails(here, asked)
    if isinstance(found, Failed) or any("raises nothing and returns no error" in line.text for line in found.said):
        return None
    own = tuple(line for line in found.said if ", through " not in line.text)
    note = "None of its conditions names this; where it raises or returns an error itself, with what decides over it."
    return found._replace(said=own, note=note, total=len(own)) if own else None


def made_by(here: Here, id_: str) -> dict[str, frozenset[str]]:
    """By what is set: the words of the call that makes it."""
    found: dict[str, frozenset[str]] = {}
    for each_ in here.project.actions(id_):
        if made := _SET_BY.match(" ".join(each_.text.split())):
            words = stems(made[2]) | ({stem("allocate")} if "alloc" in made[2].lower() else frozenset())
            found[made[1]] = found.get(made[1], frozenset()) | words
    return found


def meant(said: str, made: dict[str, frozenset[str]]) -> frozenset[str]:
    names = set(_NAMES.findall(said))
    return frozenset(word for name, words in made.items() if name in names for word in words)


def _deletes(code: str) -> bool:
    return any(VERBS["deletes"] & set(lower(name)) for name in re.findall(r"(\w{1,80})\(", code))


def doing_so(here: Here, id_: str, verb: str) -> Iterator[tuple[int, str, frozenset[str]]]:
    """By its calls and notation, or by a call of the verb's name."""
    rows = list(_doing(here, id_, verb, aloud=False)) or list(_doing(here, id_, verb, aloud=True))
    return iter(rows)


def _doing(here: Here, id_: str, verb: str, *, aloud: bool) -> Iterator[tuple[int, str, frozenset[str]]]:
    """(offset, text, stems) of each step that does so. A plain assignment does nothing by itself but what its notation says."""
    one, kinds, project = stem(verb), kinds_of(verb), here.project
    kinds = kinds - {"release"} if "stop" in kinds else kinds  # what unlocks stops nothing
    for each_ in sorted(project.actions(id_), key=lambda found: found.start):
        code = " ".join(each_.text.split())
        if each_.type in action.ELIDED or not code:
            continue
        bare = KEYWORD.sub("", code)  # what an argument is for does nothing: `delete=False`
        said, quiet = (_LITERAL.sub('""', one) for one in (KEYWORD.sub("", each_.effect), bare))
        step = done(Deed(said, quiet, place=1))  # a message that names a call makes none
        if (
            one in (read_aloud(bare) if aloud else acting(step.deed))
            or (step.kinds & kinds - {"call"} and _CALL.search(quiet))
            or ("change" in kinds and _FIELD.match(code))
            or (one in _COUNTS and _COUNTS[one].search(code))
            or ("delete" in kinds and each_.type == action.IRREVERSIBLE and _deletes(code))
        ):
            short = code if len(code) <= LONGEST else f"{code[:LONGEST]}…"
            yield each_.start, f"{label(project, id_)}: `{short.rstrip(';')}`", wide(stems(f"{each_.effect} {code}"))
