"""Doors that are not the command line: the hook. Imports adapters, errors, model, pipeline, ports, shelf, tasks, unchanged, wiring."""
