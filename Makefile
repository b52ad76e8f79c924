# Everything goes through tools/prepare.py, which sets up what is missing and is quick when nothing is.
PYTHON ?= python3
PY := .venv/bin/python

.PHONY: help venv demo test lint types unit unit-oldest examples unit-pyodide e2e engines bench format docs lock clean
.DEFAULT_GOAL := help

help:
	@echo 'make demo           set up everything, then show the weather view in a host page'
	@echo 'make demo CHECK=1   the same without a window: one round trip, exit code 0 if it worked'
	@echo 'make test           set up everything, then every check and test'
	@echo 'make lint types unit unit-oldest examples unit-pyodide e2e engines   one part of it'
	@echo 'make bench          the benchmarks;  make format   tidy the code'
	@echo 'make docs           what the docs take from the code;  make lock   renew the lock files'

venv:
	@$(PYTHON) tools/prepare.py

demo: venv
	@$(PY) tools/demo.py $(if $(filter-out 0 no false,$(CHECK)),--check)

test: venv
	@$(PY) tools/check.py all

lint types unit unit-oldest examples unit-pyodide e2e engines: venv
	@$(PY) tools/check.py $@

bench: venv
	@$(PY) benchmarks/run.py

format: venv
	@$(PY) -m ruff check --fix-only --quiet .
	@$(PY) -m ruff format .

docs: venv
	@$(PY) -m tools.docs

lock:
	@$(PYTHON) tools/lock.py

clean:
	rm -rf .venv .venv-oldest-pydantic .runtime .cache node_modules dist
