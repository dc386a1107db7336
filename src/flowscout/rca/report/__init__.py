"""A root cause as a person or a program reads it: Markdown, terminal, JSON, SARIF, annotations."""
