"""The incremental machinery, generic in key and value: it has never heard of flowcharts. Imports border, model, ports."""
