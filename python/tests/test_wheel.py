# SPDX-License-Identifier: BSD-3-Clause
"""The package as users get it: a source archive and a wheel that need nothing of this machine."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile

import pytest

# One worker builds the wheel for all tests of this file.
pytestmark = pytest.mark.xdist_group("wheel")

FIT = """
import numpy as np, fairpca
X, group = fairpca.synthetic("rfpca-toy", random_state=0)
pca = fairpca.PCA(n_components=1).fit(X, sensitive_features=group)
values = np.linalg.eigvalsh(np.cov(X.T))
assert abs(pca.explained_variance_[0] / values[-1] - 1) < 1e-12
print(fairpca.__file__, fairpca.__version__, pca.groups_)
"""


def run(*command, **options):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def source_archive(root, tmp_path_factory):
    folder = tmp_path_factory.mktemp("sdist")
    run(sys.executable, "-m", "build", "--no-isolation", "--sdist", "-o", folder, root)
    (archive,) = folder.glob("*.tar.gz")
    return archive


def without_network():
    """Words before a command that leave it no network, where that is allowed."""
    words = ["unshare", "--map-root-user", "--net"]
    if shutil.which("unshare") is None:
        return []
    done = subprocess.run([*words, "true"], capture_output=True)
    return words if done.returncode == 0 else []


@pytest.fixture(scope="module")
def wheel(source_archive, tmp_path_factory):
    """Built from the unpacked source archive, so that nothing else of the tree is seen."""
    folder = tmp_path_factory.mktemp("wheel")
    with tarfile.open(source_archive) as archive:
        archive.extractall(folder, filter="data")
    (unpacked,) = (path for path in folder.iterdir() if path.is_dir())
    environment = {**os.environ, "PATH": f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"}
    # Compiler, flags, and folders relative to each other, as in `make test`: what it has compiled
    # comes from the compiler cache. Python's own choice would be g++, another name to the cache.
    environment = {"CC": "cc", "CXX": "c++", **environment, "CCACHE_BASEDIR": str(unpacked)}
    environment.setdefault("CMAKE_BUILD_PARALLEL_LEVEL", str(len(os.sched_getaffinity(0))))
    if shutil.which("ccache"):
        environment.setdefault("CMAKE_C_COMPILER_LAUNCHER", "ccache")
        environment.setdefault("CMAKE_CXX_COMPILER_LAUNCHER", "ccache")
        environment.setdefault("CCACHE_NOHASHDIR", "true")
    settings = ["-Cbuild-dir=build-wheel", "-Ccmake.define.FAIRPCA_WARNINGS_AS_ERRORS=ON"]
    build = [sys.executable, "-m", "build", "--no-isolation", "--wheel", *settings]
    run(*without_network(), *build, "-o", folder, unpacked, env=environment)
    (raw,) = folder.glob("*.whl")
    run(sys.executable, "-m", "auditwheel", "repair", "-w", folder / "out", raw, env=environment)
    (repaired,) = (folder / "out").glob("*.whl")
    return repaired


def test_the_wheel_is_for_any_linux_with_a_c_library_as_old_as_debian_12(wheel):
    assert "manylinux" in wheel.name


def test_the_wheel_asks_for_little_and_offers_the_rest(wheel):
    archive = zipfile.ZipFile(wheel)
    (metadata,) = (name for name in archive.namelist() if name.endswith("METADATA"))
    lines = archive.read(metadata).decode().splitlines()
    extras = {line.split(": ")[1] for line in lines if line.startswith("Provides-Extra")}
    assert {"parquet", "duckdb", "dask", "spark"} <= extras
    always = [line for line in lines if line.startswith("Requires-Dist") and "extra" not in line]
    assert not any(name in line for line in always for name in ("pyarrow", "duckdb", "spark"))


def test_the_wheel_holds_what_users_need_and_nothing_of_the_tree(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert {"fairpca/py.typed", "fairpca/_core.pyi", "fairpca/_base.py"} <= set(names)
    assert any(name.endswith("LICENSE") for name in names)
    folders = {name.split("/")[0] for name in names}
    assert all(folder == "fairpca" or folder.startswith("fairpca") for folder in folders)


@pytest.fixture(scope="module")
def clean(wheel, tmp_path_factory):
    """An empty environment with the wheel and what it asks for, and nothing else."""
    folder = tmp_path_factory.mktemp("installed") / "clean"
    venv.create(folder, with_pip=True)
    install(folder / "bin/python", wheel)
    return folder


def install(python, *packages):
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages)


def bare(folder):
    """No PATH: no compiler, no program of ours; no PYTHONPATH: not the tree's package."""
    return {"PATH": "", "HOME": str(folder)}


