"""One plug-in per language: mostly tables. A module or folder here that exposes `PLUGIN` is a language; nothing else
lists them.

Imports model, shapes.
"""
