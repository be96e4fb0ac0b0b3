# SPDX-License-Identifier: BSD-3-Clause
"""A file that is no model is not read whole, and a pipe or device not at all."""

import os
import resource

import fairpca
import pytest

SIZE = 3 << 30


@pytest.fixture
def large(tmp_path):
    """Larger than the memory allowed below; takes no room on the disk."""
    path = tmp_path / "large.csv"
    path.write_bytes(b"a,b\n1,2\n")
    os.truncate(path, SIZE)
    return path


def little_memory():
    resource.setrlimit(resource.RLIMIT_AS, (SIZE // 4, SIZE // 4))


@pytest.mark.parametrize(
    "command", [["inspect"], ["transform"], ["evaluate"], ["fit", "-o", "m", "-d", 1, "--moments"]]
)
def test_a_large_file_of_another_kind_is_rejected_by_its_start(refused, large, command):
    rows = [large] if command[0] in ("transform", "evaluate") else []
    output = ["-o", "out.csv"] if command[0] == "transform" else []
    kind = "moments" if "--moments" in command else "model"
    says = [f"large.csv: not a fairpca {kind} file"]
    refused(*command, large, *rows, *output, says=says, preexec_fn=little_memory)


def test_a_large_file_that_starts_as_an_archive_of_another_kind_is_rejected(
    refused, ok, people, tmp_path
):
    ok("moments", people, "--group", "sex", "-o", "moments")
    os.truncate(tmp_path / "moments", SIZE)
    says = ["this is a fairpca moments file, not a model file"]
    refused("inspect", "moments", says=says, preexec_fn=little_memory)


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "pipe", "."])
def test_what_is_not_a_regular_file_is_rejected(refused, tmp_path, path):
    os.mkfifo(tmp_path / "pipe")
    says = ["this is a folder" if path == "." else "not a regular file"]
    refused("inspect", path, says=says, preexec_fn=little_memory)
    refused("fit", "--moments", path, "-d", 1, "-o", "m", says=says, preexec_fn=little_memory)


def test_python_rejects_them_as_well(large):
    with pytest.raises(OSError, match="not a fairpca model file"):
        fairpca.load(large)
    with pytest.raises(OSError, match="not a regular file"):
        fairpca.load("/dev/zero")
    with pytest.raises(OSError, match="not a fairpca moments file"):
        fairpca.GroupMoments.load(large)
