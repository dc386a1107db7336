"""Repositories: the git binary, what stands in its index and commits, and where a clone comes from."""
