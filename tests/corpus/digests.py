"""Prints one digest per case and language: run under two hash seeds, it must print the same."""

from __future__ import annotations

import hashlib

from . import notation
from .driver import cases
from .laws import everything


def main() -> None:
    for case in cases():
        for language in case.languages:
            built = notation.project(case.variant(language), case.semantics)
            digest = hashlib.sha256("\0".join(everything(built)).encode()).hexdigest()
            print(f"{digest} {language} {case.name}")


if __name__ == "__main__":
    main()
