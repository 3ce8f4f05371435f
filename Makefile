# make run    sets Kibitz up in .venv and starts it
# make test   sets Kibitz up with its checking tools and runs every check; its end says what it skipped for want of a program
# make test-extras  installs torch and Ray too, checks types with them, runs only what make test skipped, then make docs and make wheel
# make fuzz   ten thousand damaged files for every reader, then coverage-guided fuzzing: SECONDS=30 for each target
# make sanitize  the C++ core built with address, undefined-behaviour and thread sanitizers, and tests on it (PART=--quick for less)
# make docs   the site of the documents into build/site and the manual page into build/man, without a warning or a broken link
# make wheel  a wheel in a new environment outside this folder, where all that the documents say is tried (WHEEL="--builds all --processor
#             Nehalem" for all builds of the core, and for an older processor)
# make packaging  the workflow that builds wheels, the settings of cibuildwheel, Dockerfile and CITATION.cff, by their linters
# make compilers  the C++ core by every compiler that is there: g++, clang, for ARM and for Windows
# make bench  speed, side by side with other programs
# make soak   the study app under 20 clients for half an hour: no error, no growth
# make screenshots  pictures of the study app's views, into docs/screenshots (needs Chromium)
#
# make test needs Python, pip and g++ alone. Tests of what trains networks need torch, those of clusters Ray, those of the pages
# Chromium, and some play against GNU Go and GRhino. On Debian: apt-get install chromium-headless-shell gnugo grhino, then make test-extras.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := pyproject.toml CMakeLists.txt $(wildcard native/*/*.hpp native/*/*/*.hpp native/*/*.cpp native/*/*/*.cpp)
SKIPPED := $(VENV)/skipped-for-want
ON_CORES := -n 2
SECONDS ?= 30
TARGETS ?=
PART ?=
WHEEL ?=
# The packages of an extra alone, so that the core is not built again.
packages = $(BIN)/python -c 'import sys, tomllib; found = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]; print(*(package for name in sys.argv[1:] for package in found[name]), sep="\n")'
# What cibuildwheel would build for a system and a kind of processor.
identifiers = $(BIN)/cibuildwheel --platform $(1) --archs $(2) --config-file cibuildwheel.toml --print-build-identifiers .

.PHONY: run test test-extras lint docs wheel packaging compilers fuzz sanitize bench soak screenshots clean

run: $(VENV)/installed
	@$(BIN)/kibitz

test: lint
	@echo "Running the tests ..."
	@$(BIN)/python -m pytest $(ON_CORES) -m "not fuzz" --record-wants=$(SKIPPED)

test-extras: $(VENV)/installed-extras docs wheel
	@test -e $(SKIPPED) || { echo "make test comes first: it notes which tests it skips"; exit 1; }
	@echo "Checking types where torch is installed ..."
	@$(BIN)/mypy
	@echo "Running the tests that were skipped ..."
	@if test -s $(SKIPPED); then $(BIN)/python -m pytest $(ON_CORES) -m "not fuzz" --only=$(SKIPPED); else echo "None was."; fi

docs: $(VENV)/installed-dev $(VENV)/docs.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --requirement $(VENV)/docs.txt
	@echo "Building the site of the documents ..."
	@$(BIN)/python docs/building/build_site.py

wheel: $(VENV)/created
	@echo "Building a wheel and trying it elsewhere (some minutes) ..."
	@$(BIN)/python tests/wheel/run.py $(WHEEL)

packaging: $(VENV)/packaging.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --requirement $(VENV)/packaging.txt
	@$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows packaging/wheels.yml
	@$(BIN)/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
	@$(BIN)/hadolint Dockerfile
	@$(call identifiers,linux,x86_64) && $(call identifiers,linux,aarch64)
	@$(call identifiers,macos,x86_64) && $(call identifiers,macos,arm64) && $(call identifiers,windows,AMD64)

compilers: $(VENV)/installed-dev $(VENV)/sanitize.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --requirement $(VENV)/sanitize.txt
	@echo "Building the C++ core with every compiler (some minutes) ..."
	@$(BIN)/python tests/compilers/run.py

lint: $(VENV)/installed-dev
	@echo "Checking style, types and which folder imports which ..."
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

fuzz: $(VENV)/installed-dev $(VENV)/fuzz.txt
	@echo "Feeding damaged files to every reader (some minutes) ..."
	@$(BIN)/python -m pytest $(ON_CORES) -m fuzz
	@$(BIN)/pip install --quiet --disable-pip-version-check --requirement $(VENV)/fuzz.txt || { echo "There is no wheel of Atheris for this Python and machine: use CPython 3.11 on Linux and x86-64 (make PYTHON=python3.11 fuzz), or build it with clang."; exit 1; }
	@echo "Fuzzing every target for $(SECONDS) seconds ..."
	@$(BIN)/python tests/fuzz/run.py --seconds $(SECONDS) $(TARGETS)

sanitize: $(VENV)/installed-dev $(VENV)/sanitize.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --requirement $(VENV)/sanitize.txt
	@$(BIN)/python tests/sanitize/run.py $(PART)

bench: $(VENV)/installed-dev
	@echo "Measuring speed (some minutes) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@for script in $(filter-out benchmarks/soak.py benchmarks/soaking/%, $(wildcard benchmarks/*.py benchmarks/*/*.py)); do $(BIN)/python $$script || exit 1; done

soak: $(VENV)/installed-dev
	@echo "Using the study app (half an hour) ..."
	@$(BIN)/python benchmarks/soak.py

screenshots: $(VENV)/installed-dev
	@echo "Taking pictures of the study app (some minutes) ..."
	@$(BIN)/python docs/make_screenshots.py

$(VENV)/installed: $(CORE) | $(VENV)/created
	@echo "Installing Kibitz and building its C++ core for this machine (about a minute) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/installed-dev: $(CORE) | $(VENV)/created
	@echo "Installing Kibitz with its checking tools and building its C++ core (a minute or two) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/installed

$(VENV)/installed-extras: $(VENV)/installed-dev
	@echo "Installing torch, Ray and what else trains networks (some minutes) ..."
	@$(packages) train cluster > $(VENV)/extras.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --requirement $(VENV)/extras.txt --constraint constraints.txt
	@touch $@

$(VENV)/fuzz.txt $(VENV)/sanitize.txt $(VENV)/docs.txt $(VENV)/packaging.txt: $(VENV)/%.txt: pyproject.toml | $(VENV)/installed-dev
	@$(packages) $* > $@

$(VENV)/created:
	@echo "Making a Python environment in $(VENV) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Kibitz needs Python 3.11 or newer; set PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

clean:
	rm -rf $(VENV) build
