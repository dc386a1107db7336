"""The mutation score of a review: real code is changed by an operator that knows what it did, and the review of that change is
held against it.

`operators` change, one family a file; `drawing` picks where, by a seed; `told` is what a review says, edit by edit; `judge`
holds the two together; `table` adds up; `run` is the command.
"""
