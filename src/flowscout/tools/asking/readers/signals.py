"""Signals: which are handled, ignored or end the program, and what is done on one. Read off the calls that install a handler.

A handler is the second argument, or of `sigaction` what the struct was given before. That a signal ends the program is told of a handler that leaves it,
or sets what the condition of a loop asks; of what is not caught nothing is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from ....agents.said import Cited
from ....model import action
from ....model.identity import path_of, qualified_of
from ....model.pattern import regex
from ....model.product import is_aside
from ....words.names import has_word
from ...codes import NO_RESULTS, Failed
from ...conditions import AskedCondition, told, under
from ...own import exiting, line_at
from ..bystep import ASKED
from ..here import Found, Here, at, functions, label
from ..interrupts import CAUGHT, INTERRUPT, Spelt, interrupted, spelt
from ..keys import owner_of
from ..narrowed import file_at_end
from ..question.sought import sought
from ..question.tokens import QuestionToken, one_line
from ..scored import above, held_by

IGNORED, DEFAULT = "SIG_IGN", "SIG_DFL"
_DOES: Final = r"(?P<verb>handle|catch|caught|ignore|trap|end|stop|terminate|kill|quit|exit|shut down|interrupt|react to|listen to|respond to|install)(?:s|d|ed|led|s? to)?"
_WHICH: Final = regex(
    rf"(?i)(?:which|what) signals? (?:(?:does|do|can|will|would) (?P<who>\S.{{1,80}}?) {_DOES}|(?:is|are|gets?) (?:being )?{_DOES.replace('verb', 'done')}(?: (?:by|in) (?P<by>\S.{{1,80}}))?|(?:can |will |would )?(?:(?:makes?|causes?|lets?|gets?) (?P<made>\S.{{1,80}}?) (?:to )?)?{_DOES.replace('verb', 'ends')}(?: (?P<what>\S.{{1,80}}))?)$"
)
_ON: Final = regex(
    r"(?i)what (?:happens|is done|does (?P<who>\S.{1,60}?) do) (?:on|when|if|upon)(?: (?:it|we|the \w{2,30}))?(?: (?:gets?|receives?))?(?: an?| the)? `?(?P<signal>SIG[A-Z0-9]{2,9})`?(?: signal)?(?: (?:is (?:received|sent|delivered|raised|caught)|arrives|comes(?: in)?))?$"
)
_WHETHER: Final = regex(
    r"(?i)(?:does|do|can|will|would|is|are) (?P<who>\S.{0,80}?) (?:able to )?(?P<verb>handle|catch|caught|ignore|trap|react to|listen to|listen for|respond to|block|mask)(?:s|d|ed)?(?: on| to)?(?: an?| the)? `?(?P<signal>SIG[A-Z0-9]{2,9})`?(?: signals?)?$"
    r"|(?:is|are) (?:an? |the )?`?(?P<named>SIG[A-Z0-9]{2,9})`?(?: signals?)? (?P<done>handled|caught|ignored|trapped|blocked|masked)(?: (?:by|in) (?P<by>\S.{1,80}))?$"
)
_ENDING: Final = ("end", "stop", "terminate", "kill", "quit", "exit", "shut down", "interrupt")
_WHOLE: Final = frozenset(["program", "process", "server", "daemon", "service", "application", "app", "code", "project", "it", "tool", "we", "main"])  # fmt: skip
_INSTALLS: Final = regex(r"(?i)^(?:\w{0,20}_)?(?:bsd_?|std_?|u|x)?(?:signal|sigaction|sigset|evsignal\w{0,9}|signal_\w{1,20}|add_signal_handler|(?:set|install|on|handle)_?signal\w{0,9})$")  # fmt: skip
_SIGNAL: Final = regex(r"(?<!\w)(SIG(?!_)[A-Z0-9]{2,9})(?!\w)")
_FIELD: Final = r"(?<!\w)%s(?:\.|->)(?:sa_handler|sa_sigaction|sa_flags_handler)\s{0,9}=\s{0,3}&?([\w:.]{1,80})"
_LOOP: Final = r"\b(?:while|until)\b[^\n]{0,160}(?<!\w)%s(?!\w)|\bfor\b[^\n;]{0,80};[^\n;]{0,120}(?<!\w)%s(?!\w)"
NOTE: Final = (
    "By the calls and tables that install a handler; what a signal does that none is installed for is not told."
)
STEPS: Final = 6


class Installed(NamedTuple):
    id: str
    line: int
    signal: str
    handler: str
    table: str = ""


def signals(here: Here, question: str) -> Found | Failed | None:
    """None where it is no such question, or where what it is asked of is not found."""
    plain = one_line(question).rstrip("?!. ")
    named = spelt(plain)
    if asked := _ON.match(named.question):
        return _upon(here, asked["signal"].upper(), asked["who"] or "", named)
    if asked := _WHETHER.match(named.question):
        return _whether(here, asked, named)
    if (asked := _DOING.match(plain)) and not _WHICH.match(plain):
        return _doing(here, asked["rest"])
    if asked := _WHICH.match(plain):
        verb = (asked["verb"] or asked["done"] or asked["ends"]).lower()
        rows = _of(here, _installed(here), asked["who"] or asked["by"] or asked["what"] or asked["made"] or "")
        if verb in _ENDING:
            ends = [at(here.project, one.id, f"{_told(here, one).text}, which {why}", one.line) for one in rows if (why := _ends(here, one))]  # fmt: skip
            if not ends and rows:
                known = "; ".join(
                    f"{line.text} ({line.path}:{line.line})" for line in map(partial(_told, here), rows[:STEPS])
                )
                return Failed(
                    NO_RESULTS, f"Of no handler I can tell that it ends the program. Those that are installed: {known}"
                )
            return Found(tuple(dict.fromkeys(ends)), (), NOTE, weighed=True) if ends else None
        kept = [one for one in rows if (one.handler == IGNORED) is (verb == "ignore") and one.handler != DEFAULT]
        return Found(tuple(dict.fromkeys(_told(here, one) for one in kept)), (), NOTE, weighed=True) if kept else None
    return None


def _upon(here: Here, signal: str, who: str, named: Spelt) -> Found | Failed | None:
    """Of what goes on then nothing is weighed where no function names it, which is said."""
    rows = [one for one in _of(here, _installed(here), f"{who} {named.during}") if one.signal == signal]
    said = [line for one in rows for line in (_told(here, one), *_steps(here, one))]
    caught = tuple(interrupted(here, named.during)) if signal == INTERRUPT else ()
    if not said and not caught:
        every = _upon(here, signal, who, named._replace(during="")) if named.during else None
        if isinstance(every, Found):
            return every._replace(note=f"I do not weigh `{named.during[:80]}`. {every.note}")
        return Failed(NO_RESULTS, f"{named.note} I find no call that installs a handler for it") if named.note else None
    note = f"{named.note} {NOTE if said else ''} {CAUGHT if caught else ''}"
    return Found((*dict.fromkeys(said), *caught), (), " ".join(note.split()), weighed=True)


def _whether(here: Here, asked: re.Match[str], named: Spelt) -> Found | Failed:
    """Yes and no of what installs one, as far as that is seen; else what is installed."""
    signal, verb = (asked["signal"] or asked["named"]).upper(), (asked["verb"] or asked["done"]).lower()
    whose, every = asked["who"] or asked["by"] or "", _installed(here)
    rows = [one for one in _of(here, every, whose) if one.signal == signal]
    if not rows or verb.startswith(MASKS):
        known = "; ".join(dict.fromkeys(f"{line.text} ({line.path}:{line.line})" for line in map(partial(_told, here), [one for one in every if one.signal == signal] or every)))  # fmt: skip
        told = f"I find no call of `{whose[:80]}` that installs a handler for {signal}" if whose else f"I find no call that installs a handler for {signal}"  # fmt: skip
        return Failed(NO_RESULTS, f"{told}{f'. Those that are installed: {known[:KNOWN]}' if known else ''}")
    ignoring = verb.startswith("ignore")
    so = [one for one in rows if (one.handler == IGNORED) is ignoring and one.handler != DEFAULT]
    first = "Yes" if len(so) == len(rows) else "In part" if so else "No"
    said = list(dict.fromkeys(_told(here, one) for one in (*so, *rows)))
    said[0] = said[0]._replace(text=f"{first}: {said[0].text}")
    return Found(tuple(said), (), f"{named.note} {NOTE}".strip(), weighed=True)


MASKS: Final = ("block", "mask")  # which other calls do
KNOWN: Final = 400


def _doing(here: Here, rest: str) -> Found | None:
    """Those of which the handler's name, the comment above it or its steps say most of what is asked."""
    words = [word for word in sought(rest) if word.given.lower() not in _WHOLE]
    if _DEFAULT.search(rest):
        return None  # of what is set, not of what is handled
    ranked = []
    for one in _installed(here):
        for id_ in _ids(here, one.handler):
            facts = here.project.functions[id_].facts
            called = " ".join(call.name for call in facts.calls)
            said = held_by(words, f"{one.handler} {above(here, id_, facts.line, ())} {facts.doc} {called}".encode())
            ranked.append((sum(words[n].weight * much for n, much in said.items()), one))
    most = sum(word.weight for word in words)
    best = max((much for much, _ in ranked), default=0.0)
    if not most or best < SURE * most:
        return None
    rows = [one for much, one in ranked if much >= best - 0.01]
    said_ = [line for one in rows for line in (_told(here, one), *_steps(here, one))]
    return Found(tuple(dict.fromkeys(said_)), (), f"By the words of its handler. {NOTE}", weighed=True)