def test_the_wheel_fits_in_a_clean_environment_without_compiler_or_blas(clean, tmp_path):
    output = run(clean / "bin/python", "-c", FIT, env=bare(tmp_path), cwd=tmp_path)
    assert str(clean) in output
    libraries = run("ldd", *clean.rglob("fairpca/_core*.so"))
    outside = [line.split()[0] for line in libraries.splitlines() if str(clean) not in line]
    # What every system has that the wheel's manylinux tag admits; no BLAS, Fortran or {fmt}.
    system = {"linux-vdso", "ld-linux-x86-64", "libc", "libm", "libgcc_s", "libstdc++", "libz"}
    assert {name.split("/")[-1].split(".so")[0] for name in outside} <= system


TABLES = """
import duckdb, pyarrow as pa, pyarrow.csv, pyarrow.parquet
table = duckdb.sql("SELECT random() a, random() b, random() c, ['F', 'M'][1 + i % 2] AS sex "
                   "FROM range(500) r(i)").arrow()
table = table.read_all() if hasattr(table, "read_all") else table
pa.csv.write_csv(table, "t.csv")
pa.parquet.write_table(table, "t.parquet")
"""


def fit(clean, data, folder, **options):
    words = ["--group", "sex", "--method", "fair-pca", "-d", "2", "-o", "model.fpca"]
    command = [str(clean / "bin/fairpca"), "fit", data, *words]
    return subprocess.run(
        command, env=bare(folder), cwd=folder, capture_output=True, text=True, **options
    )


def test_the_command_reads_parquet_and_queries_where_their_packages_are(clean, tmp_path):
    # One after the other in one environment: what is missing is said, then installed.
    python = clean / "bin/python"
    (tmp_path / "t.csv").write_text("a,b,c,sex\n1,2,3,F\n3,1,2,M\n2,2,1,F\n5,1,1,M\n")
    done = fit(clean, "t.csv", tmp_path)
    assert done.returncode == 0, done.stderr
    (tmp_path / "t.parquet").write_bytes(b"PAR1PAR1")
    for data, extra in [("t.parquet", "parquet"), ("duckdb:FROM 't.csv'", "duckdb")]:
        done = fit(clean, data, tmp_path)
        assert done.returncode == 2
        assert f"pip install 'fairpca[{extra}]'" in done.stderr and done.stderr.count("\n") == 1
    install(python, "duckdb")
    assert fit(clean, "duckdb:FROM 't.csv'", tmp_path).returncode == 0  # without pyarrow
    install(python, "pyarrow")
    run(python, "-c", TABLES, env=bare(tmp_path), cwd=tmp_path)
    models = []
    for data in ("t.csv", "t.parquet", "duckdb:FROM 't.parquet'"):
        done = fit(clean, data, tmp_path)
        assert done.returncode == 0, done.stderr
        models.append((tmp_path / "model.fpca").read_bytes())
    assert models[0] == models[1] == models[2]
    shown = run(clean / "bin/fairpca", "inspect", "model.fpca", "--json", cwd=tmp_path)
    assert json.loads(shown)


def test_the_version_is_the_librarys(wheel, root):
    header = (root / "include/fairpca/version.h").read_text()
    version = wheel.name.split("-")[1]
    assert f'kVersion = "{version}"' in header
