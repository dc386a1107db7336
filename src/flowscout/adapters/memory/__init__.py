"""Root causes that were found before: of this machine's user, or of an organisation."""
