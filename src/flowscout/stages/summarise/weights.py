"""What counts for telling of a statement, and what against. Made by `python tests/words/salience.py --write`."""

from __future__ import annotations

from typing import Final

WEIGHTS: Final = {
    "accessor": -0.50,
    "again": -1.48,
    "asks a field": 0.49,
    "asks nobody": 0.28,
    "asks self": 0.37,
    "asks what is given": 0.38,
    "back": 0.20,
    "conditional": -0.16,
    "conditional twice": -0.42,
    "early": 0.20,
    "feeds": -0.21,
    "given": 0.67,
    "its class": 1.24,
    "its result": 0.85,
    "its thing": 1.50,
    "its thing at all": 1.17,
    "its thing beside": 1.48,
    "its verb": 1.93,
    "kind new": 0.76,
    "made": -0.36,
    "many arguments": 0.19,
    "no argument": -0.23,
    "one word": -0.72,
    "says add": 0.13,
    "says append": -0.28,
    "says increment": -0.36,
    "says read": -0.40,
    "says set": 0.42,
    "verb within": -0.14,
}
