"""The Parse port: bytes in, facts of the file out. One vendor, one file.

Imports children, languages, model, shapes, shelf, words.
"""
