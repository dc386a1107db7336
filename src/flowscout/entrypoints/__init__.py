"""Doors that are not the command line: the hook. Imports adapters, model, pipeline, ports, shelf, tasks, unchanged, wiring."""
