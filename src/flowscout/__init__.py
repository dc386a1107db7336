"""flowscout keeps pictures of what code does in step with the code. Start reading at `flowscout.pipeline`."""

__version__ = "0.1.0"
