# SPDX-License-Identifier: BSD-3-Clause
"""Every option of every estimator at its edge, beyond it, and as what it is not.

Values that are wrong by themselves are rejected before the data are looked at: X is None here.
"""

import math
from dataclasses import fields

import fairpca
import numpy as np
import pytest
from fairpca import _core

ESTIMATORS = [getattr(fairpca, method.python_name) for method in fairpca.methods()]
METHODS = {method.python_name: method for method in fairpca.methods()}

# Neither a number, nor a word, nor a list of them.
NEVER = ["", object(), {}, 1j, b"\xff", math.nan, [None], [[1]]]
INFINITE = [math.inf, -math.inf, np.float32("inf")]


def options_of(estimator):
    own = METHODS[estimator.__name__].options
    options = [*_core.shared_options(), *_core.encode_options(), *own]
    names = {field.name for field in fields(estimator)}
    return [option for option in options if option.parameter in names]


def every_option(of=lambda option: True):
    """Parametrises a test by estimator and option, of those that are as wanted."""
    return pytest.mark.parametrize(
        "estimator, option",
        [
            pytest.param(estimator, option, id=f"{estimator.__name__}-{option.parameter}")
            for estimator in ESTIMATORS
            for option in options_of(estimator)
            if of(option)
        ],
    )


def rejection_of(estimator, parameter, value):
    """What fit raises before it looks at X; None: the value itself is not what it rejects."""
    try:
        estimator(**{parameter: value}).fit(None)
    except (ValueError, TypeError) as error:
        if getattr(error, "code", None) is not None:
            return error
    return None


def assert_rejected(estimator, option, value):
    error = rejection_of(estimator, option.parameter, value)
    assert isinstance(error, (ValueError, TypeError)), value
    assert error.code == "option-value"
    assert error.option == option.parameter
    assert error.allowed
    assert str(error).startswith(f"{option.parameter} must be ")


def assert_allowed(estimator, option, value):
    """It is not the value that is wrong; another option may be needed for it, or exclude it."""
    error = rejection_of(estimator, option.parameter, value)
    assert error is None or error.code != "option-value" or error.option != option.parameter, error


def beyond(number, direction, is_whole):
    return int(number) + direction if is_whole else math.nextafter(number, direction * math.inf)


def edges(option):
    """The outermost numbers that are allowed, and those beyond them."""
    allowed, rejected = [], []
    is_whole = option.type in ("count", "counts")
    for edge, excluded, out in (
        (option.range.least, option.range.excludes_least, -1),
        (option.range.most, option.range.excludes_most, 1),
    ):
        if not math.isfinite(edge):
            continue
        edge = int(edge) if is_whole else edge
        rejected.append(edge if excluded else beyond(edge, out, is_whole))
        allowed.append(beyond(edge, -out, is_whole) if excluded else edge)
    return allowed, rejected


@every_option()
def test_values_of_no_type_are_rejected(estimator, option):
    for value in NEVER if option.type == "text" else NEVER + INFINITE:
        assert_rejected(estimator, option, value)


@every_option()
def test_values_of_another_type_are_rejected(estimator, option):
    others = {
        "flag": [0, 1, "true", None, [True]],
        "count": [True, 1.0, "1", None, [1]],
        "number": [True, "1", None, [1.0]],
        "word": [True, 1, None, [option.words[:1]]],
        "text": [[1], ("a",)],
        "number or word": [True, "1", "none", [1.0]],
        "counts": [True, 1.0, "1", "1:2", None, [1.0]],
        "numbers": [True, "1", "1,2", "none", [True]],
        "words": [True, 1, None, "pca,random", [1]],
        "dimensions": [True, "1", "1:2", 0, -1, 1.0, 1.5, 0.0, (1,), (2, 1), (1, 2, 3), (1.0, 2)],
        "seed": [True, 1.0, "1", -1, 2**64],
    }
    for value in [10**30, *others[option.type]]:
        if option.parameter == "n_jobs" and value in (None, 10**30):
            continue
        if option.type in ("number", "text", "number or word", "numbers") and value == 10**30:
            continue  # a number
        if option.parameter == "n_jobs" or value is not None or not option.takes_none:
            assert_rejected(estimator, option, value)


