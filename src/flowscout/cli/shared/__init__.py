"""What several verbs share: their common arguments, what is said to a person, who hears of progress, the desk of the tools."""
