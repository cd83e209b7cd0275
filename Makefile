# `make play` and `make test` need nothing but Python, git and make: they set up a private environment first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: play test test-all sizes check format bench bench-serve ladder table manual screenshots snapshots clean

play: $(READY)
	@$(BIN)/tabletown

# Slow tests wait for terminals, so there are more workers than cores; each takes five seconds to read all tests, once
# they are compiled. Tests start hundreds of programs, which should not compile their modules each time, even where the
# environment says so.
TESTS := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest
PYTEST := $(TESTS) --dist worksteal
COMPILED := $(VENV)/.compiled

test: $(COMPILED)
	$(PYTEST) -n 4 -m "not slow"

test-all: $(COMPILED)
	$(PYTEST) -n 8

# WHAT="-k 'sf1906 and 80'" takes a part of it.
sizes: $(COMPILED)
	$(PYTEST) -n 4 tests/tui/games/whole_grid.py $(WHAT)

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# WHAT=--json prints two objects of JSON.
bench: $(READY)
	$(BIN)/python -m tabletown.rules.arena bench $(WHAT)
	$(BIN)/python -m tests.e2e.latency $(WHAT)

bench-serve: $(READY)
	$(BIN)/python -m tests.tui.server.bench

# Hours in all, and Ctrl+C loses nothing: `make ladder` goes on, WHAT="splendor --module base" takes a part of it,
# `make table` writes what there is into rules/bots/README.md. Remove $(PLAYED) first after a change of the bots.
PLAYED := rules/arena/ladder.jsonl.gz
GAMES := $(VENV)/ladder.jsonl
LADDER := $(BIN)/python -m tabletown.rules.arena play --ladder --adjacent --games 200 --file $(GAMES)

$(GAMES): $(PLAYED) | $(READY)
	gunzip -c $(PLAYED) > $@

ladder: $(GAMES)
	$(LADDER) $(WHAT); gzip -9nc $(GAMES) > $(PLAYED)
	$(LADDER) --table --write rules/bots/README.md

table: $(GAMES)
	$(LADDER) --table --write rules/bots/README.md

manual: $(READY)
	$(BIN)/python -m tabletown.tui.cli.manpage > tui/share/tabletown.1

screenshots: $(READY)
	$(BIN)/python -m tests.tui.screenshots

snapshots: $(READY)
	$(PYTEST) -n 4 tests/tui/test_goldens.py --snapshot-update
	$(BIN)/python -m pytest tests/tui/test_snapshots.py --snapshot-update

clean:
	rm -rf $(VENV) .links dist

# All workers would compile the same at once; two cores can each compile half.
$(COMPILED): $(READY)
	$(TESTS) --collect-only --quiet tests/tui > /dev/null & \
	$(TESTS) --collect-only --quiet --ignore tests/tui > /dev/null && wait $$!
	@touch $@

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tabletown needs Python 3.11 or newer")'
	@echo "Setting up a private environment in $(VENV); this takes about a minute."
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@
