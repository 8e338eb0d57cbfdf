# `make demo` and `make test` each set up all they need: Python 3.11 or newer and a package registry.
PYTHON ?= python3
CORPUS ?= text/chs
VENV := .venv
BIN := $(VENV)/bin
SET_UP := $(VENV)/.set-up

.PHONY: demo test lint bench clean

demo: $(SET_UP)
	$(BIN)/fixturetool eval-retrieval --preset fast --brief
	$(BIN)/fixturetool eval-retrieval --preset thorough --brief
	@echo "Each fixture with its facets and sources: $(BIN)/fixturetool eval-retrieval"

test: lint
	$(BIN)/pytest -q -n 2

lint: $(SET_UP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(SET_UP)
	$(BIN)/python -m benchmarks --corpus $(CORPUS)

clean:
	rm -rf $(VENV) .fixturetool

# ripgrepy and jieba are published without wheels: --build-constraint pins what builds them.
$(SET_UP): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "fixturetool needs Python 3.11 or newer: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--constraint constraints.txt --build-constraint constraints.txt --editable '.[dev]'
	touch $@
