"""Doors that are not the command line: the hook. Imports adapters, errors, llm, model, pipeline, ports, shelf, tasks, unchanged, wiring."""
