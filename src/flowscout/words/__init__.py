"""Words: what code says in plain English.

`reading` makes a small tree of an expression's text, `english` words conditions, statements and loops from it; `lexicon` and
`lvalue` say what a call's name and a write's target mean; `names` splits identifiers. Imports engine, model.
"""
