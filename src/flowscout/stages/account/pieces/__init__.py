"""A file, or a function, as a tree of pieces: their tokens, what they declare, set and ask, and how they are quoted."""
