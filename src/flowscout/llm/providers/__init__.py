"""One plug-in per kind of server: a module that exposes `PLUGIN`, a `Provider`. Its stem is the name that is configured."""
