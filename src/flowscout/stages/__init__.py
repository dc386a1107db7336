"""The stages, in reading order: bind, flow, actions, calls, summarise, scenario, detail, mermaid, compare, account.

Each is one pure function. No stage imports another: they meet in `pipeline` and speak through `model`. They may read
`resolvers`, `words`, `languages` and what lies below.

Imports engine, model, ports, resolvers, words.
"""
