"""One file of rows for each tool, `NAME.toml`, which `rca.tables` reads; nothing else lists them.

What rows cannot say (chained tracebacks, reports in JSON) a module beside it reads: `NAME.py` with its `READINGS`. These modules know only
`model.logformat` and not each other.
"""
