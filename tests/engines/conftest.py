# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of the engines share. Workers find fairpca and this folder by PYTHONPATH."""

import os
import sys
from pathlib import Path

import pytest

HERE = str(Path(__file__).parent)
os.environ["PYTHONPATH"] = os.pathsep.join([os.environ.get("PYTHONPATH", ""), HERE])
os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"
sys.path.append(HERE)
pytest.register_assert_rewrite("fit_contract", "spark_contract")


@pytest.fixture
def once(tmp_path):
    """A path that is not there yet: what is to happen once creates it."""
    return str(tmp_path / "happened")
