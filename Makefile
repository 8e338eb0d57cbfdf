# `make demo`, `make demo-pages` and `make test` each set up all they need: Python 3.11 or newer and a package registry.
PYTHON ?= python3
CORPUS ?= text/chs
VENV := .venv
BIN := $(VENV)/bin
SET_UP := $(VENV)/.set-up
# ripgrepy and jieba are published without wheels: --build-constraint pins what builds them.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check \
	--constraint constraints.txt --build-constraint constraints.txt

.PHONY: demo demo-pages test test-integration lint bench clean

demo: $(SET_UP)
	$(BIN)/fixturetool eval-retrieval --preset fast --brief
	$(BIN)/fixturetool eval-retrieval --preset thorough --brief
	@echo "Each fixture with its facets and sources: $(BIN)/fixturetool eval-retrieval"

# Indexes the shipped PDF, serves it, and asks about its pages and figures.
demo-pages: $(SET_UP)
	sh examples/tide_works/demo.sh $(BIN)/fixturetool
	@echo "One question: $(BIN)/fixturetool retrieve --language tide-works 'your words'"

test: lint
	$(BIN)/pytest -q -n 2

# Against libraries that are too heavy for every set-up; the import keeps a skip from passing.
test-integration: $(SET_UP)
	$(INSTALL) --constraint constraints-integration.txt --editable '.[dev,integration]'
	$(BIN)/python -W ignore -c 'import chromadb, langchain_core, llama_index.core, opentelemetry.exporter.otlp.proto.http.trace_exporter, pgserver, pgvector, playwright.sync_api, psycopg'
	@command -v chromium >/dev/null || { apt-get update -qq && apt-get install -qq --yes chromium fonts-noto-cjk; } || \
		{ echo "the HTML report is tested in Chromium: install Debian's package chromium" >&2; exit 1; }
	$(BIN)/pytest -q -m integration

lint: $(SET_UP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(SET_UP)
	$(BIN)/python -m benchmarks --corpus $(CORPUS)

clean:
	rm -rf $(VENV) .fixturetool

$(SET_UP): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "fixturetool needs Python 3.11 or newer: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt pip
	$(INSTALL) --editable '.[dev]'
	touch $@
