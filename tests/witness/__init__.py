"""An independent witness of a review: the plain difference of the text, which knows nothing of statements and their pairs."""
