"""What an option does: `what does the -m option do`, `what is --max-rows for`. By its help, and by what is done where a command line is held against it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ....agents.said import Cited
from ....model import action
from ....model.pattern import regex
from ....model.product import is_aside
from ...codes import NO_RESULTS, Failed
from ...conditions import AskedCondition, told, under
from ...own import line_at
from ..bystep import ASKED
from ..here import Found, Here, at, label
from ..option_use import flags_of, hanging_on
from ..options import dashed
from ..question.tokens import one_line

_NAME: Final = r"[`\"']?(?P<name>-{1,2}[A-Za-z0-9][\w-]{0,60})[`\"']?"
_KIND: Final = r"(?:command[- ]line )?(?:option|flag|switch|argument|parameter)"
_OWNER: Final = (
    r"(?: (?:of|in|for|to) (?:the )?`?(?P<owner>[A-Za-z][\w-]{1,40})`?(?: command| subcommand| program| tool| verb)?)?"
)
_THE: Final = rf"(?:the )?(?:{_KIND} )?{_NAME}(?: {_KIND})?{_OWNER}"
_FORMS: Final = tuple(regex(rf"(?i){form}$") for form in (
    rf"what (?:does|do|will|would|is) (?:passing |giving |using |specifying )?{_THE} (?:do|mean|change|control|cause|stand for|affect|for|good for|there for|used for|meant for)",
    rf"what is {_THE}",
    rf"what (?:is the )?(?:effect|purpose|meaning|use) of {_THE}",
    rf"what happens (?:if|when|with) (?:(?:i|we|you|one) )?(?:(?:pass|give|use|set|specify) )?{_THE}(?: is (?:given|passed|set|used|specified))?",
    rf"(?:explain|describe) {_THE}",
))  # fmt: skip
MOST: Final = 6
WIDE: Final = 160
NOTE: Final = (
    "By its help and by what is done where it is met; what else is done with a value that it sets is not told."
)
HANGING: Final = "By its help, by what is done where it is met, and by what hangs on what it sets; what else is done with that is not told."
SHOWN: Final = 8
_PLAIN: Final = regex(r": `break`")
FAR: Final = 1500  # characters of one call
_HELPED: Final = regex(
    r"(?<!\w)help\s?=\s{0,3}(?:_\()?\(?\s{0,40}(?P<said>(?:[fbr]?(?:\"[^\"\n]{0,300}\"|'[^'\n]{0,300}')\s{0,60}){1,8})"
)
_TEXTS: Final = regex(r"\"([^\"\n]{0,300})\"|'([^'\n]{0,300})'")
_OPTION: Final = regex(r"\(\s{0,9}[\"']-{1,2}[A-Za-z]")  # the next one
_PARTS: Final = regex(r"[/.]")
_LONG: Final = rb"[\"']%b[\"'][^}\n]{0,120}?'(\w)'\s{0,3}\}"
_HELP: Final = rb"[\"'](?:\\[nt]|\s){0,20}(?:-\w(?:,|\||/| or)? {0,3})?%b(?![\w-])(?:[ ,|=:<\[][^\n\"]{0,60}?\s{0,20}[A-Za-z(][^\n\"]{8,160})(?:\n(?!\s{0,12}[^\n]{0,20}[\"'\s]-{1,2}[A-Za-z])[^\n]{0,10}\"[^\n]{6,160}){0,3}"
_JOINED: Final = regex(r"\\[nt]|\"\s{1,40}(?:<<\s{0,3})?\"|<<")


def option_meaning(here: Here, question: str) -> Found | Failed | None:
    """None where it is no such question."""
    plain = one_line(question).rstrip("?!. ")
    asked = next((found for form in _FORMS if (found := form.match(plain))), None)
    if asked is None:
        return None
    name = asked["name"]
    bare = name.lstrip("-")
    paths = [path for path in here.holding(bare) if not is_aside(path) and here.inside(path)]
    if asked["owner"]:  # a command is mostly a file of its name
        paths = [path for path in paths if asked["owner"].lower() in _PARTS.split(path.lower())]
        if not paths:
            return None
    texts = [
        one for path in paths for one in dashed(here, path, here.project.sources(path), lambda known: known == bare)
    ]
    helps = [line for path in paths for line in _given(here, path, name)]
    if not helps:
        helps = [line for path in paths for line in _in_text(here, path, name)]
        helps += [one.said for one in texts if one.said.text.startswith(f"`{name}`") and "help" in one.beside]
    done = [line for path in paths for line in _done(here, path, name, bare)]
    set_ = [line for path in paths for line in _held(here, path, name)] if not done else []
    own = list(dict.fromkeys((*helps, *done, *set_)))
    kept = [line for line in own if not _PLAIN.search(line.text)] or own
    hanging = list(hanging_on(here, flags_of(own, name), done))
    said = tuple(dict.fromkeys((*kept[: max(1, SHOWN - len(hanging))], *hanging)))
    if said:
        return Found(said, (), HANGING if hanging else NOTE, len(kept) + len(hanging), weighed=True)
    places = [one.said for one in texts if one.said.text.startswith(f"`{name}`")]
    return Found(tuple(places), (), NOTE, weighed=True) if places else Failed(NO_RESULTS, f"I find no option `{name[:60]}` in the texts of the code")  # fmt: skip


def _given(here: Here, path: str, name: str) -> Iterator[Cited]:
    """`option("--keep", flag_value=True, help="Ask nothing.")`: the help that the call is given in which the name stands."""
    text = here.project.sources(path).decode("utf-8", "replace")
    for found in re.finditer(rf"[\"']{re.escape(name)}[\"'/ ,=]", text):
        end, deep = found.start(), 0
        while end < min(len(text), found.start() + FAR) and deep >= 0:
            deep += (text[end] in "([{") - (text[end] in ")]}")
            end += 1
        helped = _HELPED.search(text, found.start(), end) if deep < 0 else None
        if helped and not _OPTION.search(text, found.end(), helped.start()):
            said = "".join(one or other for one, other in _TEXTS.findall(helped["said"]))
            line = here.project.line(path, len(text[: helped.start()].encode()))
            yield Cited(f"`{name}`: `{' '.join(said.split())[:WIDE].replace('`', chr(39))}`", path, line)


def _in_text(here: Here, path: str, name: str) -> Iterator[Cited]:
    """`-f filename   Append to the named file.` in a text, to the next option."""
    source = here.project.sources(path)
    for found in regex(_HELP % re.escape(name).encode()).finditer(source):
        text = " ".join(_JOINED.sub(" ", found[0].decode("utf-8", "replace")).split()).strip("\"', ")
        yield Cited(
            f"`{name}`: `{text[:WIDE].replace('`', chr(39))}`",
            path,
            here.project.line(path, found.start() + found[0].find(name.encode())),
        )


def _held(here: Here, path: str, name: str) -> Iterator[Cited]:
    """The steps that are given its text: `quiet = given("--quiet")`."""
    project = here.project
    for id_ in project.ids.get(path, ()):
        for each in sorted(project.actions(id_), key=lambda one: one.start):
            if each.type not in action.ELIDED and (f'"{name}"' in each.text or f"'{name}'" in each.text):
                code = " ".join(each.text.split())[:WIDE].rstrip(";")
                yield at(project, id_, f"{label(project, id_)}: `{code}`", line_at(project, id_, each.start))


def _done(here: Here, path: str, name: str, bare: str) -> Iterator[Cited]:
    """The steps over which a comparison with it decides; of a letter, its case where the command line is read by letters."""
    project, source = here.project, here.project.sources(path)
    texts = {f'"{name}"', f"'{name}'"}
    letters = {bare} if len(bare) == 1 and not name.startswith("--") else {found.decode() for found in regex(_LONG % bare.encode()).findall(source)}  # fmt: skip
    for id_ in project.ids.get(path, ()):
        facts = project.functions[id_].facts
        text = source[facts.start : facts.end].decode("utf-8", "replace")
        cases = {f"'{one}'" for one in letters} if any("getopt" in call.name for call in facts.calls) else set[str]()
        if facts.kind == "module" or not any(one in text for one in texts | cases):
            continue
        for each in sorted(project.actions(id_), key=lambda one: one.start):
            if each.type in action.ELIDED or not each.text.strip() or each.effect.startswith(ASKED):
                continue
            decided = under(project, id_, each.start)
            number = next((n for n, one in enumerate(decided) if _is_it(one, texts, cases)), -1)
            if number >= 0:
                code = " ".join(each.text.split())[:WIDE].rstrip(";")
                yield at(project, id_, f"{label(project, id_)}: `{code}`{told(decided[number:])}", line_at(project, id_, each.start))  # fmt: skip


def _is_it(one: AskedCondition, texts: set[str], cases: set[str]) -> bool:
    if not one.holds:
        return False
    labels = one.said.partition(" is ")[2].split(" or ")
    return any(text in one.said for text in texts) or any(label_.strip() in cases for label_ in labels)
