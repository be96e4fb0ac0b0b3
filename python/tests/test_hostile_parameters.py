# SPDX-License-Identifier: BSD-3-Clause
"""Hostile values of every parameter: accepted, or rejected in one short line of plain words."""

import pickle
import re
import warnings

import fairpca
import numpy as np
import pytest

INTERNAL = re.compile(
    r"json\.exception|nanobind|incompatible function|Invoked with|ambiguous|symmetric\("
    r"|basic_string|std::|vector::|bad_alloc|_moments|has no attribute"
)
MOST = 620

ESTIMATORS = [getattr(fairpca, method.python_name) for method in fairpca.methods()]


class Unprintable:
    """A value that cannot even be shown."""

    def __repr__(self):
        raise RuntimeError("no")


VALUES = [
    None,
    float("nan"),
    float("inf"),
    -1,
    0,
    10**30,
    10**400,
    10**5000,
    2**64,
    "",
    "x" * 100_000,
    "two\nlines\x1b[2J\u202e",
    np.arange(3.0),
    np.ones((2, 2)),
    np.array(["a"], dtype=object),
    np.zeros(100_000),
    object(),
    Unprintable(),
    b"\xff",
    np.float16(2),
    np.longdouble(2),
    True,
    np.bool_(False),
    [],
    [np.ones(2), 1],
    ["a", None],
    {},
    1j,
    print,
]


def short(value):
    try:
        return re.sub(" at 0x[0-9a-f]+", "", f"{type(value).__name__} {value!r}")[:40]
    except Exception:
        return type(value).__name__


def check_message(error):
    message = str(error)
    assert len(message) <= MOST, message[:300]
    assert message.isprintable(), message[:300]
    assert not INTERNAL.search(message), message
    return message


