"""What a model may look up while it works on an answer: one file each, found by its name. They read the project, never the disk."""
