"""What is kept between runs, in SQLite: facts by blob, views of a root, results that were expensive; an organisation's
memo behind it."""
