"""Files of this machine: documents, folders outside git, archives of strangers, the user's own settings."""
