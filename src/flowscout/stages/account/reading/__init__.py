"""What a piece does and under what it runs, in words, on either side."""
