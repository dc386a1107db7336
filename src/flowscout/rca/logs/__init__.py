"""One plug-in per log format: a record of patterns with a sample. A module here that exposes `PLUGIN` is a format; nothing else lists them.

Plug-ins know only `model.logformat` and not each other.
"""
