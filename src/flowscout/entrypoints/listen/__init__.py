"""The webhook server: the commands and the review of the Action, for organisations that prefer a GitHub App.

`accept` judges a request, `server` speaks HTTP, `work` takes what waits, `child` is the process that one delivery runs
in.
"""
