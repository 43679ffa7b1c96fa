# Everything one does in this repository; `make` alone lists it. A target sets up what it needs: the environment in
# .venv from the locks, and the compiled rules, made again whenever their sources change.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

VENV := .venv
PYTHON := $(VENV)/bin/python
INSTALL := $(PYTHON) -m pip install --quiet --disable-pip-version-check
# The interpreter that the environment is made from: the first one that is new enough, has pip, and can compile.
BASE_PYTHON = $(shell for want in Python.h encodings; do for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p tools/usable_python.py $$want 2>/dev/null && exit; done; done)

# What to run: VARIANT=europe SEATS=3, SECONDS_OF_FUZZING=600, JOBS=4, TESTS=tests/test_build.py
VARIANT ?= usa
SEATS ?= 2
SECONDS_OF_FUZZING ?= 60
GAMES ?= 1000000
POSITIONS ?= 1000
BOT_GAMES ?= 2000
BOTS ?=
STRENGTH_GAMES ?= 60
INCLUDE ?=
LADDER_GAMES ?= 400
KILLS ?= 200
JOBS ?= 2
TESTS ?=
RUNS ?=
STATES ?=
PYTEST = $(PYTHON) -m pytest -q -n $(JOBS) --dist loadgroup $(TESTS)

# Only hashes and versions go into the locks, never where they were found.
PIN = ../$(VENV)/bin/pip-compile --quiet --no-config --upgrade --generate-hashes --allow-unsafe --strip-extras --no-header \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options

# Times of files do not decide here: a build is whole or it is not done.
COMPILE = CYTHON_FORCE_REGEN=1 $(PYTHON) setup.py --quiet build_ext --inplace --force

CORE := $(filter-out %/_rules.py %/_plans.py,$(wildcard src/branchline/core/*.py src/branchline/planning/*.py)) $(wildcard src/branchline/*/_native.pyx) src/branchline/core/bits.pxd
BUILT := $(VENV)/.built
DEV := $(VENV)/.dev

# The client: made again whenever its sources or the layouts of the maps changed.
NPM := $(PYTHON) tools/npm.py
WEB_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/public/ground/*' -not -path 'web/gallery/*') \
	$(wildcard src/branchline/maps/*/layout.json)

# ---- using
.PHONY: help play terminal serve
help: ## list the targets
	@awk -F ':[^#]*## ' '/^# ---- /{print "\n" substr($$0, 8)} /^[a-z-]+:[^#]*## /{printf "  make %-15s %s\n", $$1, $$2}' Makefile

play: $(BUILT) $(VENV)/.web ## play in the browser: a server on this machine, and its page
	@$(PYTHON) -m branchline.cli.main serve --open

terminal: $(BUILT) ## play in the terminal against bots (VARIANT=europe for another game, BOTS="racer wary" for other bots)
	@$(PYTHON) -m branchline.cli.main play $(if $(filter-out file,$(origin VARIANT)),$(VARIANT)) $(if $(BOTS),--bots $(BOTS))

serve: $(BUILT) $(VENV)/.web ## the same without opening a page: http://localhost:8000
	@$(PYTHON) -m branchline.cli.main serve

# ---- proving
web-check: $(DEV) $(BUILT) $(VENV)/.web ## a few short games in a real browser, and what the first page costs (needs Chromium; RUNS="mini touch" for some)
	@$(NPM) run --silent budget
	@PYTHON=$(abspath $(PYTHON)) $(NPM) run --silent in-browser -- $(if $(RUNS),$(RUNS),--quick)

web-game: $(DEV) $(BUILT) $(VENV)/.web ## all games that the tests play in a real browser: every variant, mouse, touch, three languages (RUNS=europe for some)
	@PYTHON=$(abspath $(PYTHON)) $(NPM) run --silent in-browser -- $(RUNS)

