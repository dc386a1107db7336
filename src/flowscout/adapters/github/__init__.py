"""GitHub: its interface as a Forge, the runner that an Action runs on, logs to download, deliveries of webhooks."""
