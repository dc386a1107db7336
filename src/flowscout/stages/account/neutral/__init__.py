"""What makes a differing piece do nothing: forms that are one, names, places, what no build has."""
