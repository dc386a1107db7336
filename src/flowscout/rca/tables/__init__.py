"""Log formats as data: a file of rows for each tool, read into the patterns that `extract` searches with.

`shapes` are the parts that rows share (a place, a file, a message), `rows` reads a file, `literals` derives from an expression what
every line it matches holds, `order` says which row is tried first, `kept` keeps what was read beside the files, `shelf` puts the
shelf together.
"""
