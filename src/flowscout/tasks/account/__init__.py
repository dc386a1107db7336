"""Every edit of a change with its one answer, asked of the stages file by file."""
