"""A change of one piece -> its sentence."""
