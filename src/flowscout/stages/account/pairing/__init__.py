"""Which piece of one side is which of the other, and what then differs."""
