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

from collections.abc import Sequence
from typing import Final

from ..model.pattern import regex
from .clauses import ClauseWord
from .deeds import Deed
from .english import words
from .parts import Facts
from .stems import stem

_KEPT: Final = r"(?:save|saved|old|orig|original|prev|previous|backup|bak)"
_ONE: Final = rf"(?<![a-z])(?i:{_KEPT})(?![a-z])\w{{0,40}}"
_SAVES: Final = regex(
    rf"(?:^|[\s*>.])\w{{0,30}}{_ONE}(?:\.\w{{1,40}}|->\w{{1,40}})?\s?=(?!=)(?!\s?(?:0|None|NULL|nullptr|-1)\s?;?$)|(?i:get)\w{{0,20}}\([^;]{{0,120}}{_ONE}"
)
_RESTORES: Final = regex(
    rf"(?<![a-z])(?i:set|put|restore|umask|dup2|chdir|fchdir|apply|signal|sigaction|sigprocmask)\w{{0,20}}\s?\([^;=]{{0,120}}{_ONE}"
)
_REGISTERS: Final = regex(
    r"(?<!\w)(?:atexit|on_exit|signal|sigaction|pthread_atfork|add_signal_handler|add_done_callback)\s?\("
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
    r"(?<!\w)(?:v?fprintf|dprintf|fputs|fputc|putc|fwrite|write|pwrite|send|sendto|sendmsg)\s?\(|\.(?:write|writelines|sendall|dump)\("
)
_IN: Final = regex(r"(?i)read|load|get|fetch|recv|scan|pars|input|accept")
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
    rows = (
        (_SAVING, _SAVES),
        (_RESTORING, _RESTORES),
        (_REGISTERING, _REGISTERS),
        (_SENDING, _SENDS),
        (frozenset(map(stem, ("rename", "move"))), _RENAMES),
        (_PRINTING, _PRINTS),
        (frozenset({"run", stem("execute"), "call"}), _AT_EXIT),
        (frozenset({stem("truncate")}), _TRUNCATES),
    )
    if any(one in verbs and any(map(pattern.search, codes)) for verbs, pattern in rows):
        return True
    if one in _MOVING and behind & _FORWARD and any(map(_UP.search, codes)):
        return True
    if one == _AGAIN and any(u.loop and _ATTEMPTS.search(u.code) for d in deeds for u in d.under):
        return True
    if one in _FILLING and any(_filled(code, facts) for code in codes):
        return True
    return None


def _filled(code: str, facts: Facts) -> bool:
    """Whether it sets a field of a thing of which several are set."""
    own = _FIELD.match(code)
    others = [found[1] for step in facts.steps.values() if (found := _FIELD.match(step.code))]
    return own is not None and others.count(own[1]) >= _FIELDS