_DEFAULT: Final = regex(r"(?i)\bdefault\b")
SURE: Final = 0.6  # of what is asked
_DOING: Final = regex(
    r"(?i)(?:which|what) signals? (?:can |will |must |should )?(?:(?:makes?|causes?|lets?|tells?|forces?|triggers?|leads?|starts?|does|do) |is (?:used|sent|needed|there) (?:to|for) |(?:do|must|should|can) (?:i|we|you) send to )(?P<rest>\S.{2,160})$"
)


def _of(here: Here, rows: list[Installed], whose: str) -> list[Installed]:
    """Those of which the function or its file says whose they are, else what the function holds; all, of the program as a whole."""
    if place := file_at_end(here.project.files, f" in {whose}"):
        return [one for one in rows if path_of(one.id) == place.path]
    words = [word for word in sought(whose) if word.given.lower() not in _WHOLE]
    named = [one for one in rows if len(held_by(words, f"{qualified_of(one.id)} {path_of(one.id)}".encode())) == len(words)]  # fmt: skip
    return named or [one for one in rows if len(held_by(words, _text(here, one.id))) == len(words)]


def _text(here: Here, id_: str) -> bytes:
    one = here.project.functions[id_]
    return qualified_of(id_).encode() + b" " + here.project.sources(one.path)[one.facts.start : one.facts.end]


