# SPDX-License-Identifier: BSD-3-Clause
"""The package as users get it: a source archive and a wheel that need nothing of this machine."""

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
    run(*build, "-o", folder, unpacked, env=environment)
    (raw,) = folder.glob("*.whl")
    run(sys.executable, "-m", "auditwheel", "repair", "-w", folder / "out", raw, env=environment)
    (repaired,) = (folder / "out").glob("*.whl")
    return repaired


def test_the_wheel_is_for_any_linux_with_a_c_library_as_old_as_debian_12(wheel):
    assert "manylinux" in wheel.name


def test_the_wheel_holds_what_users_need_and_nothing_of_the_tree(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert {"fairpca/py.typed", "fairpca/_core.pyi", "fairpca/_base.py"} <= set(names)
    assert any(name.endswith("LICENSE") for name in names)
    folders = {name.split("/")[0] for name in names}
    assert all(folder == "fairpca" or folder.startswith("fairpca") for folder in folders)


def test_the_wheel_fits_in_a_clean_environment_without_compiler_or_blas(wheel, root, tmp_path):
    venv.create(tmp_path / "clean", with_pip=True)
    python = tmp_path / "clean/bin/python"
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel)
    # No PATH: no compiler, no program of ours; no PYTHONPATH: not the tree's package.
    output = run(python, "-c", FIT, env={"PATH": "", "HOME": str(tmp_path)}, cwd=tmp_path)
    assert str(tmp_path / "clean") in output
    libraries = run("ldd", *(tmp_path / "clean").rglob("fairpca/_core*.so"))
    outside = [
        line.split()[0] for line in libraries.splitlines() if str(tmp_path / "clean") not in line
    ]
    # What every system has that the wheel's manylinux tag admits; no BLAS, Fortran or {fmt}.
    system = {"linux-vdso", "ld-linux-x86-64", "libc", "libm", "libgcc_s", "libstdc++", "libz"}
    assert {name.split("/")[-1].split(".so")[0] for name in outside} <= system


def test_the_version_is_the_librarys(wheel, root):
    header = (root / "include/fairpca/version.h").read_text()
    version = wheel.name.split("-")[1]
    assert f'kVersion = "{version}"' in header
