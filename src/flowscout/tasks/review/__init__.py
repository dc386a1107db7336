"""A review: what a change of code means, and how a comment, a terminal and a program are told of it."""
