# SPDX-License-Identifier: BSD-3-Clause
"""A few rows take a shorter way through the core than many, to the same bits."""

import warnings

import fairpca
import numpy as np
import pytest
from fairpca import _reading
from numpy.testing import assert_array_equal

COUNTS = range(1, 301)


@pytest.fixture(scope="module")
def many():
    """More rows than the core takes in one chunk, so that they go through its threads."""
    random = np.random.default_rng(7)
    return random.normal(size=(5000, 100)) * np.arange(1, 101) ** -0.5 + 3.0


@pytest.fixture(scope="module")
def pca(many):
    return fairpca.PCA(10, standardize=True, n_jobs=2).fit(many)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("method", ["transform", "reconstruct", "score_samples"])
def test_any_number_of_rows_gives_the_same_bits(pca, many, dtype, method):
    rows = many.astype(dtype)
    apply = getattr(pca, method)
    all_rows = apply(rows)
    assert all_rows.dtype == dtype
    for count in COUNTS:
        assert apply(rows[:count]).tobytes() == all_rows[:count].tobytes(), count
    coordinates = all_rows if method == "transform" else pca.transform(rows)
    back = pca.inverse_transform(coordinates)
    assert pca.inverse_transform(coordinates[:1]).tobytes() == back[:1].tobytes()


def test_any_order_of_memory_gives_the_same_bits(pca, many):
    expected = pca.transform(many)[:3].tobytes()
    assert pca.transform(np.asfortranarray(many[:3])).tobytes() == expected
    assert pca.transform(many[:3].tolist()).tobytes() == expected
    assert pca.transform(many[4998:0:-1][-3:][::-1]).tobytes() == pca.transform(many[1:4]).tobytes()


@pytest.mark.parametrize("embedding", ["average", "blocks"])
def test_mixtures_too(many, embedding):
    mixture = fairpca.MixturePPCA(2, n_mixture_components=2, embedding=embedding, max_iter=3, tol=9)
    mixture.fit(many[:500, :8])
    rows = many[:, :8]
    posterior = ("posterior_means", "posterior_covariance")
    for method in ("transform", "responsibilities", *posterior, "complete"):
        all_rows = getattr(mixture, method)(rows)
        for count in (1, 2, 299):
            assert_array_equal(getattr(mixture, method)(rows[:count]), all_rows[:count])


def test_a_few_bad_rows_are_rejected_as_many_are(pca, many):
    for rows in (many[:3].copy(), many.copy()):
        rows[1, 2] = np.nan
        with pytest.raises(ValueError, match=r"^row 2, column 'x3': ") as caught:
            pca.transform(rows)
        assert caught.value.code == "missing-cell"
        rows[1, 2] = np.inf
        with pytest.raises(ValueError, match=r"^row 2, column 'x3': ") as caught:
            pca.transform(rows)
        assert caught.value.code == "infinite-cell"


def test_missing_cells_of_one_row_are_filled_as_those_of_many(many):
    rows = many.copy()
    rows[::3, 5] = np.nan
    pca = fairpca.PCA(4, missing="mean").fit(rows)
    assert pca.transform(rows[:1]).tobytes() == pca.transform(rows)[:1].tobytes()


def test_an_array_for_a_model_with_categories_is_rejected_by_column():
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"a": np.arange(40.0), "b": ["u", "v"] * 20})
    pca = fairpca.PCA(1).fit(frame)
    with (
        pytest.warns(UserWarning, match="feature names"),
        pytest.raises(ValueError) as caught,
    ):
        pca.transform(np.ones((1, 2)))
    assert (caught.value.code, caught.value.column) == ("column-kind", "b")


