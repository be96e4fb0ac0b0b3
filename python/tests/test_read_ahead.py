# SPDX-License-Identifier: BSD-3-Clause
"""Batches that are read while those before them are used."""

import threading

import pytest
from fairpca._read_ahead import read_ahead


def test_gives_all_in_order():
    assert list(read_ahead(iter(range(1, 50)))) == list(range(1, 50))
    assert list(read_ahead(iter([]))) == []


def test_the_next_is_asked_for_before_the_first_is_used_up():
    asked = threading.Event()

    def batches():
        yield 1
        asked.set()
        yield 2

    given = read_ahead(batches())
    assert next(given) == 1
    assert asked.wait(10)
    assert list(given) == [2]


def test_an_error_comes_where_it_happened():
    def batches():
        yield 1
        raise ValueError("damaged page")

    given = read_ahead(batches())
    assert next(given) == 1
    with pytest.raises(ValueError, match="damaged page"):
        next(given)


def test_whoever_stops_early_leaves_no_thread():
    before = threading.active_count()
    given = read_ahead(iter(range(1, 100)))
    next(given)
    given.close()
    assert threading.active_count() == before
