# Hafez. `make run` starts a chat that remembers, `make test` passes the tests.
# Both set everything up first; the second time takes seconds.
PYTHON ?= python3
MAKEFLAGS += --no-print-directory
VENV := .venv$(if $(filter-out python3,$(notdir $(PYTHON))),-$(notdir $(PYTHON)))
BIN := $(VENV)/bin
# EMBEDDINGS=1 adds the optional extra to what is set up; it stays until `make clean`.
EXTRA := $(if $(EMBEDDINGS),$(VENV)/ready-embeddings)
# The bench's peers want versions of their own, so each has its own environment and list.
LISTS := requirements requirements-dev requirements-embeddings $(basename $(wildcard tests/bench/peers/*.in))
RUN_READY := $(VENV)/ready-run
DEV_READY := $(VENV)/ready-dev

.PHONY: run test check setup lint lock pictures clean help
.DEFAULT_GOAL := help

run: $(RUN_READY) $(EXTRA)  ## start the chat: in the terminal, or on Telegram when TELEGRAM_BOT_TOKEN is set
	@exec $(BIN)/python -m workers start

test: $(DEV_READY)  ## set everything up and pass the tests (PYTHON=python3.12 picks another Python)
	$(BIN)/python -m pytest -n auto

check: lint test  ## what CI runs: ruff, mypy strict, then make test

lint: $(DEV_READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m mypy

setup: $(DEV_READY) $(EXTRA)  ## only make the environment (EMBEDDINGS=1: with the optional extra, 91 MB)

lock: $(DEV_READY)  ## compile every *.in list of requirements into a pinned, hashed *.txt
	$(BIN)/python -m pip install --quiet uv==0.13.9
	@for list in $(LISTS); do \
		$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header $$list.in -o $$list.txt || exit 1; \
	done

pictures: $(DEV_READY)  ## draw the README's pictures from real runs of Hafez
	$(BIN)/python -m tests.pictures

clean:  ## remove the environments and caches; .hafez (what chats remember) stays
	rm -rf .venv .venv-* .pytest_cache .mypy_cache .ruff_cache .hypothesis

help:  ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | expand -t 10

# pip takes what an interrupted run of it left for installed. So the marks go before it runs, and
# an environment without a mark is made anew.
define install
@test -e $(RUN_READY) || { $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	|| { echo >&2 "Hafez needs Python 3.11 or newer, and $(PYTHON) starts none. Try: make $(MAKECMDGOALS) PYTHON=/path/to/python3.12"; exit 1; }; \
	echo >&2 "setting up $(VENV) ..."; $(PYTHON) -m venv --clear $(VENV) >&2; }
@rm -f $(RUN_READY) $(DEV_READY)
@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $< >&2
endef

$(RUN_READY): requirements.txt
	$(install)
	@touch $@

$(DEV_READY): requirements-dev.txt
	$(install)
	@touch $@ $(RUN_READY)

# Only adds to an environment that is there, so the marks of the others stay.
$(VENV)/ready-embeddings: requirements-embeddings.txt | $(RUN_READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $< >&2
	@touch $@
