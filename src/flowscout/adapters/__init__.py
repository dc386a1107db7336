"""The outside: git, folders, documents on disk, stored results. Each vendor's library is imported by one file; reached only through `wiring`.

Imports border, children, errors, forge, llm, model, ports, rca, redact, tasks, unchanged.
"""
