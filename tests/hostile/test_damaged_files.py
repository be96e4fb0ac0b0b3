# SPDX-License-Identifier: BSD-3-Clause
"""Whatever bytes a model or moments file holds, Python raises OSError or reads it; nothing else."""

import os
import random
import struct
import zlib

import fairpca
import numpy as np
import pytest

DAMAGES = int(os.environ.get("FAIRPCA_DAMAGES", "1500"))
LOCAL_HEADER = 30  # bytes before the name of an entry; checksum at 14, sizes at 18 and 22
DIRECTORY_ENTRY = 46  # bytes before the name; checksum at 16


@pytest.fixture(scope="module")
def tables():
    numbers = np.random.default_rng(3)
    return numbers.normal(size=(60, 4)), numbers.choice(["Zürich", "b", "c"], 60)


def load_model(path):
    estimator = fairpca.load(path)
    return [estimator.get_params(), estimator.groups_, estimator.components_, repr(estimator)]


def load_moments(path):
    moments = fairpca.GroupMoments.load(path)
    return [moments.n_samples, moments.feature_names, repr(moments)]


def written(kind, tables, folder):
    """The bytes of a file of this kind, and what reads one."""
    X, group = tables
    path = folder / "whole"
    if kind == "moments":
        fairpca.GroupMoments().partial_fit(X, sensitive_features=group).save(path)
        return path.read_bytes(), load_moments
    estimator = {
        "fair-pca": fairpca.FairPCA(2),
        "mixture": fairpca.FairMixturePPCA(1, n_mixture_components=2, random_state=1, max_iter=3),
    }[kind]
    estimator.fit(X, sensitive_features=group).save(path)
    return path.read_bytes(), load_model


def repaired(data):
    """The same with the checksum of its first entry, meta.json, as its content demands."""
    size, name = struct.unpack_from("<I", data, 22)[0], struct.unpack_from("<H", data, 26)[0]
    content = data[LOCAL_HEADER + name :][:size]
    checksum = struct.pack("<I", zlib.crc32(content))
    data[14:18] = checksum
    entry = data.rfind(b"meta.json") - DIRECTORY_ENTRY
    data[entry + 16 : entry + 20] = checksum
    return data


def damaged(data, draw):
    """One of: flipped bits, other bytes, a cut end, a stretch gone, text damaged but repaired."""
    data = bytearray(data)
    meta = data.index(b"\x93NUMPY") - 64
    kind = draw.randrange(6)
    if kind == 0:
        data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    elif kind == 1:
        data[draw.randrange(len(data))] = draw.randrange(256)
    elif kind == 2:
        del data[draw.randrange(len(data)) :]
    elif kind == 3:
        start = draw.randrange(len(data))
        del data[start : start + draw.randrange(1, 64)]
    else:
        for _ in range(draw.randrange(1, 4)):
            letter = draw.randrange(256) if kind == 4 else ord(draw.choice('0123456789.-"ae:,'))
            data[draw.randrange(LOCAL_HEADER + 9, meta)] = letter
        data = repaired(data)
    return bytes(data)


@pytest.mark.parametrize("kind", ["fair-pca", "mixture", "moments"])
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_damaged_files_raise_os_errors_only(tables, tmp_path, kind):
    data, load = written(kind, tables, tmp_path)
    path = tmp_path / "damaged"
    draw = random.Random(f"{kind} {os.environ.get('FAIRPCA_DAMAGE_SEED', '1')}")
    rejected = 0
    for i in range(DAMAGES):
        damage = damaged(data, draw)
        path.write_bytes(damage)
        try:
            load(path)
        except OSError:
            rejected += 1
        except Exception as problem:
            raise AssertionError(f"damage {i}: {damage!r}") from problem
    assert rejected > DAMAGES // 2
