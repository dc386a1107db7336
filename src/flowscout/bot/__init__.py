"""The bot: what happened on GitHub, what somebody asks for, and what is said back.

`event` reads a payload, `parse` a comment, `commands` is the shelf of commands, `listing` words what there is.
Imports errors, model, pipeline, tasks, tools.
"""
