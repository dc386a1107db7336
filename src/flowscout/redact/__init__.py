"""Secrets out of a text, before it leaves: to a model, a store, a comment, a log.

A value after a name that says secret is taken unless it is known to be harmless (`named`, `harmless`), and so are the items of a
list below one (`listed`); known shapes of credentials are a table (`shapes`); private keys go as a whole (`keys`); where the place
says it, so do passwords in addresses, headers and commands (`addressed`); what looks as if dice had made it goes where a word beside
it says secret (`diced`); and the exact values of the environment's own secrets go wherever they stand (`environment`). What is
removed leaves `<redacted:kind:tag>`, the tag being eight hex digits of its SHA-256: equal secrets leave equal marks, so that lines
can still be compared. Digests, UUIDs and what GitHub has masked (`***`) stay. Time is linear in the text. Redacting twice is redacting once.

Imports nothing of ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from . import addressed, diced, keys, known, listed, named
from .environment import LEAST, forms, secrets_of
from .marks import Hide, keeping, mark
from .people import without_addresses
from .plain import plain

__all__ = ["LEAST", "mark", "redact", "secrets_of", "without_addresses"]

_ROUNDS: Final = 4  # what one round uncovers the next one sees


def redact(text: str, secrets: Iterable[str] = ()) -> str:
    """The text without secrets and without terminal escapes. `secrets`: exact values to remove as well (see `secrets_of`)."""
    aside, hide, back = keeping()
    exact = tuple(secrets)
    text = aside(plain(text))
    for _ in range(_ROUNDS):
        before, text = text, _round(text, exact, hide)
        if text == before:
            break
    return back(text)


def _round(text: str, secrets: tuple[str, ...], hide: Hide) -> str:
    for secret in secrets:
        for form in forms(secret):
            if form in text:
                text = text.replace(form, hide("environment", secret))
    text = keys.redacted(text, hide)
    text = known.redacted(text, hide)
    text = addressed.redacted(text, hide)
    text = named.redacted(text, hide)
    text = listed.redacted(text, hide)
    return diced.redacted(text, hide, tuple(secret.encode("utf-8", "surrogatepass") for secret in secrets))
