# SPDX-License-Identifier: BSD-3-Clause
"""Too little memory is a message or a slower fit, never a hang, a crash or half a file."""

import resource
import subprocess
import sys
import textwrap

import pytest

MB = 1 << 20


def within(megabytes):
    """Options of a process that may have so much address space."""
    limit = megabytes * MB
    return {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))}


@pytest.fixture
def rows(ok, tmp_path):
    ok("synth", "mbf-2", "--rows", 400, "--features", 30, "--seed", 1, "-o", "rows.csv")
    return tmp_path / "rows.csv"


@pytest.mark.parametrize("method", ["pca", "fair-pca", "mixture-ppca", "mmd-fair-pca"])
@pytest.mark.parametrize("megabytes", [80, 140])
def test_no_room_for_a_work_buffer_is_an_error(run, rows, tmp_path, method, megabytes):
    (tmp_path / "m").write_text("precious")
    arguments = ["fit", rows, "--group", "group", "-d", 2, "--method", method, "-o", "m"]
    result = run(*arguments, "--threads", 2, **within(megabytes))
    assert result.code == 2, result.stderr
    assert result.stdout == ""
    assert "out of memory" in result.stderr
    assert (tmp_path / "m").read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m", "rows.csv"]


@pytest.mark.parametrize("method", ["mixture-ppca", "mmd-fair-pca"])
def test_threads_share_the_work_buffers_there_is_room_for(run, rows, tmp_path, method):
    arguments = ["fit", rows, "--group", "group", "-d", 2, "--method", method]
    free = run(*arguments, "--threads", 1, "-o", "free")
    tight = run(*arguments, "--threads", 16, "-o", "tight", **within(400))
    assert tight.code == free.code != 2, tight.stderr
    assert (tmp_path / "tight").read_bytes() == (tmp_path / "free").read_bytes()


def test_python_raises_a_memory_error_and_fits_once_there_is_room():
    code = textwrap.dedent(
        """
        import resource, numpy as np, fairpca
        X = np.random.default_rng(0).normal(size=(300, 40))
        pca = fairpca.PCA(3, n_jobs=1)  # its module and what that needs are imported now
        with open("/proc/self/statm") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        most = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (used + (40 << 20), most))
        try:
            pca.fit(X)
        except MemoryError:
            print("no memory")
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        print(pca.fit(X).n_components_)
        """
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, text=True)
    assert done.stdout == "no memory\n3\n", done.stderr
