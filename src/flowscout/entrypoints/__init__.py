"""Doors that are not the command line: the hook. Imports adapters, bot, errors, forge, llm, model, pipeline, ports, rca, redact, shelf, tasks, unchanged, wiring, words."""
