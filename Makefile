# `make demo` to see it work, `make test` to check it; both install what is missing (Debian 12).
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := build

JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 60
VENV := .venv
OLDEST := .venv-oldest
ENGINES := .venv-engines
# What depends on the versions of scikit-learn and of the libraries of data frames.
OLDEST_TESTS := scikit_learn_checks scikit_learn_pca scikit_learn_incremental_pca oldest routing \
                scikit_learn_examples \
                frames odd_tables sensitive_columns indexes metrics search group_moments pca \
                evaluate_others notebooks
# A compiler cache is used where there is one, and shared by all clones.
ifneq ($(shell command -v ccache),)
export CMAKE_C_COMPILER_LAUNCHER ?= ccache
export CMAKE_CXX_COMPILER_LAUNCHER ?= ccache
export CCACHE_BASEDIR := $(CURDIR)
export CCACHE_NOHASHDIR := true
export CCACHE_SLOPPINESS := pch_defines,time_macros
endif

CONFIGURE = echo "Configuring $(1)" && cmake --preset $(1) --log-level=WARNING >/dev/null
BUILD = cmake --build build$(1) -j $(JOBS) --
CPP_FILES = find include src cli experiments tests examples benchmarks python -name .venv -prune -o \
            -type f \( -name '*.h' -o -name '*.cpp' \) -print 2>/dev/null

.PHONY: help build program demo pictures test test-oldest test-browser lint format sanitize fuzz bench
.PHONY: bench-scaling compile-dev
.PHONY: docs-errors clean packages-build packages-test packages-lint packages-fuzz packages-bench
.PHONY: packages-demo packages-browser packages-engines packages-docs test-engines docs

help:
	@echo "make demo      build, compare all methods on real mortgage decisions, write the report"
	@echo "make build     the program, build/fairpca, and the Python package, importable in .venv"
	@echo "make test      all tests: C++, command line, Python"
	@echo "make test-oldest  Python with the oldest scikit-learn and others that are declared"
	@echo "make test-engines  Dask and Spark, with workers that are killed (Java 17)"
	@echo "make test-browser  the report in Chromium           make pictures  those of the README"
	@echo "make lint      formatting and static checks        make format   apply the formatting"
	@echo "make sanitize  the C++ tests under ASan and UBSan  make fuzz     FUZZ_SECONDS=60 per target"
	@echo "make bench     measure; writes docs/results/bench.md"
	@echo "make bench-scaling  how time and memory grow; writes docs/results/scaling.md"
	@echo "make docs      the site, build-docs/html; its code, links and words are checked"
	@echo "make docs-errors  write docs/errors.md again, after a message has changed"
	@echo "make clean     remove everything built"

PACKAGES := build test lint fuzz bench demo browser engines docs
$(PACKAGES:%=packages-%): packages-%:
	@.ci/install-packages build $*

# ninja reconfigures by itself when a CMakeLists.txt changes; only presets need us.
build/build.ninja: CMakePresets.json | packages-build
	@$(call CONFIGURE,release)
	@touch $@
build-dev/build.ninja: CMakePresets.json | packages-test
	@$(call CONFIGURE,dev)
	@touch $@
build-bench/build.ninja: CMakePresets.json | packages-bench
	@$(call CONFIGURE,bench)
	@touch $@
build-asan/build.ninja: CMakePresets.json | packages-test packages-fuzz
	@$(call CONFIGURE,asan)
	@touch $@
# clang-tidy runs with each compilation, so other rules mean a new start.
build-tidy/build.ninja: CMakePresets.json .clang-tidy .ci/tidy-instead requirements-dev.txt | packages-lint
	@rm -rf build-tidy
	@$(call CONFIGURE,tidy)
	@touch $@

$(VENV)/installed: requirements-dev.txt | packages-test
	@echo "Setting up $(VENV) from requirements-dev.txt"
	@python3 -m venv --clear $(VENV)
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

# The extension of build-dev is for every version: nothing is built again.
$(OLDEST)/installed: requirements-oldest.txt | packages-test
	@echo "Setting up $(OLDEST) from requirements-oldest.txt"
	@python3 -m venv --clear $(OLDEST)
	@$(OLDEST)/bin/python -m pip install --quiet --disable-pip-version-check \
	  -r requirements-oldest.txt
	@touch $@

$(ENGINES)/installed: requirements-engines.txt | packages-test packages-engines
	@echo "Setting up $(ENGINES) from requirements-engines.txt"
	@python3 -m venv --clear $(ENGINES)
	@$(ENGINES)/bin/python -m pip install --quiet --disable-pip-version-check \
	  -r requirements-engines.txt
	@touch $@

# The Python extension joins a build folder once .venv is there; the demo needs no Python.
%/with-python: $(VENV)/installed | %/build.ninja
	@echo "Adding the Python extension to $*"
	@cmake $* -DFAIRPCA_PYTHON=ON --log-level=WARNING >/dev/null
	@touch $@
$(VENV)/with-browser: requirements-browser.txt $(VENV)/installed | packages-browser
	@echo "Adding requirements-browser.txt to $(VENV)"
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-browser.txt
	@touch $@
$(VENV)/with-docs: requirements-docs.txt $(VENV)/installed | packages-docs
	@echo "Adding requirements-docs.txt to $(VENV)"
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-docs.txt
	@touch $@
$(VENV)/fairpca-path: $(VENV)/installed
	@echo "$(CURDIR)/build/python" >"$$($(VENV)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/fairpca.pth"
	@touch $@

compile-dev: build-dev/build.ninja
	@$(call BUILD,-dev)

