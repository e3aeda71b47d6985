# Needs Python 3.11 or later, make, git and gcc. Nothing is changed that git sees.
#
#   make demo    the reference example, generated into out/
#   make test    everything that a reviewer would run
#   make lint    the style and type checks alone
#   make bench   start-up and scale, measured against their bounds
#   make golden  rewrite the expected output of the examples

PYTHON := $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
REPORT := $(VENV)/pytest-report.xml
EXAMPLE := examples/dell-r740xd-dpdk/inventory.yaml
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
# pip compiles what it installs, but not an editable checkout. Where
# PYTHONDONTWRITEBYTECODE is set, every start would compile it anew: 70 ms.
COMPILE := env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m compileall -q generator

.PHONY: demo test lint bench golden conformance

demo: $(VENV)/installed
	$(BIN)/nfvgen generate $(EXAMPLE) -o out
	@echo 'The whole deployment set is in out/; deploy.sh in it is the command to run.'

test: lint conformance
	$(BIN)/python -m pytest -n auto --cov --cov-report=term --junitxml=$(REPORT)
	$(BIN)/python .ci/report.py $(REPORT)

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The scale of start_up.py is the product's own rendering.
bench: $(VENV)/installed-dev conformance
	$(BIN)/python benchmarks/start_up.py
	$(BIN)/python benchmarks/nodes.py

golden: $(VENV)/installed-dev
	$(BIN)/python -m pytest -n auto --update-golden --ignore=tests/conformance -m 'not wheel'

# Both know by themselves what is missing.
conformance:
	tests/conformance/packages.sh
	PYTHON=$(PYTHON) tests/conformance/setup.sh

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/installed: pyproject.toml | $(VENV)/bin/python
	$(PIP) install --editable .
	$(COMPILE)
	touch $@

$(VENV)/installed-dev: pyproject.toml | $(VENV)/bin/python
	$(PIP) install --editable '.[dev]'
	$(COMPILE)
	touch $@ $(VENV)/installed
