"""The bot: what happened on GitHub, what somebody asks for, and what is said back.

`event` reads a payload, `parse` a comment, `commands` is the shelf of commands, `reply` words answers.
Imports errors, model, pipeline, tasks, tools.
"""
