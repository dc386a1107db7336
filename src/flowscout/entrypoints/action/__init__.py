"""The GitHub Action: one event, one activity, published where it can be."""