# Threads are counted as joblib counts them.
@every_option(lambda o: o.type in ("count", "number", "number or word") and o.name != "threads")
def test_the_range_of_a_number_is_the_one_of_the_registry(estimator, option):
    allowed, rejected = edges(option)
    for value in rejected:
        assert_rejected(estimator, option, value)
    for value in allowed:
        if (option.parameter, value) == ("tau", 0.0):
            continue  # for the unbiased estimate alone
        as_numpy = np.int64(value) if isinstance(value, int) else np.float64(value)
        assert_allowed(estimator, option, value)
        assert_allowed(estimator, option, as_numpy)


@every_option(lambda option: option.words)
def test_the_words_are_those_of_the_registry(estimator, option):
    for word in option.words:
        if not (option.takes_none and word == "none"):
            assert_allowed(estimator, option, word)
    for word in (option.words[0] + " ", option.words[0].upper(), "no such word"):
        assert_rejected(estimator, option, word)


@every_option(lambda option: option.type in ("counts", "numbers", "words"))
def test_lists_hold_allowed_elements_only(estimator, option):
    good = option.words[:2] or [1, 2]
    bad = {"words": "no such word"}.get(option.type, -1)
    for form in (list, tuple, np.array):
        assert_allowed(estimator, option, form(good))
        assert_rejected(estimator, option, form([good[0], bad]))
    if option.type != "words":
        assert_rejected(estimator, option, [good[0], float("nan")])


@every_option()
def test_none_is_a_value_where_the_option_says_so(estimator, option):
    if option.parameter in ("n_components", "n_jobs", "random_state") or option.takes_none:
        assert_allowed(estimator, option, None)
    else:
        assert_rejected(estimator, option, None)


@pytest.mark.parametrize("option", _core.path_options(), ids=lambda option: option.parameter)
def test_options_of_the_path(option):
    _, rejected = edges(option)
    wrong = [*NEVER, *INFINITE, *rejected, True, "1"]
    for value in wrong if option.type == "numbers" else [*wrong, [1.0]]:
        with pytest.raises(ValueError) as caught:
            fairpca.fairness_path(None, 1, **{option.parameter: value})
        assert (caught.value.code, caught.value.option) == ("option-value", option.parameter)


@pytest.mark.parametrize(
    "parameters",
    [
        {"tau": 0.01, "tau_level": 0.05},
        {"tau": 0.0},
        {"tau_level": 0.01, "permutations": 50},
        {"permutations": 300},
        {"positive": "1"},
    ],
    ids=lambda parameters: "-".join(parameters),
)
def test_values_that_are_wrong_together_are_rejected_without_data(parameters):
    with pytest.raises(ValueError) as caught:
        fairpca.MMDFairPCA(1, **parameters).fit(None)
    assert caught.value.option in parameters


@pytest.mark.parametrize("prior", [(1, 0), (1.0, -1.0), (-1.0, 1.0), (1.0,), (1.0, 1.0, 1.0), 1.0])
def test_a_prior_is_a_shape_and_a_scale(prior):
    with pytest.raises(ValueError) as caught:
        fairpca.MixturePPCA(1, noise_prior=prior).fit(None)
    assert (caught.value.code, caught.value.option) == ("option-value", "noise_prior")
    assert "pair of numbers" in caught.value.allowed


@pytest.mark.parametrize("counts", [0, (0, 1), (3, 2), (1, 2, 3), 10_001])
def test_ranges_of_components_go_upwards(counts):
    with pytest.raises(ValueError) as caught:
        fairpca.MixturePPCA(1, n_mixture_components=counts).fit(None)
    assert (caught.value.code, caught.value.option) == ("option-value", "n_mixture_components")
