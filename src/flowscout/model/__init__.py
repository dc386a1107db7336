"""The vocabulary: immutable values that the rooms exchange. Standard library only, cheap to import.

Imports nothing of ours.
"""
