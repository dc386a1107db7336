"""A sentence about a function, read into claims that are each held against its steps: supported, contradicted, or unchecked."""
