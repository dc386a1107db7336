"""The outside: git, folders, documents on disk, stored results. One vendor, one file; reached only through `wiring`.

Imports border, children, errors, forge, llm, model, ports, rca, redact, tasks, unchanged.
"""
