"""Words of calls that stand around what a function is for: clean-up, talk, contracts. Data only."""

from __future__ import annotations

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What stands around: locks, clean-up, what makes ready.
AROUND: Final = _words("""
close fclose pclose closedir free unlock lock release acquire unref ref incref decref deref delete dealloc
destroy dispose deinit cleanup flush va memset bzero init initialise initialize
""")
# What ends the life of something.
ENDING: Final = _words("""
close free release unref decref deref delete dealloc remove destroy clear drop reset clean cleanup finish end
""")
# What only tells of something.
TALK: Final = _words("""
log logs logger logging print printf fprintf debug trace warn warnx warning info notice verbose assert check
dcheck
""")
# What writes to what it is given.
STREAMED: Final = _words("fprintf vfprintf dprintf vdprintf")
# Names of functions that are there to print.
SHOWS: Final = _words("print show dump display usage help report list version")
# Where people read it.
TERMINAL: Final = _words("stderr stdout 1 2 STDERR_FILENO STDOUT_FILENO")
# What may be a line of a log.
PUTS: Final = _words("write emit add append put send output do show display report dump")
# Where they are given a text.
TRACES: Final = _words("trace tracef tracing dbg logf printk")
# What ends the way, or says that something is wrong.
FAILS: Final = _words("throw raise fatal error err errx panic")
# Of macros, whose names say the least, those that do something.
DEEDS: Final = _words("""
insert remove add append prepend push pop swap move copy concat merge send write read enqueue dequeue schedule
start stop register unregister emit dispatch reset replace store load
""")
# Talk that may be a thing: `info_screen_run`.
NOUNS: Final = _words("info notice log print")
# Of what is given a comparison.
CONTRACTS: Final = _words("assert check expect require ensure verify fail warn bug return")
# Receivers that write lines of a log, whatever they are asked to do.
LOGS: Final = _words("log logs logger logging debug trace warn warning verbose")
