# Bare `make` lists the targets. Another Python: make PYTHON=python3.13 test
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable

.PHONY: help demo test lint coverage oldest fuzz bench real-data refresh-real convert-all peers review-load label-studio pictures docs clean
.DEFAULT_GOAL := help

help: ## list these targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "  %-15s %s\n", $$1, $$2 }'

demo: $(VENV)/.core ## install the package and show a release that is blocked for the right reasons
	$(BIN)/goldsmith demo

test: $(VENV)/.test $(VENV)/.system $(VENV)/.oldest $(VENV)/.axe lint ## install what the tests need, check style, types and floors, run every test
	$(BIN)/python -m pytest -n 2

lint: $(VENV)/.test ## style, types and floors alone
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo importlinter.toml

coverage: $(VENV)/.test ## the tests once more, with what they did not reach
	$(BIN)/python -m pytest -n 2 --cov --cov-report=term-missing

oldest: $(VENV)/.oldest ## the oldest supported frameworks against the same tests
	GOLDSMITH_REQUIRE_OLDEST=1 $(BIN)/python -m pytest tests/adapters/systems/test_oldest.py

fuzz: $(VENV)/.test ## the property tests with many more examples
	$(BIN)/python -m pytest -n 2 -m hypothesis --hypothesis-profile=fuzz --timeout=1800
	GOLDSMITH_FUZZED=1000000 $(BIN)/python -m pytest -n 2 tests/reliability/test_fuzzed_inputs.py --timeout=1800

bench: $(VENV)/.bench ## our jobs beside the best peers, each ratio with its goal
	$(BIN)/python benchmarks/run.py

real-data: $(VENV)/.core ## the walk of the documentation on public data, with its figures
	$(BIN)/python tools/real_data.py

refresh-real: $(VENV)/.core ## refresh cases on a handbook that changed, held against labels made by hand
	$(BIN)/python tools/refresh_real.py $${GOLDSMITH_SHARED:-../shared}/data/tts-handbook

convert-all: $(VENV)/.core ## read every public set in its own format, with its makers' figures beside ours
	$(BIN)/python tools/convert_all.py

peers: $(VENV)/.test ## the peers' own loaders read what we export, each in an environment of its own (minutes, 3 GB)
	$(BIN)/python tools/peers.py

review-load: $(VENV)/.test ## fifty reviewers at once on PostgreSQL, twenty on SQLite: nothing lost, every page quick
	$(BIN)/python tools/review_load.py

label-studio: $(VENV)/.core $(VENV)/.label-studio ## hand reviews to a real Label Studio server and take them back (1 GB, minutes)
	$(BIN)/python tools/label_studio_real.py $(VENV)/label-studio/bin/label-studio

pictures: $(VENV)/.test $(VENV)/.system ## take the pictures of the workbench for docs/ anew
	$(BIN)/python tools/workbench_pictures.py

docs: $(VENV)/.core ## write the generated pages anew
	$(BIN)/python tools/generate_docs.py

clean: ## remove the environment and what the tools left behind
	rm -rf $(VENV) build dist .coverage htmlcov .hypothesis .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Goldsmith needs Python 3.11 or newer, for example: make PYTHON=python3.12 demo")'
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

# A stamp is as old as the last install: nothing is installed again until the project files change.
$(VENV)/.core: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) .
	@touch $@

$(VENV)/.test: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) '.[test]'
	@touch $@ $(VENV)/.core

$(VENV)/.oldest: pyproject.toml | $(VENV)/.test
	rm -rf $(VENV)/oldest
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target $(VENV)/oldest langchain-core==0.3.0 langsmith==0.1.147 tenacity==8.5.0 packaging==24.2 llama-index-core==0.12.0
	@touch $@

AXE := 4.14.1
$(VENV)/.axe: | $(BIN)/python
	@mkdir -p $(VENV)/axe
	@cd $(VENV)/axe && npm pack --silent axe-core@$(AXE) >/dev/null 2>&1 && tar -xzf axe-core-$(AXE).tgz --strip-components=1 package/axe.min.js && rm axe-core-$(AXE).tgz \
		|| echo "axe-core could not be fetched with npm: the test that uses it will be skipped. Going on without."
	@touch $@

$(VENV)/.bench: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) '.[bench]'
	@touch $@ $(VENV)/.core

$(VENV)/.label-studio: | $(BIN)/python
	$(PYTHON) -m venv $(VENV)/label-studio
	$(VENV)/label-studio/bin/python -m pip install --quiet --disable-pip-version-check label-studio==1.23.2
	@touch $@

$(VENV)/.system: tools/system_packages.sh | $(BIN)/python
	sh tools/system_packages.sh
	@touch $@
