"""Two edits at once: what a review must tell of one it tells beside the other, which counts for nothing or is told by itself."""
