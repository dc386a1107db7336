"""The tools: a file each, found by its name. They read what lies on the desk, write nothing, run nothing and fetch nothing."""
