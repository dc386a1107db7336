"""What a question says, by its words alone: nothing here asks the index or reads a file."""
