"""Questions by their grammar, where no form is the whole of them: which words ask, what the verb is, what stands before and behind it.

Each reader looks at one thing that a question can be about; a word that it does not know means that it reads nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Final

from ...model.pattern import regex
from .limits import limited
from .question.asked import Asked
from .question.tokens import FILLERS, WORDS, QuestionToken, whole

ASKS: Final = frozenset(["which", "who", "where", "when", "why", "how", "under", "in"])
YES_OR_NO: Final = frozenset(["is", "do", "can", "have", "must"])
LOCKS: Final = frozenset(["lock", "locks", "locked", "mutex", "mutexes", "spinlock", "semaphore", "guard"])
WRITTEN: Final = "written"  # changed, set, updated
UNDER: Final = frozenset(["under", "with", "while", "inside", "without", "hold", "held", "holding", "protected", "guarded", "behind", "outside", "when", "before", "in", "by"])  # fmt: skip
TOUCHED: Final = frozenset(["called", "written", "deleted", "accessed", "touched", "read", "used", "guarded", "protected", "run", "executed", "invoked", "freed", "sent", "locked"])  # fmt: skip
EACH: Final = frozenset(["every", "each", "any", "all", "always", "only", "on", "for", "at", "whenever", "once"])
NOTHING: Final = (
    ["do", "nothing"],
    ["not", "do", "anything"],
    ["without", "do", "anything"],
    ["without", "doing", "anything"],
    ["doing", "nothing"],
    ["have", "no", "effect"],
    ["is", "no-op"],
    ["is", "noop"],
    ["skip", "everything"],
    ["return", "early"],
    ["return", "immediately"],
)
CHANGES: Final = frozenset(["write", "delete", "rename", "renamed", "renaming", "drop", "dropped", "edit", "touch", "alter", "replace", "refactor", "move", "split", "make", "turn", "add", "written", "deleted", "replaced", "moved"])  # fmt: skip
PEOPLE: Final = frozenset(["i", "we", "you", "one", "someone", "somebody"])
NOUNS: Final = frozenset(["function", "functions", "method", "methods", "class", "classes", "struct", "structs", "type", "types", "code", "module", "modules", "file", "files", "subclass", "subclasses", "implementation", "implementations", "caller", "callers", "handler", "handlers", "command", "commands", "thread", "threads", "macro", "macros", "path", "paths", "place", "places", "part", "parts"])  # fmt: skip
LINKING: Final = frozenset(["code", "all", "the", "a", "an", "of", "kind", "kinds", "sort", "sorts", "our", "these", "other"])  # fmt: skip


def intended(question: str) -> Asked | None:
    found = _turned(whole(question))
    return next((asked for read in READERS if (asked := read(found))), None) if len(found) > 2 else None


def typed(question: str) -> Asked | None:
    """A question of a type, which the forms take for one of what is of it."""
    found = whole(question)
    return _result_type(found) if len(found) > 2 else None


def _turned(found: list[QuestionToken]) -> list[QuestionToken]:
    """`if I rename A what breaks`: the question before its condition."""
    at = next((at for at, token in enumerate(found) if at > 2 and token.word in ("which", "who", "where", "how")), 0)
    return [*found[at:], *found[:at]] if at and found[0].word in ("if", "when", "once") else found


def _names(found: list[QuestionToken]) -> list[QuestionToken]:
    return [token for token in found if token.code]


def _name(found: list[QuestionToken]) -> QuestionToken | None:
    """The one name of a question: what is written as names are, else what stands between `is` or `do` and a verb."""
    named = _names(found)
    if named:
        return named[0] if len(named) == 1 else None
    at = next((at for at, token in enumerate(found) if token.word in ("is", "do", "can")), -1)
    behind = [token for token in found[at + 1 : at + 3] if token.word not in LINKING]
    behind = [token for token in behind if not {token.word, token.raw.lower()} & (UNDER | TOUCHED | LOCKS)]
    able = at >= 0 and behind and behind[0].raw.isidentifier() and behind[0].raw.lower() not in WORDS
    return behind[0] if able else None


def _under_lock(found: list[QuestionToken]) -> Asked | None:
    """`is A called with the lock held`, `is A always accessed under m`, `does A hold the lock when it calls B`."""
    words = [token.word for token in found]
    named = _names(found)
    locks = [token for token in named if _is_lock(token)]
    subject = next((token for token in named if token not in locks), _name(found) if not named else None)
    about = {token.raw.lower() for token in found if not token.code} & LOCKS or locks
    if not subject or not about or not UNDER & set(words) or len(named) > 2 + len(locks):
        return None
    if found[0].word not in YES_OR_NO and not {"which", "who", "where"} & {found[0].word}:
        return None
    if any(token.raw.lower() in ("happens", "happen") for token in found):
        return None  # what is done then
    others = [token for token in named if token not in locks and token is not subject]
    called = found[words.index("call") + 1 : words.index("call") + 2] if "call" in words else []
    others = others or [
        token for token in called if not token.code and token.raw.isidentifier() and token.word not in WORDS.values()
    ]
    names = {"L": locks[0]} if locks else {}
    if others and "call" in words and found[0].word == "do":  # A calls B
        return Asked("under_lock", {"A": others[0], "B": subject} | names)
    if len(others) == 1 and "call" in words and found.index(subject) < words.index("call") < found.index(others[0]):
        return Asked("under_lock", {"A": others[0], "B": subject} | names)  # `is the lock held when A calls B`
    if len(others) == 1 and found[found.index(others[0]) - 1].word in (
        "in",
        "inside",
        "within",
        "by",
    ):  # `is x written under the lock in A`
        names, others = names | {"B": others[0]}, []
    rest = WRITTEN if WRITTEN in words else ""
    return Asked("under_lock", {"A": subject} | names, rest=rest) if not others and TOUCHED & set(words) else None


def _protecting(found: list[QuestionToken]) -> Asked | None:
    """`which lock protects A in T`, `what guards A`: under what A is named at all."""
    small = [token.raw.lower() for token in found]
    at = next((at for at, word in enumerate(small) if word in PROTECTS and 0 < at < 3), 0)
    if not at or found[0].word != "which" or not set(small[1:at]) <= LOCKS or not (names := _names(found)):
        return None
    if found[-1].raw[:1].isupper() and found[-2].word in ("in", "of") and found[-1] not in names:
        names.append(found[-1])
    behind = [token for token in found[at + 1 :] if token not in names and token.word not in LINKING]
    if len(names) > 2 or {token.word for token in behind} - {"in", "of", "field", "member", "access", "to"}:
        return None
    return Asked("under_lock", {"A": names[0]} | ({"T": names[1]} if len(names) > 1 else {}), chosen="which")


PROTECTS: Final = frozenset(["protects", "guards", "protect", "guard", "serialises", "serializes", "covers"])


def _is_lock(token: QuestionToken) -> bool:
    last = re.split(r"::|->|\.", token.raw.removesuffix("()"))[-1].lower()
    return any(part in last for part in ("lock", "mutex", "mtx"))


def _idle(found: list[QuestionToken]) -> Asked | None:
    """`when does A do nothing`, `why would A return without doing anything`."""
    words = [token.word for token in found]
    name = _name(found)
    if not name or found[0].word not in ASKS | YES_OR_NO or (found[0].word in YES_OR_NO and "if" in words):
        return None
    said = any(words[at : at + len(run)] == run for run in NOTHING for at in range(len(words)))
    said |= any(words[at] == "without" and words[at + 2] == "anything" for at in range(len(words) - 2))
    hangs = {"break", "breaks", "fail", "fails"} & set(words[1:4])  # what hangs on it is asked for
    return Asked("idle", {"A": name}) if said and not hangs else None


def _called_on(found: list[QuestionToken]) -> Asked | None:
    """`is A called on every write`, `does every write call A`, `is A only called when B`."""
    words = [token.word for token in found]
    name = _name(found)
    if not name or words[0] not in ("is", "do") or not {"called", "call", "run", "executed"} & set(words):
        return None
    verb = next(at for at, word in enumerate(words) if word in ("called", "call", "run", "executed"))
    behind = [word for word in words[verb + 1 :] if word]
    before = words[1:verb]
    if words[verb] == "call" and (not EACH & set(before) or found[verb + 1 : verb + 2] != [name]):
        return None
    rest = " ".join(token.raw for token in found[verb + 1 :] if token is not name)
    on = bool(behind) and bool(EACH & set(behind[:2] + before))
    return Asked("called_on", {"A": name}, rest=rest) if on else None


def _exits(found: list[QuestionToken]) -> Asked | None:
    """`which exit codes does A use`, `with which status does A exit`."""
    words, small = [token.word for token in found], [token.raw.lower() for token in found]
    name = _name(found)
    codes = any(small[at] in ("exit", "return") and small[at + 1] in ("code", "codes", "status", "statuses") for at in range(len(small) - 1))  # fmt: skip
    status = {"status", "code", "codes"} & set(small) and "exit" in words
    return Asked("exits_of", {"A": name} if name else {}) if (codes or status) and "which" in words[:3] else None


def _triggered(found: list[QuestionToken]) -> Asked | None:
    """`how can I trigger Broken`, `when do I get a Broken`, `what leads to Broken`: who raises it."""
    name = found[-1]
    if not name.code or not _ERROR.search(name.raw) or any(token.code for token in found[:-1]):
        return None
    small = [token.raw.lower() for token in found[:-1]]
    said = {
        "trigger",
        "get",
        "see",
        "provoke",
        "cause",
        "causes",
        "triggers",
        "leads",
        "produces",
        "hit",
        "receive",
        "expect",
    } & set(small)
    return Asked("raisers", {"T": name}, timed=True) if said and found[0].word in ASKS and len(small) < 8 else None


_ERROR: Final = regex(
    r"(?:Error|Exception|Interrupted|Invalid|Failed|Failure|Warning|Timeout|Denied|Aborted|NotFound|Conflict|Exceeded|Closed|Interrupt|Exit)$"
)


def _ever_set(found: list[QuestionToken]) -> Asked | None:
    """`is x ever invalidated`, `does anything reset x`: who writes it."""
    small = [token.raw.lower() for token in found]
    named = _names(found)
    if len(named) != 1 or not SET & set(small):
        return None
    ever = (
        small[0] in ("is", "are", "was")
        and found[1] is named[0]
        and small[-1] in SET
        and set(small[2:-1]) <= {"ever", "always", "also", "then", "still"}
    )
    who = found[-1] is named[0] and set(small[:-1]) - SET <= {
        "does",
        "do",
        "anything",
        "something",
        "anyone",
        "what",
        "who",
        "which",
        "ever",
        "can",
        "code",
    }
    return Asked("writers", {"T": named[0]}) if ever or who else None


SET: Final = frozenset(["invalidated", "reset", "cleared", "emptied", "updated", "overwritten", "modified", "changed", "refreshed", "recomputed", "initialised", "initialized", "assigned", "bumped", "incremented", "mutated", "invalidates", "resets", "clears", "invalidate", "clear", "refresh", "overwrite"])  # fmt: skip


def _outside(found: list[QuestionToken]) -> Asked | None:
    """`does anything outside of F write x`."""
    words = [token.word for token in found]
    named = _names(found)
    if (
        words[:2] not in (["do", "anything"], ["which", "outside"], ["who", "outside"])
        or "outside" not in words
        or len(named) != 2
    ):
        return None
    at = words.index("outside")
    place, target = named if found.index(named[0]) > at else named[::-1]
    return (
        Asked("writers_outside_of", {"T": target, "B": place})
        if "write" in words or SET & {token.raw.lower() for token in found}
        else None
    )


def _ends_program(found: list[QuestionToken]) -> Asked | None:
    """`can A bring down the server`."""
    words = [token.word for token in found]
    if (
        words[0] not in ("can", "do")
        or not found[1].raw.isidentifier()
        or words[1] in WORDS
        or not {"crash", "kill", "exit", "down", "abort", "terminate", "take"} & set(words)
    ):
        return None
    rest = {token.raw.lower() for token in found[2:]}
    return Asked("does_exit", {"A": found[1]}) if rest <= PROGRAM and rest & _WHOLE else None


_WHOLE: Final = frozenset(
    ["server", "daemon", "app", "application", "service", "worker", "process", "program", "interpreter", "whole"]
)
PROGRAM: Final = _WHOLE | {
    "the",
    "a",
    "our",
    "crash",
    "kill",
    "exit",
    "bring",
    "take",
    "down",
    "abort",
    "terminate",
    "entire",
}


def _result_type(found: list[QuestionToken]) -> Asked | None:
    """`what type does A return`, `what is the return type of A`."""
    words = [token.word for token in found]
    named = _names(found)
    if len(named) != 1 or "type" not in words or not {"return", "value", "result"} & set(words) or words[0] != "which":
        return None
    known = {
        "which",
        "type",
        "do",
        "return",
        "the",
        "is",
        "of",
        "value",
        "result",
        "a",
        "by",
        "can",
        "from",
        "have",
        "object",
        "kind",
        "",
    }
    return Asked("signature", {"A": named[0]}, typed=True) if set(words) <= known else None


def _handled(found: list[QuestionToken]) -> Asked | None:
    """`where do we handle SIGUSR1`: who names a constant."""
    small = [token.raw.lower() for token in found]
    name = found[-1]
    able = name.raw.isupper() and len(name.raw) > 3 and name.raw.isidentifier()
    said = {
        "handle",
        "handles",
        "handled",
        "process",
        "processed",
        "react",
        "treat",
        "deal",
        "install",
        "checked",
        "check",
    } & set(small)
    is_known = set(small[:-1]) <= said | {
        "where",
        "do",
        "we",
        "does",
        "the",
        "code",
        "who",
        "what",
        "which",
        "function",
        "functions",
        "is",
        "with",
        "to",
        "deals",
    }
    return Asked("named_by", {"T": name._replace(code=True)}) if able and said and is_known else None


def _consequence(found: list[QuestionToken]) -> Asked | None:
    """`what needs updating if I change A to return nothing`: what hangs on A; the tests of it where tests are asked for."""
    at = next((at for at, token in enumerate(found) if at and token.word in ("if", "when", "once")), 0)
    behind = found[at + 1 :]
    said = [token for token in behind if token.word not in FILLERS and token.word != "the"]
    plain = [token for one, token in pairwise(said) if one.word in CHANGES and token.raw.isidentifier()]
    plain += (
        behind[:1] if behind[1:] and behind[0].raw.isidentifier() and behind[0].word not in PEOPLE | {"the"} else []
    )
    name = next((token for token in behind if token.code), None) or next(iter(plain), None)
    if not at or not name or found[0].word not in ("which", "who", "where", "do", "is", "how"):
        return None
    spoken = [token.word for token in behind[: behind.index(name)]]
    people = bool(spoken) and spoken[0] in PEOPLE and any(word in CHANGES for word in spoken[1:])
    passive = [token.word for token in behind[behind.index(name) + 1 :]][:2]
    breaking = any(token.word == "break" for token in found[:at]) and passive and not spoken  # `if A gets a parameter`
    edited = passive[:1] == ["is"] and passive[-1] in CHANGES and not spoken and behind[-1].raw.lower() != "set"
    deed = _names(found[:at]) and not {"break", "test", "depend"} & {one.word for one in found[:at]}
    if not people and not breaking and (deed or not edited):  # `does B return if A is written`: what B does
        return None
    tests = any(token.word == "test" for token in found[:at])
    return Asked("tests_for" if tests else "breaks", {"A": name})


def _modified(found: list[QuestionToken]) -> Asked | None:
    """`which runner classes override A`: as `which override A`, the words before the noun choosing among the answers."""
    from .reading import read  # which asks for this one where it finds no form

    if found[0].word != "which" or found[1].code:
        return None
    at = max(
        (
            at
            for at, token in enumerate(found[:6])
            if token.raw.lower() in NOUNS and not any(one.code for one in found[:at])
        ),
        default=0,
    )
    kept = [token for token in found[1:at] if token.word not in LINKING]
    if at < 2 or not kept or any(token.code for token in kept) or len(found) < at + 3:
        return None
    rest = " ".join(f"`{token.raw}`" if token.code else token.raw for token in found[at + 1 :])
    noun = found[at].raw if found[at].raw.lower() in FILLERS else "functions"
    asked = read(f"which {noun} {rest}", plain=True)
    chosen = " ".join(token.raw for token in kept)
    return asked._replace(chosen=chosen) if asked and not asked.rest else None


READERS: Final[tuple[Callable[[list[QuestionToken]], Asked | None], ...]] = (
    _under_lock, _protecting, _outside, _ends_program, _result_type, _triggered, _ever_set, _handled, _idle, _called_on, _exits, _consequence, limited, _modified,
)  # fmt: skip


KINDS: Final = ("under_lock", "idle", "called_on", "exits_of", "limit_of", "writers_outside_of")  # that only these read