def _installed(here: Here) -> list[Installed]:
    rows = []
    for id_, one in here.holders("SIG"):
        if is_aside(one.path) or not here.inside(one.path):
            continue
        text = here.project.sources(one.path)[one.facts.start : one.facts.end]
        for call in one.facts.calls:
            code = text[call.start : call.end].decode("utf-8", "replace")
            given = [part.strip() for part in code.partition("(")[2].rstrip(" )").split(",")]
            waits = _WAITS.fullmatch(call.name) is not None
            if not waits and not _INSTALLS.match(call.name):
                continue
            before = text[: call.start].decode("utf-8", "replace")
            if waits:
                put = re.findall(_PUT % re.escape(given[0].removeprefix("&").strip()), before)
                rows += [Installed(id_, line_at(here.project, id_, call.start), signal, WAITED) for signal in dict.fromkeys(put)]  # fmt: skip
                continue
            found = next((named for part in given if (named := _signals(before, part))), [])
            handler = next((how for part in given if part != given[0] or not _signals(before, part)
                            if (how := _handler(before, part)) and _handles(here, id_, how)), "") if found else ""  # fmt: skip
            if handler:
                line = line_at(here.project, id_, call.start)
                rows += [Installed(id_, line, signal, handler) for signal in found]
    return [*rows, *_tables(here)]


def _tables(here: Here) -> Iterator[Installed]:
    """`{ .signal = SIGINT, .handler = stop }`: an entry outside of functions that names a signal and a function of its file."""
    for path in here.holding("SIG"):
        if is_aside(path) or not path.endswith(_C_FAMILY):
            continue
        source = here.project.sources(path)
        own = {here.project.functions[id_].facts.name: id_ for id_ in here.project.ids.get(path, ())}
        for entry in _ENTRY.finditer(source):
            named = _SIGNAL.findall(entry[0].decode("utf-8", "replace"))
            does = [one for one in _WORD.findall(entry[0].decode("utf-8", "replace")) if one in own]
            if len(named) != 1 or len(does) != 1 or owner_of(here, path, entry.start()):
                continue
            opened = list(_OPENS.finditer(source, max(0, entry.start() - FAR), entry.start()))
            table = opened[-1][1].decode() if opened else ""
            line = here.project.line(path, source.index(named[0].encode(), entry.start()))
            yield Installed(own[does[0]], line, named[0], does[0], table or "a table")


_C_FAMILY: Final = (".c", ".cc", ".cpp", ".cxx", ".h", ".hpp")
_ENTRY: Final = regex(rb"\{[^{}]{1,400}\}")
_WORD: Final = regex(r"[A-Za-z_]\w{1,80}")
_OPENS: Final = regex(rb"(?m)^[^\n;(){}]{0,200}?\b([A-Za-z_]\w{0,80})\s?\[[^\]\n]{0,60}\]\s?=\s{0,9}\{")
FAR: Final = 4000


