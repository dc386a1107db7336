"""Who is called. One resolver per kind of language, each reading the project only through Lookup.

A resolver exposes a few functions: `prepare(path, facts, ids) -> scope` (a pure function of one file, computed once),
`offers(scope)` (what the file brings to others) and `resolve(scope, position, lookup)` (the call sites of one
function); `resolve_file(scope, lookup)` is `resolve` of every function, sharing what they ask. `surface(path, function,
lookup)` says how much of a function others may see, and by what evidence.

Imports model, ports.
"""