gallery: $(DEV) $(BUILT) $(VENV)/.web ## pictures of every page and state, three widths, both lights, three languages, on one page (STATES="game tunnel", LANGS=ja for some)
	@PYTHON=$(abspath $(PYTHON)) $(NPM) run --silent gallery -- $(STATES)

.PHONY: gallery web-check web-game test test-uncompiled conformance golden perft fuzz sanitize no-peeking crash planner-games bot-games check
test: $(DEV) $(BUILT) $(VENV)/.web ## run all tests with the compiled rules (TESTS=… for some of them)
	$(PYTEST)
ifeq ($(TESTS),)
	$(NPM) run --silent test
endif

test-uncompiled: $(DEV) $(BUILT) ## run all tests with the same rules uncompiled, fewer games each
	BRANCHLINE_PURE=1 $(PYTEST)

conformance: $(DEV) $(BUILT) ## run the cases that prove each clause of the rules
	$(PYTHON) -m pytest -q tests/conformance

golden: $(DEV) $(BUILT) ## record the golden games again; look at the difference before committing it
	$(PYTHON) tests/golden/make.py

perft: $(DEV) $(BUILT) ## count the tree of moves and compare with the stored counts
	$(PYTHON) tests/perft/check.py

fuzz: $(DEV) $(BUILT) ## random games against the second engine, then very many that must end (SECONDS_OF_FUZZING=600, GAMES=100000)
	$(PYTHON) tests/test_fuzz_agreement.py --seconds $(SECONDS_OF_FUZZING)
	$(PYTHON) tools/many_games.py --games $(GAMES) --jobs $(JOBS)

sanitize: $(DEV) $(BUILT) ## whole games under the address and undefined-behaviour sanitizers
	$(PYTHON) tools/sanitize.py

no-peeking: $(DEV) $(BUILT) ## prove that bots choose the same wherever a seat can't tell two games apart (POSITIONS=1000)
	$(PYTHON) tests/peeking.py --positions $(POSITIONS)

crash: $(DEV) $(BUILT) ## kill servers while people play, and look whether anything was lost (KILLS=200; needs PostgreSQL and Redis)
	$(PYTHON) tests/crash.py --kills $(KILLS)
	$(PYTHON) tests/crash.py --kills $(KILLS) --database postgresql
	$(PYTHON) tests/crash.py --kills $(KILLS) --database postgresql --processes 2

planner-games: $(DEV) $(BUILT) ## very many games of planners and levels over all variants, seats and options: all end, nothing is lost (GAMES=1000000)
	$(PYTHON) tools/many_games.py --planners --games $(GAMES) --jobs $(JOBS)

bot-games: $(DEV) $(BUILT) ## very many games between all bots: nobody errs, nothing hangs (BOT_GAMES=2000)
	$(PYTHON) tests/bot_games.py --games $(BOT_GAMES)

check: ## everything that CI runs
	@for step in lint type contracts docs-check test test-uncompiled web-check; do \
		echo "== make $$step"; $(MAKE) $$step || { echo "make check: $$step failed" >&2; exit 1; }; done
	@echo "== all good"

# ---- writing
.PHONY: lint format type contracts docs docs-check
lint: $(DEV) $(VENV)/.npm ## check style and formatting
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(NPM) run --silent lint
	$(NPM) run --silent check

format: $(DEV) ## repair style and formatting
	$(PYTHON) -m ruff check --fix .
	$(PYTHON) -m ruff format .

type: $(DEV) $(BUILT) ## check types
	$(PYTHON) -m mypy

contracts: $(DEV) $(BUILT) ## check which layer imports which
	$(VENV)/bin/lint-imports --no-cache --no-logo

docs: $(DEV) $(BUILT) ## write the generated pages again
	$(PYTHON) tools/check_docs.py --write

docs-check: $(DEV) $(BUILT) ## check that generated pages are fresh and links lead somewhere
	$(PYTHON) tools/check_docs.py

# ---- measuring
.PHONY: bench strength web-bench
web-bench: $(DEV) $(BUILT) $(VENV)/.web ## frames a second while the largest board is dragged, with the CPU slowed four times
	@PYTHON=$(abspath $(PYTHON)) $(NPM) run --silent pan

