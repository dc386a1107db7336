"""One plug-in per command of the bot. A module here that exposes `PLUGIN` is a command; nothing else lists them."""