program: build/build.ninja
	@$(call BUILD,) fairpca_cli

build: build/with-python $(VENV)/fairpca-path
	@$(call BUILD,)

demo: program packages-demo
	@examples/demo.sh build/fairpca build/demo

# The pictures of the README, which are committed: those of the demo's data.
pictures: program packages-demo $(VENV)/with-browser
	@examples/demo.sh build/fairpca build/demo >build/demo.txt
	@$(VENV)/bin/python examples/demo_pictures.py build/fairpca build/demo docs/pictures

# Packages of Python are fetched while the rest is compiled, which does not need them.
test: packages-test
	@$(MAKE) -s --no-print-directory -j 2 compile-dev $(VENV)/installed
	@$(MAKE) -s --no-print-directory build-dev/with-python
	@$(call BUILD,-dev)
	@ctest --preset dev -j $(JOBS) --progress --output-junit ctest.xml
	@.ci/no-data-test-skipped build-dev/ctest.xml
	@FAIRPCA_PROGRAM=build-dev/fairpca PYTHONPATH=$(CURDIR)/build-dev/python \
	  $(VENV)/bin/python -m pytest -q -n $(JOBS) --dist loadgroup --ignore tests/browser \
	  --ignore tests/docs --ignore tests/engines tests python/tests
	@echo "All tests passed: C++ (ctest), command line, architecture and Python (pytest)."

test-oldest: build-dev/with-python $(OLDEST)/installed
	@$(call BUILD,-dev) fairpca_python
	@FAIRPCA_OLDEST=1 PYTHONPATH=$(CURDIR)/build-dev/python \
	  $(OLDEST)/bin/python -m pytest -q -n $(JOBS) -p no:cacheprovider \
	  $(OLDEST_TESTS:%=python/tests/test_%.py)
	@echo "The Python tests passed with the oldest versions that are declared."

# A process has room for one kind of Spark session, so each file is run by its own.
test-engines: build-dev/with-python $(ENGINES)/installed
	@$(call BUILD,-dev) fairpca_python
	@ls tests/engines/test_*.py | PYTHONPATH=$(CURDIR)/build-dev/python xargs -n 1 -P $(JOBS) \
	  timeout 1800 $(ENGINES)/bin/python -m pytest -q -p no:cacheprovider
	@echo "Dask and Spark passed: all that was asked of them, with workers killed."

test-browser: build-dev/build.ninja $(VENV)/with-browser
	@$(call BUILD,-dev) fairpca_cli
	@FAIRPCA_PROGRAM=build-dev/fairpca $(VENV)/bin/python -m pytest -q -n $(JOBS) --dist loadgroup \
	  tests/browser
	@echo "The report passed in Chromium."

lint: build-tidy/build.ninja $(VENV)/installed
	@$(CPP_FILES) | xargs clang-format-14 --dry-run -Werror
	@$(VENV)/bin/ruff format --check --quiet .
	@$(VENV)/bin/ruff check --quiet .
	@$(VENV)/bin/python -m mypy
	@$(call BUILD,-tidy)
	@echo "Lint passed: clang-format, clang-tidy, ruff, mypy."

format: $(VENV)/installed | packages-lint
	@$(CPP_FILES) | xargs clang-format-14 -i
	@$(VENV)/bin/ruff format --quiet .
	@$(VENV)/bin/ruff check --fix --quiet .

sanitize: build-asan/build.ninja
	@$(call BUILD,-asan)
	@ctest --preset asan -j $(JOBS) --progress
	@echo "All C++ tests passed under the address and undefined-behaviour sanitizers."

fuzz: build-asan/build.ninja
	@$(call BUILD,-asan) tests/fuzz/all
	@.ci/run-fuzz build-asan $(FUZZ_SECONDS) $(JOBS)

bench: build-bench/build.ninja build-bench/with-python $(ENGINES)/installed
	@$(call BUILD,-bench)
	@benchmarks/run.sh build-bench $(VENV)/bin/python $(ENGINES)/bin/python docs/results/bench.md

# Resumes: a point of build-bench/scaling.csv is not measured again.
bench-scaling: build-bench/build.ninja
	@$(call BUILD,-bench) scaling_benchmark
	@build-bench/benchmarks/scaling_benchmark build-bench/scaling.csv docs/results/scaling.md docs/pictures

docs-errors: build-dev/build.ninja
	@$(call BUILD,-dev) test_docs
	@FAIRPCA_WRITE_DOCS=1 build-dev/tests/docs/test_docs --gtest_brief=1
	@echo "Wrote docs/errors.md."

# Tutorials run at the sizes that readers see.
docs: build-dev/with-python $(VENV)/with-docs
	@$(call BUILD,-dev) fairpca fairpca_cli fairpca_python
	@FAIRPCA_PROGRAM=build-dev/fairpca PYTHONPATH=$(CURDIR)/build-dev/python \
	  FAIRPCA_BUILD=$(CURDIR)/build-dev PATH="$(CURDIR)/build-dev:$$PATH" \
	  $(VENV)/bin/python -m sphinx -W --keep-going -q -b html \
	  -j $(JOBS) -d build-docs/doctrees docs build-docs/html
	@PYTHONPATH=$(CURDIR)/build-dev/python $(VENV)/bin/python -m pytest -q -n $(JOBS) \
	  -p no:cacheprovider tests/docs
	@echo "Wrote build-docs/html/index.html; its code blocks ran, links and words were checked."

clean:
	@rm -rf build-docs docs/generated
	@rm -rf build build-dev build-bench build-asan build-tidy $(VENV) $(OLDEST) $(ENGINES)
