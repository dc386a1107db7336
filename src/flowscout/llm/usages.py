"""What steps are said to do by how things are used, where no call has the verb for its name.

saves, preserves    what is read is kept under a name that says so, or given back later: `old = umask(077)`, `tcgetattr(fd, &saved)`
restores            what was kept so is set again: `umask(old)`, `tcsetattr(fd, 0, &saved)`
registers, installs a function is handed to what calls it later: `atexit(f)`, `signal(SIGINT, f)`
initialises, fills  a step among several that set fields of one thing
moves forward       it is counted up
sends               it is written to a socket or a connection, by its name
reads               nothing is, where it is only written out
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..model.pattern import regex
from .clauses import ClauseWord
from .deeds import Deed, wide
from .english import GLUE, words
from .parts import Facts
from .phrases import is_literal, noun_phrase
from .stems import stem, stems

_KEPT: Final = r"(?:save|saved|old|orig|original|prev|previous|backup|bak)"
_ONE: Final = rf"(?<![a-z])(?i:{_KEPT})(?![a-z])\w{{0,40}}"
_SAVES: Final = regex(
    rf"(?:^|[\s*>.])\w{{0,30}}{_ONE}(?:\.\w{{1,40}}|->\w{{1,40}})?\s?=(?!=)(?!\s?(?:0|None|NULL|nullptr|-1)\s?;?$)|(?i:get)\w{{0,20}}\([^;]{{0,120}}{_ONE}"
)
_RESTORES: Final = regex(
    rf"(?<!\w)\w{{0,12}}(?i:set|put|restore|umask|dup2|chdir|fchdir|apply|signal|sigaction|sigprocmask)\w{{0,20}}\s?\([^;=]{{0,120}}{_ONE}"
)
_REGISTERS: Final = regex(
    r"(?<!\w)(?:atexit|on_exit|signal|sigaction|pthread_atfork|add_signal_handler|add_done_callback)\s?\("
    r"|(?:(?<![A-Za-z])(?:set|add|register|install)|(?<![A-Z])(?:Set|Add|Register|Install))(?=[_A-Z])\w{0,30}(?i:callback|handler|hook|listener|observer)s?\s?\(\s?&?[A-Za-z_]"
)
_AT_EXIT: Final = regex(r"(?<!\w)(?:atexit|on_exit)\s?\(|(?<!\w)atexit\.register\(")
_FIELD: Final = regex(r"\s{0,8}([A-Za-z_]\w{0,60})(?:->|\.)\w{1,60}(?:\[[^\]]{1,40}\])?\s?=(?!=)")
_UP: Final = regex(r"\+\+|[^+]\+=(?!=)|= ?[\w.>-]{1,60} ?\+ ")
_FORWARD: Final = words("forward ahead past along on beyond")
_SOCKET: Final = r"\w{0,40}(?:sock|socket|conn|connection|client|bev|peer|remote)\w{0,20}"
_PRINTS: Final = regex(
    r"(?<!\w)write\s?\(\s?(?:[\w.>-]{0,60}?(?:stdout|out|ofd|tty|term)\w{0,10}|STD\w{3}_FILENO|1|2)\s?,"
)
_RENAMES: Final = regex(r"(?<!\w)(?:os\.(?:replace|renames?)|shutil\.move|rename)\(")
_SENDS: Final = regex(
    rf"(?<!\w)(?:bufferevent_write|evbuffer_add|write|writev)\s?\(\s?[\w.>-]{{0,60}}?{_SOCKET}\s?,|(?<![\w.]){_SOCKET}\.write(?:lines)?\("
)
_OUT: Final = regex(
    r"(?i)(?<!\w)(?:\w{0,20}_|\w{0,4})(?:printf|puts|putc|fputc|write|writev|writelines|send|sendto|sendmsg|sendall|dump|emit)\s?\("
)
_IN: Final = regex(r"(?i)read|load|get|fetch|recv|receiv|scan|pars|input|accept")
_COMES: Final = regex(r"(?i)recv|receiv|read|accept|get|fetch|listen|take|pop|input|queue|wait|next")
_TRUNCATES: Final = regex(r"(?<![a-z])(?:open|fopen|freopen|fdopen)\([^;]{1,200}?[\"']wb?\+?[\"']|O_TRUNC")
_AGAIN: Final = stem("retry")
_ATTEMPTS: Final = regex(r"(?i)attempt|retr|tries")
_FIELDS: Final = 3  # of one thing that are set: it is filled in

_SAVING: Final = frozenset(map(stem, words("save preserve remember")))
_RESTORING: Final = frozenset(map(stem, words("restore reset revert")))
_REGISTERING: Final = frozenset(map(stem, words("register install")))
_FILLING: Final = frozenset(map(stem, words("initialise initialize populate fill prepare")))
_MOVING: Final = frozenset(map(stem, words("move advance step")))
_SENDING: Final = frozenset(map(stem, words("send transmit")))
_PRINTING: Final = frozenset(map(stem, words("print display output show")))
_RECEIVING: Final = stem("receive")
_CALLING: Final = frozenset(map(stem, words("call run execute invoke")))
_LATER: Final = words("exit end")
_RESET: Final = stem("reset")
_PLAINLY: Final = regex(r"\s{0,8}(?P<type>(?:[\w:<>]{1,40}[ *&]{1,3}){0,4})(?P<name>[A-Za-z_]\w{0,60})\s?=(?!=)")
_READING: Final = frozenset(map(stem, words("read load fetch import receive parse scan")))


def used_so(said: Sequence[ClauseWord], at: int, deeds: Sequence[Deed], facts: Facts) -> bool | None:
    """Whether steps do what a verb says by how they use things; None where that tells nothing."""
    one, codes = stem(said[at].text), [deed.code for deed in deeds]
    behind = {w.small for w in said[at + 1 :]}
    if (
        one in _READING
        and any(_OUT.search(c) or _TRUNCATES.search(c) for c in codes)
        and not any(map(_IN.search, codes))
    ):
        return False
    if one == _RECEIVING and codes and not any(map(_COMES.search, codes)):
        return False
    if one in _CALLING and (name := _only_handed(said, at, facts)):
        return bool(behind & _LATER) and any(_AT_EXIT.search(code) and name in code for code in codes)
    if one in _SAVING and "new" in behind and any(map(_SAVES.search, codes)):
        return False
    if one in _RESTORING and one != _RESET and codes and all(_into_local(code, facts) for code in codes):
        return False
    rows = (
        (_SAVING, _SAVES),
        (_RESTORING, _RESTORES),
        (_REGISTERING, _REGISTERS),
        (_SENDING, _SENDS),
        (frozenset(map(stem, ("rename", "move"))), _RENAMES),
        (_PRINTING, _PRINTS),
        (frozenset({stem("truncate")}), _TRUNCATES),
    )
    if any(one in verbs and any(map(pattern.search, codes)) for verbs, pattern in rows):
        return True
    if one in _MOVING and behind & _FORWARD and any(map(_UP.search, codes)):
        return True
    if one == _AGAIN and any(u.loop and _ATTEMPTS.search(u.code) for d in deeds for u in d.under):
        return True
    if one in _CALLING and behind & _LATER and any(map(_AT_EXIT.search, codes)):
        return True
    if one in _FILLING and any(_filled(said, at, code, facts) for code in codes):
        return True
    return None


def _only_handed(said: Sequence[ClauseWord], at: int, facts: Facts) -> str:
    """A function by its name that is only handed on there, and called nowhere: `calls raw_off` of `atexit(raw_off)`."""
    word = next((w for w in said[at + 1 : at + 3] if w.small not in ("the", "a")), None)
    name = word.text.strip("`").removesuffix("()") if word is not None and is_literal(word) else ""
    if not name.isidentifier() or re.search(rf"(?<!\w){name}\s*\(", facts.text):
        return ""
    handed = any(re.search(rf"[(,=] ?&?(?:\w{{1,40}}\.)?{name} ?[,)]", step.code) for step in facts.steps.values())
    return name if handed else ""


def _into_local(code: str, facts: Facts) -> bool:
    """Whether only a variable of the function is set: `raw = orig_termios` sets nothing back."""
    found = _PLAINLY.match(code)
    return found is not None and (bool(found["type"]) or found["name"] in facts.declared)


def _filled(said: Sequence[ClauseWord], at: int, code: str, facts: Facts) -> bool:
    """Whether it sets a field of a thing of which several are set, and that is what is said to be filled in."""
    own = _FIELD.match(code)
    others = [found[1] for step in facts.steps.values() if (found := _FIELD.match(step.code))]
    if own is None or others.count(own[1]) < _FIELDS:
        return False
    nouns = [w for w in noun_phrase(said, at) if w.kind == "word" and w.small not in GLUE]
    meant = wide(stems(f"{own[1]} {facts.typed(own[1])}") | facts.general_name | {stem("object"), stem("structure")})
    return bool(nouns) and stem(nouns[-1].text) in meant
