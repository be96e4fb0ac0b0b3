# SPDX-License-Identifier: BSD-3-Clause
"""A few rows take a shorter way through the core than many, to the same bits."""

import fairpca
import numpy as np
import pytest
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
