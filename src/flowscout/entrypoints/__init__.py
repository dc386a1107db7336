"""Doors that are not the command line: the hook.

Imports adapters, border, bot, children, config, defects, errors, forge, llm, model, pipeline, ports, rca, redact, shelf, tasks, tools, unchanged, wiring, words.
"""
