"""C and C++ as the compiler reads them: the answers of libclang, asked in worker processes that may die.

`database` finds how a project is compiled, `flags` keeps of that what only says how to read, `includes` follows what a
unit includes, `guard` starts and stops the workers, `worker` is what runs in them, `walk` the only file that knows
libclang, and `builtin` the headers that a compiler brings itself.

Imports model, border.
"""
