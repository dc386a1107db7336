"""Questions with a contract: each tool has a model of its arguments, a model of its data, and an answer of one shape.

`each` is the shelf, one file a tool: a pure function of a `Desk` (what is looked at) and its arguments. `answering.answer` is
the one way to ask: it validates, keeps the time, and gives `{success, data | error{code, message}}` with the snapshot that was
looked at. The command line, the MCP server and whoever else asks go through it, so an answer is the same everywhere. `asking` answers questions in plain words through them.

Imports agents, border, engine, errors, llm, model, pipeline, ports, rca, resolvers, shelf, stages, tasks, words.
"""
