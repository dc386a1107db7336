# Two images of one kind:
#   docker build --target action .   what a Docker action runs: root, because the runner mounts a workspace of another user
#   docker build .                   what serves webhooks on your own machines: `flowscout listen` as a user without rights
FROM python:3.13.7-slim-bookworm AS build
WORKDIR /src
COPY requirements.action.lock ./
RUN python -m venv /opt/flowscout \
 && /opt/flowscout/bin/pip install --no-cache-dir --disable-pip-version-check --only-binary=:all: --require-hashes -r requirements.action.lock
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY src ./src
RUN /opt/flowscout/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps . \
 && /opt/flowscout/bin/pip uninstall --yes --disable-pip-version-check pip \
 && /opt/flowscout/bin/python -m compileall -q /opt/flowscout

FROM python:3.13.7-slim-bookworm AS base
# Debian keeps one version of git in a release and mends it in place: a pinned one cannot be installed after the next fix.
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install --yes --no-install-recommends git ca-certificates \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/flowscout /opt/flowscout
# A Docker action stands in the checkout, with the environment of the job: Python is isolated from both. Of that environment it
# would still read where it is to believe that it lies.
ENV PATH=/opt/flowscout/bin:$PATH
ENTRYPOINT ["env", "-u", "PYTHONEXECUTABLE", "/opt/flowscout/bin/python", "-IuB", "-m", "flowscout"]

FROM base AS action
# The workspace belongs to the runner's user. No other folder is trusted.
RUN git config --system --add safe.directory /github/workspace
CMD ["action"]

FROM base AS listen
RUN useradd --system --uid 10001 --create-home --home-dir /home/flowscout flowscout \
 && install --directory --owner=flowscout --mode=0700 /home/flowscout/.cache
USER 10001
WORKDIR /home/flowscout
ENV HOME=/home/flowscout XDG_CACHE_HOME=/home/flowscout/.cache
VOLUME ["/home/flowscout/.cache"]
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=6s --start-period=10s CMD ["/opt/flowscout/bin/python", "-I", "-m", "flowscout", "listen", "--health"]
CMD ["listen", "--host", "0.0.0.0"]