def _signals(before: str, given: str) -> list[str]:
    """The signal that is given; of a loop over some, which the list that was made before holds, all of them."""
    if named := _SIGNAL.search(given):
        return [named[1]]
    each = _ELEMENT.fullmatch(given)
    rows = re.findall(_LISTED % re.escape(each[1]), before) if each else []
    if not rows and given.isidentifier():
        rows = re.findall(_EACH % re.escape(given), before)
    return list(dict.fromkeys(_SIGNAL.findall(str(rows[-1])))) if rows else []


_WAITS: Final = regex(r"sigwait(?:info)?|sigtimedwait")
_PUT: Final = r"\bsigaddset\s?\(\s{0,3}&?%s\s{0,3},\s{0,3}(SIG[A-Z0-9]{2,9})\b"
WAITED: Final = "sigwait"
_ELEMENT: Final = regex(r"(\w{1,60})\s?\[\s?\w{1,40}\s?\]")
_LISTED: Final = r"(?<!\w)%s\s{0,3}\[[^\]\n]{0,40}\]\s{0,3}=\s{0,3}\{([^{}]{1,400})\}"
_EACH: Final = r"\bfor\s{1,3}%s\s{1,3}in\s{1,3}[(\[]([^()\[\]]{1,400})[)\]]"


def _handler(before: str, given: str) -> str:
    """What is given; of a struct what was put into it last."""
    if not given.startswith("&"):
        return given.rpartition(".")[2] if given.endswith((IGNORED, DEFAULT)) else given
    found = re.findall(_FIELD % re.escape(given[1:].strip()), before)
    return str(found[-1]) if found else ""


def _handles(here: Here, id_: str, handler: str) -> bool:
    return handler in (IGNORED, DEFAULT) or bool(_ids(here, handler)) or _leaves(here, id_, handler)


def _leaves(here: Here, id_: str, handler: str) -> bool:
    """Whether it is what leaves the program itself: `exit`."""
    lexicon = here.project.functions[id_].language.lexicon
    known = frozenset(name.partition("/")[0] for name in lexicon.noreturn)
    return handler in known and not _ids(here, handler)


def _told(here: Here, one: Installed) -> Cited:
    does = {IGNORED: "ignores it", DEFAULT: "gives it its default action", WAITED: "waits for it"}.get(one.handler, f"lets `{one.handler}` handle it")  # fmt: skip
    who = f"`{one.table}`" if one.table else label(here.project, one.id)
    return at(here.project, one.id, f"{one.signal}: {who} {does}", one.line)


def _ids(here: Here, handler: str) -> list[str]:
    found = functions(here, QuestionToken("", handler.removeprefix("self.").removeprefix("this->"), code=True)) if handler else []  # fmt: skip
    return found if isinstance(found, list) else []


def _ends(here: Here, one: Installed) -> str:
    """Why its handler ends the program; "" where it does not, as far as that can be told."""
    project = here.project
    if _leaves(here, one.id, one.handler):
        return "leaves the program"
    for id_ in _ids(here, one.handler):
        if leaves := next(iter(exiting(project, id_, "")), None):
            return f"leaves the program: `{leaves[1]}`"
        for write in project.functions[id_].facts.writes:
            name = write.target.replace("->", ".").rpartition(".")[2]
            loop = re.compile((_LOOP % (re.escape(name), re.escape(name))).encode())
            if any(has_word(write.target, name) and loop.search(project.sources(path)) for path in here.holding(name)):
                return f"sets `{write.target}`, which the condition of a loop asks"
            if any(has_word(condition.said, name) and condition.holds for condition in _leaving(here, name)):
                return f"sets `{write.target}`, under which the program is left"
    return ""


def _leaving(here: Here, name: str) -> Iterator[AskedCondition]:
    """What decides last over each way out of the program that names it."""
    for id_, one in here.holders(name):
        lines = {line for line, _ in exiting(here.project, id_, "")}
        for call in one.facts.calls if lines else ():
            if line_at(here.project, id_, call.start) in lines:
                yield from under(here.project, id_, call.start)[-1:]


def _steps(here: Here, one: Installed) -> Iterator[Cited]:
    project = here.project
    waited = one.handler == WAITED
    for id_ in [one.id] if waited else _ids(here, one.handler):
        steps = [each for each in sorted(project.actions(id_), key=lambda each: each.start)
                 if not (waited and line_at(project, id_, each.start) <= one.line) and each.type not in action.ELIDED and each.text.strip() and not each.effect.startswith(ASKED)]  # fmt: skip
        for each in steps[:STEPS]:
            said = f"then {label(project, id_)}: `{' '.join(each.text.split())[:110].rstrip(';')}`{told(under(project, id_, each.start))}"
            yield at(project, id_, said, line_at(project, id_, each.start))