def outcome(call):
    """What a call gives, or the error it ends with, and its warnings."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            result = call()
        except Exception as error:
            return type(error), str(error), [str(one.message) for one in said]
    return result.dtype, result.tobytes(), [str(one.message) for one in said]


def odd_arrays(rows):
    """Arrays that scikit-learn's checks pass, convert or reject."""
    masked = np.ma.MaskedArray(rows, mask=False)
    structured = np.zeros((2, rows.shape[1]), dtype=[("a", float)])
    return {
        "doubles": rows,
        "floats": rows.astype(np.float32),
        "columns first": np.asfortranarray(rows),
        "no rows": rows[:0],
        "no columns": rows[:, :0],
        "too narrow": rows[:, 1:],
        "too wide": np.hstack([rows, rows]),
        "one row as a vector": rows[0],
        "a number": rows[0, 0, ...],
        "three dimensions": rows[np.newaxis],
        "half precision": rows.astype(np.float16),
        "long doubles": rows.astype(np.longdouble),
        "other order of bytes": rows.astype(">f8"),
        "integers": np.round(rows).astype(np.int32),
        "flags": rows > 3,
        "complex": rows + 1j,
        "objects": rows.astype(object),
        "texts": rows.astype(str),
        "structured": structured,
        "matrix": rows.view(np.matrix),
        "masked": masked,
        "read only": np.broadcast_to(rows[0], rows.shape),
        "missing": np.where(rows == rows[1, 1], np.nan, rows),
        "infinite": np.where(rows == rows[1, 1], np.inf, rows),
        "huge": rows * 3e307,
    }


@pytest.mark.parametrize("has_names", [False, True])
@pytest.mark.parametrize("parameters", [{}, {"missing": "mean"}, {"drop_deviation": (0.42, 1e9)}])
def test_arrays_that_need_no_checks_are_told_from_all_others(
    many, monkeypatch, parameters, has_names
):
    pd = pytest.importorskip("pandas")
    rows = many[:300, :6]
    names = list("abcdef")
    pca = fairpca.PCA(3, **parameters).fit(pd.DataFrame(rows, columns=names) if has_names else rows)
    for name, array in odd_arrays(rows[:5]).items():
        for method in ("transform", "reconstruct", "score_samples", "inverse_transform"):
            apply = getattr(pca, method)
            array = array[:, :3] if method == "inverse_transform" and name == "doubles" else array
            quick = outcome(lambda apply=apply, array=array: apply(array))
            with monkeypatch.context() as patched:
                patched.setattr(_reading, "_FLOAT_TYPES", ())
                checked = outcome(lambda apply=apply, array=array: apply(array))
            assert quick == checked, (name, method)


def test_parameters_are_checked_again_once_they_differ(many):
    pca = fairpca.PCA(1, drop_deviation=[0.0, 1e9]).fit(many)
    before = pca.transform(many[:1])
    pca.drop_deviation[1] = -1.0  # in place
    with pytest.raises(ValueError, match="drop_deviation"):
        pca.transform(many[:1])
    pca.set_params(drop_deviation=None)
    assert_array_equal(pca.transform(many[:1]), before)
    for name, equal in [("n_components", True), ("divide_by", True), ("standardize", 0)]:
        value = getattr(pca, name)
        assert value == equal
        with pytest.raises(ValueError, match=name):
            pca.set_params(**{name: equal}).transform(many[:1])
        pca.set_params(**{name: value})
    pca.n_jobs = 0
    with pytest.raises(ValueError, match="n_jobs"):
        pca.transform(many[:1])


def test_a_parameter_set_after_the_fit_is_used(many):
    pca = fairpca.PCA(2).fit(many)
    row = many[:1].copy()
    row[0, 3] = np.nan
    with pytest.raises(ValueError, match="missing"):
        pca.transform(row)
    row[0, 3] = many.mean(axis=0)[3]
    filled = pca.transform(row)
    row[0, 3] = np.nan
    np.testing.assert_allclose(pca.set_params(missing="mean").transform(row), filled, rtol=1e-9)


def test_what_is_not_finite_is_found_where_it_has_no_weight():
    """Coordinates tell of it: 0 times infinity is not a number."""
    X = np.zeros((40, 3))
    X[:, 0] = np.arange(40)
    with pytest.warns(UserWarning, match="constant"):
        pca = fairpca.PCA(1).fit(X)
    assert pca.components_[0, 2] == 0
    for rows in (X[:2].copy(), np.tile(X, (1000, 1))):
        for value, code in [(np.nan, "missing-cell"), (-np.inf, "infinite-cell")]:
            rows[1, 2] = value
            with pytest.raises(ValueError, match=r"^row 2, column 'x3': ") as caught:
                pca.transform(rows)
            assert caught.value.code == code
