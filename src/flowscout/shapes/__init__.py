"""What languages are made of: row factories for their statement tables, and the type of the frontend's tables.

A language is mostly data because the ways a statement can steer control are few: it branches, loops, chooses, guards,
leaves. `rows` has one factory for each, to be told the grammar's field names. `reading` types the tables by which a
frontend finds functions, types and what stands in them; `draft` is what those tables fill in.

Imports model.
"""
