"""Asking a model, and believing only what holds: a question goes out, a value that was checked comes back, or none.

    question -> redact -> remembered? -> budget -> circuit breaker -> retries -> provider
             -> sanitize -> parse -> validate -> the question's own checks -> value, or a correction, or the rule-made words

Start at `ask.py`. `session.py` is what stands between a question and its provider; `ground.py` says whether a text claims
more than its evidence. Providers are a shelf, one file each.

Imports errors, model, redact, shelf, words.
"""
