# `make play` and `make test` need nothing but Python, git and make: they set up a private environment first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: play test check format bench screenshots snapshots clean

play: $(READY)
	@$(BIN)/tabletown

test: $(READY)
	$(BIN)/python -m pytest -n 2 --dist loadfile

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(READY)
	$(BIN)/python -m rules.bench
	$(BIN)/python -m tests.e2e.latency

screenshots: $(READY)
	$(BIN)/python -m tests.tui.screenshots

snapshots: $(READY)
	$(BIN)/python -m pytest tests/tui --snapshot-update

clean:
	rm -rf $(VENV) dist

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tabletown needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@
