"""The verbs without their doors: ports and values in, values out. Nothing here reads a disk or starts a process.

Imports agents, engine, errors, llm, model, pipeline, ports, rca, shelf, stages, words.
"""
