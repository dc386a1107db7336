"""The root cause of a red build: what a log says first, and where that points in the code.

`reading` makes clean lines of any log, `logs` holds one format a file, `tables` reads these, `extract` reads records by them, `rank` puts the
first true cause first, `locate` maps it into the repository. Imports border, model, shelf.
"""
