# SPDX-License-Identifier: BSD-3-Clause
"""Without Dask and Spark the package works, and their modules say in a sentence what is missing."""

import importlib
import sys

import pytest

NEEDS = {"dask": ["dask", "distributed"], "spark": ["pyspark"]}


@pytest.fixture
def without_engines(monkeypatch):
    """As if none was installed, here too where one is."""
    for name in list(sys.modules):
        if name.split(".")[0] in ("dask", "distributed", "pyspark") or "_engine" in name:
            monkeypatch.delitem(sys.modules, name)
    for package in ("dask", "distributed", "pyspark"):
        monkeypatch.setitem(sys.modules, package, None)


@pytest.mark.parametrize("engine", NEEDS)
def test_a_missing_engine_is_one_sentence(without_engines, monkeypatch, engine):
    monkeypatch.delitem(sys.modules, f"fairpca.{engine}", raising=False)
    with pytest.raises(ImportError) as caught:
        importlib.import_module(f"fairpca.{engine}")
    sentence = str(caught.value)
    assert f"pip install 'fairpca[{engine}]'" in sentence
    assert any(package in sentence for package in NEEDS[engine])
    assert "\n" not in sentence and len(sentence) < 150
    assert caught.value.__suppress_context__, "the sentence is all there is to read"
