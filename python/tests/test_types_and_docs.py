# SPDX-License-Identifier: BSD-3-Clause
"""Type hints, stubs and examples in docstrings hold."""

import doctest
import importlib
import pkgutil
import subprocess
import sys

import fairpca
import pytest

# Without those of engines, whose packages are not here: `make test-engines` imports them.
ENGINES = {"_dask_engine", "_spark_engine", "_spark_workers", "dask", "spark"}
MODULES = [
    f"fairpca.{module.name}"
    for module in pkgutil.iter_modules(fairpca.__path__)
    if module.name not in {"_core", *ENGINES}
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run(name):
    failures, _ = doctest.testmod(
        importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert failures == 0


def test_every_public_name_has_an_example():
    without = [
        name
        for name in fairpca.__all__
        if not name.startswith("__")
        and not isinstance(getattr(fairpca, name), list)
        and ">>>" not in (getattr(fairpca, name).__doc__ or "")
    ]
    assert not without


def test_the_stub_is_what_the_extension_offers(root, tmp_path):
    made = tmp_path / "_core.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "fairpca._core", "-o", made]
    subprocess.run(command, check=True)
    assert made.read_text() == (root / "python/src/fairpca/_core.pyi").read_text(), (
        "run: .venv/bin/python -m nanobind.stubgen -m fairpca._core -o python/src/fairpca/_core.pyi"
    )


def test_type_hints_hold(root):
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_users_of_the_package_get_its_types(root, tmp_path):
    (tmp_path / "user.py").write_text(
        "import fairpca\nreveal_type(fairpca.PCA(2).fit([[1.0]]))\nfairpca.PCA(components=2)\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file=", "user.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={"MYPYPATH": str(root / "python/src"), "PATH": ""},
    )
    assert 'Revealed type is "fairpca._baselines.PCA"' in done.stdout
    assert 'Unexpected keyword argument "components"' in done.stdout


def test_a_typed_script_of_a_user_passes_strictly_and_runs(root, tmp_path):
    script = root / "python/tests/typed_script.py"
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={"MYPYPATH": str(root / "python/src"), "PATH": ""},
    )
    ours = [line for line in done.stdout.splitlines() if line.startswith(str(script))]
    assert not ours, done.stdout
    assert "checked 1 source file" in done.stdout  # others' packages have no types
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "proved: True" in done.stdout