bench: $(DEV) $(BUILT) ## measure speed
	$(PYTHON) -m branchline.cli.main bench

strength: $(DEV) $(BUILT) ## play the bots against each other on every board and write docs/strength.md (STRENGTH_GAMES=60, INCLUDE=folder of other matches)
	$(PYTHON) tools/strength.py --games $(STRENGTH_GAMES) --jobs $(JOBS) $(if $(INCLUDE),--include $(INCLUDE))

ladder: $(DEV) $(BUILT) ## how far apart the levels below the search are on every board (LADDER_GAMES=400)
	$(PYTHON) tools/ladder.py --games $(LADDER_GAMES) --jobs $(JOBS)

.PHONY: tune ladder
tune: $(DEV) $(BUILT) ## tune the planner for a board and a number of seats (VARIANT=europe SEATS=3)
	$(PYTHON) tools/tune.py --variant $(VARIANT) --seats $(SEATS) --steps 3000

# ---- building
.PHONY: build web wheels lock clean
build: $(VENV)/.linked ## compile the rules in place (other targets do it when their sources changed)
	$(COMPILE)
	@$(PYTHON) tools/built.py
	@touch $(BUILT)

web: $(VENV)/.web ## build the client into the package (other targets do it when its sources changed)

wheels: $(DEV) $(BUILT) $(VENV)/.web ## make the two wheels, compiled for this platform and plain for all others, in dist/
	rm -rf build/lib* build/bdist* dist
	BRANCHLINE_BUILD=must $(PYTHON) -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation -w dist .
	rm -rf build/lib* build/bdist*
	BRANCHLINE_BUILD=none $(PYTHON) -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation -w dist .
	@ls dist

lock: $(DEV) ## pin the requirements again, with hashes
	cd requirements && $(PIN) --output-file dev.lock dev.in && $(PIN) --output-file play.lock -c dev.lock play.in && $(PIN) --output-file node.lock node.in

clean: ## remove what was built, the environment included
	rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	rm -rf web/node_modules web/public/ground src/branchline/server/static src/branchline/pictures/script
	rm -f src/branchline/core/*.so src/branchline/core/_rules.py src/branchline/core/_rules.pxd src/branchline/core/_stamp.pxi

# Steps: files that say when a step was last done.
$(PYTHON):
	@test -n "$(BASE_PYTHON)" || { echo "Python 3.11 or newer with venv and pip is needed." >&2; exit 1; }
	$(BASE_PYTHON) -m venv $(VENV)

$(VENV)/.play: requirements/play.lock | $(PYTHON)
	$(INSTALL) --require-hashes -r requirements/play.lock
	@touch $@

$(DEV): requirements/dev.lock | $(VENV)/.play
	$(INSTALL) --require-hashes -r requirements/dev.lock
	@touch $@

$(VENV)/.linked: pyproject.toml setup.py | $(VENV)/.play
	BRANCHLINE_BUILD=none $(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

# Without a C compiler this leaves the rules uncompiled and says so; BRANCHLINE_BUILD=must makes that an error.
$(BUILT): $(CORE) tools/compile_core.py setup.py $(VENV)/.play | $(VENV)/.linked
	$(COMPILE)
	@$(PYTHON) tools/built.py > /dev/null
	@touch $@

# Node of the machine, or else of a package; then what the client is built with, exactly as locked.
$(VENV)/.npm: web/package-lock.json requirements/node.lock | $(PYTHON)
	@$(PYTHON) tools/npm.py --found || $(INSTALL) --require-hashes -r requirements/node.lock
	$(NPM) ci --silent
	@touch $@

$(VENV)/.web: $(WEB_SOURCES) | $(VENV)/.npm
	$(NPM) run --silent ground
	$(NPM) run --silent build -- --logLevel warn
	$(NPM) run --silent pictures -- --logLevel error
	@touch $@
