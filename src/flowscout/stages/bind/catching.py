"""What the exceptions of a function are, as far as it is known for sure: of a class its own name and those of all that
it derives from.

    class EOF(PexpectError): …          EOF → EOF, PexpectError, Exception, BaseException, object
    except socket.timeout: …            socket.timeout → TimeoutError, OSError, …
    raise requests.Timeout()            not known: nothing is said of it
    throw std::length_error("long")     length_error → logic_error, exception

A handler of something that is not among them cannot catch it. Classes of one name are taken together; one base that is
not known leaves the class unknown. Two names of one class are one: `IOError` is `OSError`.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import Final

from ...model.exceptions import SAME, STANDARD
from ...model.facts import FunctionFacts
from ...model.pattern import regex
from ...ports import Lookup

DERIVED: Final = MappingProxyType({
    "asyncio.CancelledError": "BaseException", "asyncio.QueueEmpty": "Exception", "asyncio.QueueFull": "Exception", "asyncio.IncompleteReadError": "EOFError",
    "binascii.Error": "ValueError", "configparser.Error": "Exception", "json.JSONDecodeError": "ValueError", "pickle.PickleError": "Exception",
    "pickle.UnpicklingError": "Exception", "queue.Empty": "Exception", "queue.Full": "Exception", "re.error": "Exception", "shutil.Error": "OSError",
    "socket.gaierror": "OSError", "socket.herror": "OSError", "sqlite3.Error": "Exception", "ssl.SSLError": "OSError", "struct.error": "Exception",
    "subprocess.CalledProcessError": "Exception", "subprocess.TimeoutExpired": "Exception", "tokenize.TokenError": "Exception",
    "urllib.error.HTTPError": "OSError", "urllib.error.URLError": "OSError", "zlib.error": "Exception",
})  # fmt: skip
_MOST: Final = 24  # classes above one
_LITERAL: Final = regex(r"""-?\d|(?:L|u8?|U)?["']""")


def kinds(
    facts: FunctionFacts, ends: Iterable[str], lookup: Lookup, language: str
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Of each class that is raised or caught here, as written: its own name, then of all above it. Only where a `try`
    catches by class."""
    if language not in ("python", "cpp"):
        return ()
    caught = {type_ for shield in facts.shields for type_ in shield.types}
    thrown = {raised.type for raised in facts.raises} | {
        how.removeprefix("raise ") for how in ends if how.startswith("raise ")
    }
    if language == "python":
        thrown = {each for type_ in thrown for each in type_.split(", ")}
    names = sorted((caught | thrown) - {"", "*"}) if caught and thrown - {""} else []
    over = above if language == "python" else derived
    return tuple([(name, all_) for name in names if (all_ := over(name, lookup))])


def above(written: str, lookup: Lookup) -> tuple[str, ...]:
    """Of a class as it is written its own name and those of all above it; empty where anything is not known."""
    found: dict[str, None] = {}
    waiting = [written]
    while waiting:
        name = waiting.pop()
        name = SAME.get(name, name)
        kind = getattr(builtins, name, None)
        own = [each.__name__ for each in kind.__mro__] if isinstance(kind, type) else []
        bases = [DERIVED[name]] if name in DERIVED else [*_bases(name, lookup)]
        if (not own and not bases) or len(found) > _MOST:
            return ()
        found.update(dict.fromkeys(own or [name]))
        waiting += [base for base in bases if base not in found]
    return tuple(found)


def _bases(name: str, lookup: Lookup) -> Iterator[str]:
    """Of a class of the project; "" of one that shows none."""
    for offer in lookup("type", name) if "." not in name else ():
        for each in lookup("class", offer.value[0]):
            yield from each.value[2:] or ("",)


def derived(written: str, lookup: Lookup) -> tuple[str, ...]:
    """The same of a class of C++, by their last names: the standard's own, and of the project those whose bases are all known.
    A number or a text is of no class."""
    if _LITERAL.match(written):
        return (written,)
    found: dict[str, None] = {}
    waiting = [written]
    while waiting:
        name = waiting.pop().removeprefix("::")
        last = name.rpartition("::")[2]
        own = [offer.value for offer in lookup("type", last)] if not name.startswith("std::") else []
        standards = name.startswith("std::") or name == last
        if own and all(value[2] in ("class", "struct") for value in own):
            bases = [base for value in own for base in value[3].split("\n")]
        elif not own and standards and last in STANDARD:
            bases = [f"std::{STANDARD[last]}" if STANDARD[last] else ""]
        else:
            return ()
        if len(found) > _MOST:
            return ()
        found.setdefault(last)
        waiting += [base for base in bases if base and base.rpartition("::")[2] not in found]
    return tuple(found)
