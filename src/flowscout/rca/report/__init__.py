"""A root cause as a program or a terminal reads it: JSON, SARIF, annotations, plain text. Markdown is a task's."""
