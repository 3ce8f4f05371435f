# make run    sets Kibitz up in .venv and starts it
# make test   sets Kibitz up with its checking tools and runs every check
# make fuzz   ten thousand damaged files for every reader
# make bench  speed, side by side with other programs
# make screenshots  pictures of the study app's views, into docs/screenshots (needs Chromium)
#
# Tests of what trains networks need torch, those of clusters Ray; they are skipped without: make test EXTRAS=dev,train,cluster

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := pyproject.toml CMakeLists.txt $(wildcard native/*/*.hpp native/*/*/*.hpp native/*/*.cpp)
EXTRAS ?= dev
ON_CORES := -n 2

.PHONY: run test lint fuzz bench screenshots clean

run: $(VENV)/installed
	@$(BIN)/kibitz

test: lint
	@echo "Running the tests ..."
	@$(BIN)/python -m pytest $(ON_CORES) -m "not fuzz"

lint: $(VENV)/installed-dev
	@echo "Checking style, types and which folder imports which ..."
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

fuzz: $(VENV)/installed-dev
	@echo "Feeding damaged files to every reader (some minutes) ..."
	@$(BIN)/python -m pytest $(ON_CORES) -m fuzz

bench: $(VENV)/installed-dev
	@echo "Measuring speed (some minutes) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@for script in benchmarks/*.py; do $(BIN)/python $$script || exit 1; done

screenshots: $(VENV)/installed-dev
	@echo "Taking pictures of the study app (some minutes) ..."
	@$(BIN)/python docs/make_screenshots.py

$(VENV)/installed: $(CORE) | $(VENV)/created
	@echo "Installing Kibitz and building its C++ core for this machine (about a minute) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/installed-dev: $(CORE) | $(VENV)/created
	@echo "Installing Kibitz with its checking tools and building its C++ core (a minute or two) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[$(EXTRAS)]'
	@touch $@ $(VENV)/installed

$(VENV)/created:
	@echo "Making a Python environment in $(VENV) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Kibitz needs Python 3.11 or newer; set PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

clean:
	rm -rf $(VENV) build
