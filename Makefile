# Needs Python 3.11 or newer, git and make. Everything else comes from PyPI (and npm) into .venv and tests/mermaid.
.DEFAULT_GOAL := help
.PHONY: help demo test soak mutants pairs composed witness mutate bench scale gallery dist lock clean

# Each of some thousand processes that the tests start would compile the package again.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
BIN := .venv/bin
REPO ?=
PACKAGES = $(BIN)/python -c "import sys, pathlib; sys.path.insert(0, 'tests/mermaid'); import harness; print(harness.ready() or harness.ready(pathlib.Path('tests/hub')) or 'npm packages are ready')"

help:
	@echo "make demo             draw a sample repository: charts, docs and the hook on a commit"
	@echo "make demo REPO=path   the same in a copy of any repository"
	@echo "make test             lint, types and every test"
	@echo "make soak             what takes longer: edit scripts (SOAK_SCRIPTS=500 a language), kill -9 (SOAK_KILLS=300), mutated sources (SOAK_MINUTES=10), spliced input of every kind (FUZZ_MINUTES=60), and with SOAK_REPOS='path path' stability, the deletion test and a replay"
	@echo "make mutants          the mutation score of the review: MUTANTS=2000 changes of real code, drawn by SEED from REPOS='path path'"
	@echo "make pairs            what is told of a change of real code that another one stands beside, which counts for nothing: MUTANTS=500 by SEED from REPOS"
	@echo "make composed         what is told of a change of real code that does not come alone: with a second one, a new layout, a new name, a move to another file"
	@echo "make witness          what reviews of COMMITS=25 of each of REPOS='path path' claim that the plain difference does not bear out, drawn by SEED"
	@echo "make mutate           small wrongs put into our own code, and whether an example notices: MUTATIONS=1000 drawn by SEED, in ROOMS='flow words' or all"
	@echo "make bench            speed and memory beside public peers; BENCH_REPOS='path path'"
	@echo "make scale            how time, memory and the store grow: SCALE='1000 10000 100000' functions, grown by SEED; CLUSTER=10000 on a Dask cluster and a Redis"
	@echo "make gallery          draw docs/gallery.md of public projects anew; GALLERY_FROM=folder of clones, else from GitHub"
	@echo "make dist             build wheel, source archive and bill of materials into build/"
	@echo "make lock             renew requirements.lock"

demo: .venv/.base
	@$(BIN)/python demo/demo.py $(if $(REPO),"$(REPO)")

test: .venv/.dev
	$(BIN)/ruff check src tests demo
	$(BIN)/ruff format --check -q src tests demo
	$(BIN)/mypy & types=$$!; $(PACKAGES) && $(BIN)/pytest -n 3 --dist worksteal; tests=$$?; \
	wait $$types || { echo "The types do not hold: mypy said so above, before the tests."; exit 1; }; exit $$tests

soak: .venv/.dev .venv/.npm
	FLOWSCOUT_SEEDS=$(or $(SOAK_SCRIPTS),500) $(BIN)/pytest -n 2 tests/incremental tests/resolvers/test_tangled.py
	FLOWSCOUT_LAWS=all $(BIN)/pytest -n 2 tests/test_corpus.py
	FLOWSCOUT_FAULTS=all $(BIN)/pytest -n 2 tests/hub/test_faults.py tests/hub/test_gate_bot.py tests/hub/test_hostile_pull.py
	FLOWSCOUT_NASTY=60 $(BIN)/pytest -n 2 tests/rca/test_nasty.py
	FLOWSCOUT_REPLIES=10000 $(BIN)/pytest -s tests/agents/test_adversarial.py
	FLOWSCOUT_KILLS=$(or $(SOAK_KILLS),300) FLOWSCOUT_DAMAGES=300 FLOWSCOUT_ROUNDS=20 $(BIN)/pytest -n 2 tests/never_lost
	$(BIN)/python tests/soak/soak.py
	FUZZ_MINUTES=$(or $(FUZZ_MINUTES),60) $(BIN)/python tests/soak/fuzz.py
	$(BIN)/python tests/soak/doors.py
	$(if $(SOAK_REPOS),$(BIN)/python tests/soak/stability.py 200 $(SOAK_REPOS))
	$(if $(SOAK_REPOS),$(BIN)/python tests/soak/deletion.py $(or $(SOAK_STATEMENTS),1000) $(or $(SOAK_SEED),1) $(SOAK_REPOS))
	for repo in $(SOAK_REPOS); do git -C $$repo rev-parse 2>/dev/null && { $(BIN)/python tests/soak/replay.py $$repo 50 || exit 1; }; done; true