def outcome(call):
    """What `call` raises; None where it accepts the value."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            call()
        except (ValueError, TypeError) as error:
            check_message(error)
            return error
    return None


@pytest.fixture(scope="module")
def few():
    random = np.random.default_rng(0)
    X = random.normal(size=(24, 3)) * [3.0, 2.0, 1.0]
    return X, np.arange(24) % 2


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda estimator: estimator.__name__)
def test_every_parameter(few, estimator):
    X, group = few
    quick = {"n_components": 1}
    if "n_mixture_components" in estimator().get_params():
        quick |= {"n_mixture_components": 1, "max_iter": 5}
    if "max_steps" in estimator().get_params():
        quick["max_steps"] = 2
    for name in estimator().get_params():
        for value in VALUES:
            hostile = estimator(**{**quick, name: value})
            label = np.arange(len(X)) % 3
            error = outcome(lambda: hostile.fit(X, label, sensitive_features=group))  # noqa: B023
            if error is not None:
                assert name in str(error), (name, short(value), str(error))


@pytest.mark.parametrize("value", VALUES, ids=short)
def test_functions_and_files(few, tmp_path, value):
    X, group = few
    fitted = fairpca.PCA(1).fit(X, sensitive_features=group)
    moments = fairpca.GroupMoments().partial_fit(X, sensitive_features=group)
    mixture = fairpca.MixturePPCA(1, n_mixture_components=1, max_iter=2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mixture.fit(X)
    calls = [
        lambda: fairpca.synthetic(value),
        lambda: fairpca.synthetic("mbf-1", random_state=value),
        lambda: fairpca.synthetic("mbf-1", n_samples=value),
        lambda: fairpca.synthetic("mbf-2", n_features=value),
        lambda: mixture.sample(value),
        lambda: mixture.sample(1, random_state=value),
        lambda: fairpca.PCA(1).fit_moments(value),
        lambda: fairpca.GroupMoments().merge(value),
        lambda: fairpca.GroupMoments(missing=value).partial_fit(X),
        lambda: fairpca.GroupMoments(n_jobs=value).partial_fit(X),
        lambda: fairpca.GroupMoments(categorical=value).partial_fit(X),
    ]
    for name in ("n_components", "lams", "alpha", "max_gap", "tol", "max_points", "center"):
        arguments = {"n_components": 1, "sensitive_features": group, name: value}
        calls.append(lambda arguments=arguments: fairpca.fairness_path(X, **arguments))
    for call in calls:
        outcome(call)
    is_name = isinstance(value, (str, bytes)) and value not in ("", b"")
    for call in (fitted.save, fairpca.load, moments.save, fairpca.GroupMoments.load):
        if not is_name:
            assert outcome(lambda: call(value)) is not None  # noqa: B023


@pytest.mark.parametrize("name", ["x" * 100_000, "two\nlines\x1b[2J", "a\0b"])
def test_names_of_files(few, tmp_path, name):
    X, group = few
    fitted = fairpca.PCA(1).fit(X, sensitive_features=group)
    for call in (fairpca.load, fairpca.GroupMoments.load, fitted.save):
        with pytest.raises((OSError, ValueError)) as error:
            call(str(tmp_path / "nowhere" / name))
        check_message(error.value)


@pytest.mark.parametrize(
    "values",
    [
        *(5, object(), np.array(5), np.ones((24, 1, 1)), "x" * 24, {"a": 1}, Unprintable()),
        *([[1]] * 23, [b"\xff"] * 24, ["\ud800"] * 24, [{}] * 24, [np.ones(2)] * 24),
    ],
    ids=short,
)
def test_hostile_groups_and_labels(few, values):
    X, _ = few
    outcome(lambda: fairpca.FairPCA(1).fit(X, sensitive_features=values))
    outcome(
        lambda: fairpca.MeanMatchingPCA(1, positive="1").fit(
            X, values, sensitive_features=np.arange(24) % 2
        )
    )
    outcome(lambda: fairpca.GroupMoments().partial_fit(X, sensitive_features=values))
    outcome(lambda: fairpca.FairPCA(1).fit(X, sensitive_features=None, sample_weight=values))


def test_hostile_levels_stay_whole_in_results_and_short_in_messages(few):
    X, _ = few
    levels = ["n" * 100_000, "two\nlines\x1b[2J"]
    group = np.array(levels, dtype=object)[np.arange(24) % 2]
    with pytest.warns(UserWarning) as caught:
        fair = fairpca.FairPCA(1, min_group_size=20).fit(X, sensitive_features=group)
    assert fair.groups_ == levels
    for warning in caught:
        check_message(warning.message)
    one = np.where(np.arange(24) == 0, levels[0], levels[1]).astype(object)
    error = outcome(lambda: fairpca.FairPCA(1).fit(X, sensitive_features=one))
    assert "1 row" in str(error)


def test_half_precision(few):
    X, group = few
    half = X.astype(np.float16)
    expected = fairpca.PCA(2).fit(half.astype(np.float64), sensitive_features=group)
    fitted = fairpca.PCA(2).fit(half, sensitive_features=group)
    assert (fitted.components_ == expected.components_).all()
    assert (fitted.transform(half) == expected.transform(half.astype(np.float64))).all()
    moments = fairpca.GroupMoments().partial_fit(half, sensitive_features=group)
    assert moments.n_samples == 24


def test_half_precision_in_frames(few):
    pandas = pytest.importorskip("pandas")
    X, group = few
    frame = pandas.DataFrame(X.astype(np.float16), columns=["a", "b", "c"])
    mixed = frame.assign(c=frame["c"].astype(np.float64), d="x")
    for table in (frame, mixed):
        double = table.astype({name: np.float64 for name in "abc"})
        expected = fairpca.PCA(2).fit(double, sensitive_features=group)
        fitted = fairpca.PCA(2).fit(table, sensitive_features=group)
        assert fitted.encoded_names_ == expected.encoded_names_
        assert (fitted.transform(table) == expected.transform(double)).all()


@pytest.mark.parametrize("seed", [2**64, 10**30, -1])
def test_seeds_beyond_64_bits(few, seed):
    X, _ = few
    for call in (
        lambda: fairpca.MixturePPCA(1, random_state=seed).fit(X),
        lambda: fairpca.synthetic("mbf-1", random_state=seed),
    ):
        error = outcome(call)
        assert isinstance(error, ValueError) and "random_state" in str(error)
    largest = fairpca.synthetic("mbf-1", random_state=2**64 - 1)[0]
    assert (largest != fairpca.synthetic("mbf-1", random_state=2**64 - 2)[0]).any()


@pytest.mark.parametrize("dtype, huge", [(np.float64, 1e308), (np.float32, 3e38)])
def test_results_beyond_the_largest_number_are_rejected(few, dtype, huge):
    X, group = few
    fitted = fairpca.PCA(2, divide_by=1e-3).fit(X.astype(dtype), sensitive_features=group)
    rows = np.array([[1, 1, 1], [huge, huge, -huge]], dtype=dtype)
    assert np.isfinite(fitted.transform(rows[:1])).all()
    error = outcome(lambda: fitted.transform(rows))
    assert "row 2" in str(error) and "largest number" in str(error)
    if dtype is np.float64:  # float32 rows are computed with in float64, and may come back
        error = outcome(lambda: fitted.reconstruct(rows))
        assert "row 2" in str(error) and "largest number" in str(error)
    error = outcome(lambda: fitted.inverse_transform(np.full((1, 2), huge, dtype=dtype) * 1.1))
    assert error is None or "row 1" in str(error)


def test_empty_moments_are_moments(few, tmp_path):
    X, group = few
    empty = fairpca.GroupMoments()
    empty.save(tmp_path / "empty.moments")
    moments = fairpca.GroupMoments().partial_fit(X, sensitive_features=group)
    for copy in (
        fairpca.GroupMoments.load(tmp_path / "empty.moments"),
        pickle.loads(pickle.dumps(empty)),
    ):
        assert copy.n_samples == 0 and copy.feature_names == []
        assert (moments + copy).counts == moments.counts
        assert (copy + moments).counts == moments.counts
        assert copy.partial_fit(X, sensitive_features=group).counts == moments.counts
    error = outcome(lambda: fairpca.PCA(1).fit_moments(empty))
    assert "no rows" in str(error)


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda estimator: estimator.__name__)
def test_a_failed_refit_leaves_a_fitted_estimator_as_it_was(few, estimator):
    X, group = few
    quick = {"n_mixture_components": 1, "max_iter": 5}
    quick = quick if "n_mixture_components" in estimator().get_params() else {}
    fitted = estimator(1, **quick)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fitted.fit(X, sensitive_features=group)
    before, coordinates = dict(vars(fitted)), fitted.transform(X)
    other = np.column_stack([X, X[:, 0]])
    bad = other.copy()
    bad[3, 1] = np.inf
    for call in (
        lambda: fitted.fit(bad, sensitive_features=group),
        lambda: fitted.fit(other, sensitive_features=group[:-1]),
        lambda: fitted.fit(other, sensitive_features=group, sample_weight=-np.ones(24)),
        lambda: fitted.fit_moments(fairpca.GroupMoments()),
    ):
        assert outcome(call) is not None
        assert vars(fitted).keys() == before.keys()
        assert all(vars(fitted)[name] is value for name, value in before.items())
    assert (fitted.transform(X) == coordinates).all()
    # Warnings that are errors come when the fit is over.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fitted.set_params(min_group_size=20)
        with pytest.raises(UserWarning):
            fitted.fit(other, sensitive_features=group)
    assert fitted.n_features_in_ == 3
    assert (fitted.transform(X) == coordinates).all()


def test_moments_that_cannot_be_merged_change_nothing(few):
    X, group = few
    moments = fairpca.GroupMoments().partial_fit(X, sensitive_features=group)
    before = pickle.dumps(moments)
    for call in (
        lambda: moments.partial_fit(X[:, :2], sensitive_features=group),
        lambda: moments.partial_fit(X),
        lambda: moments.partial_fit(X, sensitive_features=group, y=group),
        lambda: moments.partial_fit(np.full((2, 3), np.inf), sensitive_features=[0, 1]),
        lambda: moments.merge(fairpca.GroupMoments().partial_fit(X)),
        lambda: moments.merge(5),
    ):
        assert outcome(call) is not None
        assert pickle.dumps(moments) == before


OTHER_SOLVERS = [
    (fairpca.FairPCA(1, eta=0.5), "eta", "solver='multiplicative-weights'"),
    (fairpca.FairPCA(1, iterate="last"), "iterate", "solver='multiplicative-weights'"),
    (fairpca.RobustFairPCA(1, retraction="polar"), "retraction", "solver='subgradient'"),
    (fairpca.RobustFairPCA(1, starts=3), "starts", "solver='subgradient'"),
    (fairpca.RobustFairPCA(1, steps=3), "steps", "solver='subgradient'"),
    (fairpca.RobustFairPCA(1, solver="subgradient", tol=1e-3), "tol", "solver='exact'"),
    (fairpca.RobustFairPCA(1, solver="subgradient", max_iter=9), "max_iter", "solver='exact'"),
    (fairpca.ConstrainedFairPCA(1, formulation="authors"), "formulation", "mu > 0"),
    (fairpca.MMDFairPCA(1, permutations=99), "permutations", "tau_level > 0"),
    (fairpca.MMDFairPCA(1, random_features=9), "random_features", "kernel='random-features'"),
    (
        fairpca.FairMixturePPCA(1, group_weights="bisection", patience=3),
        "patience",
        "group_weights='apstar'",
    ),
]


@pytest.mark.parametrize(
    "estimator, name, needed", OTHER_SOLVERS, ids=[name for _, name, _ in OTHER_SOLVERS]
)
def test_parameters_of_another_solver(few, estimator, name, needed):
    X, group = few
    for groups in (group, None):  # also where no group asks for the solver
        with pytest.raises(ValueError) as caught:
            estimator.fit(X, sensitive_features=groups)
        error = caught.value
        assert (error.code, error.option) == ("option-without-effect", name)
        assert error.arguments["need"] == needed


def test_the_registry_knows_what_an_option_belongs_to():
    [fair_pca] = [method for method in fairpca.methods() if method.id == "fair-pca"]
    needs = {option.name: option.needs for option in fair_pca.options}
    assert needs["eta"] == "solver='multiplicative-weights'"
    assert needs["criterion"] is None


def test_groups_that_are_all_missing_are_called_so(few):
    X, _ = few
    fair = fairpca.FairPCA(1, missing_group="unconstrained")
    with pytest.raises(ValueError, match=r"every row lacks a level of 'group'.*sensitive_features"):
        fair.fit(X, sensitive_features=[None] * 24)
