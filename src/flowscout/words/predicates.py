"""Functions and methods whose answer reads as a sentence. Data only."""

from __future__ import annotations

from typing import Final

from ..model.record import NamedTuple


class Form(NamedTuple):
    """yes/no: the two readings; `{0}`, `{1}` are arguments (functions). takes: has an argument (methods)."""

    yes: str
    no: str
    arity: int = 1
    takes: bool = False


# First words of names that ask: positive and negative reading after the receiver.
SENTENCES: Final = {
    "is": ("is", "is not"), "has": ("has", "has no"), "have": ("has", "has no"), "can": ("can", "cannot"), "should": ("should", "should not"),
    "must": ("must", "must not"), "was": ("was", "was not"), "are": ("are", "are not"), "will": ("will", "will not"), "may": ("may", "may not"),
    "needs": ("needs", "needs no"), "supports": ("supports", "does not support"), "allows": ("allows", "does not allow"),
    "contains": ("contains", "does not contain"), "exists": ("exists", "does not exist"), "requires": ("requires", "does not require"),
    "accepts": ("accepts", "does not accept"), "matches": ("matches", "does not match"), "wants": ("wants", "does not want"),
    "does": ("does", "does not"), "did": ("did", "did not"), "includes": ("includes", "does not include"),
}
QUESTION_WORDS: Final = frozenset(SENTENCES)

ADJECTIVES: Final = frozenset(["active", "alive", "ambiguous", "available", "blocked", "broken", "busy", "cached", "cancelled", "canceled", "closed", "complete", "completed", "connected", "corrupt", "deleted", "dirty", "disabled", "done", "empty", "enabled", "exhausted", "expired", "failed", "finished", "free", "frozen", "full", "healthy", "hidden", "idle", "initialized", "initialised", "invalid", "killed", "loaded", "locked", "missing", "modified", "mutable", "negative", "null", "ok", "online", "open", "optional", "paused", "pending", "private", "public", "read_only", "readable", "ready", "registered", "released", "removed", "required", "resolved", "running", "secure", "selected", "shared", "started", "stale", "static", "stopped", "subscribed", "successful", "terminated", "traversable", "unique", "unlocked", "unused", "valid", "verified", "visible", "writable", "zero", "good", "bad", "eof", "joinable", "abstract", "anonymous", "authenticated", "async"])

# By the method's name in small letters, without underscores.
METHODS: Final = {
    "exists": Form("exists", "does not exist"),
    "contains": Form("contains", "does not contain", takes=True),
    "count": Form("contains", "does not contain", takes=True),
    "startswith": Form("starts with", "does not start with", takes=True),
    "endswith": Form("ends with", "does not end with", takes=True),
    "isdigit": Form("is all digits", "is not all digits"),
    "isupper": Form("is upper case", "is not upper case"),
    "islower": Form("is lower case", "is not lower case"),
    "isalpha": Form("is all letters", "is not all letters"),
    "isalnum": Form("is all letters and digits", "is not all letters and digits"),
    "isspace": Form("is all whitespace", "is not all whitespace"),
    "isdir": Form("is a directory", "is not a directory"),
    "isfile": Form("is a file", "is not a file"),
    "hasvalue": Form("has a value", "has no value"),
    "eof": Form("is at its end", "is not at its end"),
    "isnull": Form("is null", "is not null"),
    "isset": Form("is set", "is not set"),
    "isempty": Form("is empty", "is not empty"),
    "equals": Form("equals", "differs from", takes=True),
    "issubset": Form("is a subset of", "is not a subset of", takes=True),
    "issuperset": Form("is a superset of", "is not a superset of", takes=True),
    "isdisjoint": Form("shares nothing with", "shares something with", takes=True),
    "expired": Form("is expired", "is not expired"),
}

FUNCTIONS: Final = {
    "isinstance": Form("{0} is {1}", "{0} is not {1}", 2),
    "issubclass": Form("{0} is a subclass of {1}", "{0} is not a subclass of {1}", 2),
    "hasattr": Form("{0} has attribute {1}", "{0} has no attribute {1}", 2),
    "callable": Form("{0} is callable", "{0} is not callable"),
    "len": Form("{0} is not empty", "{0} is empty"),
    "os.path.exists": Form("{0} exists", "{0} does not exist"),
    "os.path.lexists": Form("{0} exists", "{0} does not exist"),
    "os.path.isdir": Form("{0} is a directory", "{0} is not a directory"),
    "os.path.isfile": Form("{0} is a file", "{0} is not a file"),
    "os.path.islink": Form("{0} is a link", "{0} is not a link"),
    "os.path.isabs": Form("{0} is absolute", "{0} is not absolute"),
    "inspect.isclass": Form("{0} is a class", "{0} is not a class"),
    "inspect.isfunction": Form("{0} is a function", "{0} is not a function"),
    "isnan": Form("{0} is not a number", "{0} is a number"),
    "std::isnan": Form("{0} is not a number", "{0} is a number"),
    "math.isnan": Form("{0} is not a number", "{0} is a number"),
    "isdigit": Form("{0} is a digit", "{0} is not a digit"),
    "isspace": Form("{0} is whitespace", "{0} is not whitespace"),
    "isalpha": Form("{0} is a letter", "{0} is not a letter"),
    "std::filesystem::exists": Form("{0} exists", "{0} does not exist"),
    "fs::exists": Form("{0} exists", "{0} does not exist"),
    "S_ISDIR": Form("{0} is a directory", "{0} is not a directory"),
    "S_ISREG": Form("{0} is a regular file", "{0} is not a regular file"),
    "feof": Form("{0} is at its end", "{0} is not at its end"),
    "ferror": Form("{0} has an error", "{0} has no error"),
}

# Comparisons that answer zero when equal. Value: "" all of it, "prefix" the first n, "case" whatever the case.
EQUALITY: Final = {
    "strcmp": "", "memcmp": "prefix", "strncmp": "prefix", "strcasecmp": "case", "stricmp": "case", "_stricmp": "case", "strcmpi": "case", "wcscmp": "", "strcoll": "",
}
