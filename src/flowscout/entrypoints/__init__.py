"""Doors that are not the command line: the hook."""
