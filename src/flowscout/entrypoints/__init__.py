"""Doors that are not the command line: the hook. Imports adapters, border, bot, children, defects, errors, forge, llm, model, pipeline, ports, rca, redact, shelf, tasks, unchanged, wiring, words."""
