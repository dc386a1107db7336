"""The verbs without their doors: ports and values in, values out. Nothing here reads a disk or starts a process.

Imports agents, border, engine, errors, file_index, forge, llm, model, pipeline, ports, rca, redact, resolvers, shelf, stages, whole, words.
"""