mutants: .venv/.dev .venv/.npm
	$(BIN)/python tests/mutants/run.py $(or $(SEED),1) $(or $(MUTANTS),2000) $(or $(REPOS),src/flowscout)

pairs: .venv/.dev
	$(BIN)/python tests/mutants/pairs.py $(or $(SEED),1) $(or $(MUTANTS),500) $(or $(REPOS),src/flowscout)

composed: .venv/.dev
	$(BIN)/python tests/mutants/composed.py $(or $(SEED),1) $(or $(MUTANTS),200) $(or $(REPOS),src/flowscout)

witness: .venv/.dev
	$(BIN)/python tests/witness/run.py $(or $(SEED),1) $(or $(COMMITS),25) $(or $(REPOS),.)

mutate: .venv/.dev
	$(BIN)/python tests/mutate/run.py $(or $(SEED),1) $(or $(MUTATIONS),1000) $(ROOMS)

bench: .venv/.base build/peers/.ready
	$(BIN)/python tests/bench/bench.py build/peers/bin $(BENCH_REPOS)
	$(BIN)/python tests/bench/logs.py build/peers/bin

scale: .venv/.dev
	SEED=$(or $(SEED),1) $(BIN)/python tests/bench/growth.py $(if $(CLUSTER),--cluster $(CLUSTER),$(SCALE))

gallery: .venv/.base
	$(BIN)/python tests/gallery/gallery.py $(GALLERY_FROM)

dist:
	rm -rf build/dist build/release
	$(PYTHON) -m venv build/release
	build/release/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.release.lock
	build/release/bin/python -m build --no-isolation --outdir build/dist .
	build/release/bin/twine check --strict build/dist/*
	build/release/bin/python .ci/sbom.py > build/flowscout.cdx.json

# The lock names versions and hashes only; which index serves them is pip's own configuration.
lock:
	$(PYTHON) -m venv build/lock
	build/lock/bin/pip install --quiet uv
	build/lock/bin/uv pip compile --quiet --no-config --upgrade --universal --python-version 3.11 --generate-hashes \
	  --extra dev --no-emit-index-url --custom-compile-command "make lock" \
	  pyproject.toml --output-file requirements.lock
	build/lock/bin/uv pip compile --quiet --no-config --upgrade --universal --python-version 3.11 --generate-hashes \
	  --extra github --no-emit-index-url --custom-compile-command "make lock" \
	  pyproject.toml --output-file requirements.action.lock
	build/lock/bin/uv pip compile --quiet --no-config --upgrade --universal --python-version 3.11 --generate-hashes \
	  --extra github --extra anthropic --extra ollama --extra openai --no-emit-index-url --custom-compile-command "make lock" \
	  pyproject.toml --output-file requirements.models.lock

	build/lock/bin/uv pip compile --quiet --no-config --upgrade --universal --python-version 3.11 --generate-hashes \
	  --group release --no-emit-index-url --custom-compile-command "make lock" \
	  --output-file requirements.release.lock

clean:
	rm -rf build .venv tests/mermaid/node_modules tests/hub/node_modules

.venv/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "flowscout needs Python 3.11 or newer: make PYTHON=python3.12 …")'
	$(PYTHON) -m venv .venv

.venv/.base: pyproject.toml | .venv/bin/pip
	$(BIN)/pip install --quiet -e .
	@touch $@

# Of some ten thousand modules a run imports a third: each is compiled when it is.
.venv/.dev: pyproject.toml requirements.lock | .venv/bin/pip
	$(BIN)/pip install --quiet --no-compile --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --no-compile --no-deps -e .
	@touch $@ .venv/.base

.venv/.npm: .venv/.dev tests/mermaid/package-lock.json tests/hub/package-lock.json
	$(PACKAGES)
	@touch $@

build/peers/.ready: tests/bench/peers.txt | .venv/bin/pip
	$(PYTHON) -m venv build/peers
	build/peers/bin/pip install --quiet -r tests/bench/peers.txt
	build/peers/bin/pip install --quiet --no-deps drain3==0.9.11  # it asks for a cachetools of 2021, and works with today's
	@touch $@
