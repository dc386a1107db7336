"""Where work runs: forked processes of this machine, or a Dask cluster."""
