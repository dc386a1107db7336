"""The Parse port: bytes in, facts of the file out. Each vendor's library is imported by one file.

Imports children, languages, model, shapes, shelf, words.
"""
