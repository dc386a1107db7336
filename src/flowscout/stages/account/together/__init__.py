"""What is said of a whole file and of all files: each thing once, nothing left out, nothing that the text does not bear out."""
