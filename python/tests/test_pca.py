# SPDX-License-Identifier: BSD-3-Clause
"""PCA and PPCA against scikit-learn, NumPy and their own definitions."""

import fairpca
import numpy as np
import pytest
import sklearn.decomposition
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import multivariate_normal


def signs(ours, theirs):
    return np.sign(np.sum(ours * theirs, axis=1, keepdims=True))


@pytest.mark.parametrize("d", [1, 3, 6])
def test_pca_agrees_with_scikit_learn(rows, d):
    X, _ = rows
    ours = fairpca.PCA(n_components=d).fit(X)
    theirs = sklearn.decomposition.PCA(n_components=d, svd_solver="full").fit(X)
    flip = signs(ours.components_, theirs.components_)
    assert_allclose(ours.components_, flip * theirs.components_, atol=1e-10)
    assert_allclose(ours.transform(X), theirs.transform(X) * flip.T, atol=1e-9)
    names = ["mean_", "explained_variance_", "explained_variance_ratio_", "singular_values_"]
    for name in [*names, "noise_variance_"]:
        assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-10, err_msg=name)
    for name in ["n_components_", "n_features_in_", "n_samples_"]:
        assert getattr(ours, name) == getattr(theirs, name)
    assert_allclose(ours.get_covariance(), theirs.get_covariance(), rtol=1e-9, atol=1e-11)
    assert_allclose(ours.get_precision(), theirs.get_precision(), rtol=1e-8, atol=1e-10)
    assert_allclose(ours.score_samples(X), theirs.score_samples(X), rtol=1e-9)
    assert ours.score(X) == pytest.approx(theirs.score(X), rel=1e-12)
    assert_allclose(
        ours.inverse_transform(ours.transform(X)),
        theirs.inverse_transform(theirs.transform(X)),
        rtol=1e-11,
    )


@pytest.mark.parametrize("share", [0.5, 0.9, 0.999])
def test_a_share_of_variance_takes_as_many_components_as_scikit_learn(rows, share):
    X, _ = rows
    theirs = sklearn.decomposition.PCA(n_components=share).fit(X)
    assert fairpca.PCA(n_components=share).fit(X).n_components_ == theirs.n_components_


def test_components_are_orthonormal_and_capture_the_variances_they_claim(rows):
    X, _ = rows
    pca = fairpca.PCA(n_components=4).fit(X)
    assert_allclose(pca.components_ @ pca.components_.T, np.eye(4), atol=1e-13)
    claimed = np.diag(pca.components_ @ np.cov(X.T) @ pca.components_.T)
    assert_allclose(claimed, pca.explained_variance_, rtol=1e-11)


def test_group_errors_are_those_of_the_rows(rows):
    X, group = rows
    pca = fairpca.PCA(n_components=2).fit(X, sensitive_features=group)
    residual = X - pca.inverse_transform(pca.transform(X))
    errors = [np.mean(np.sum(residual[group == g] ** 2, axis=1)) for g in (0, 1)]
    assert pca.groups_ == ["0", "1"]
    assert_array_equal(pca.group_counts_, np.bincount(group))
    assert_allclose(pca.group_reconstruction_error_, errors, rtol=1e-11)
    centred = X - X.mean(axis=0)
    for g in (0, 1):
        moment = centred[group == g].T @ centred[group == g] / np.sum(group == g)
        best = np.linalg.eigvalsh(moment)[-2:].sum()
        captured = np.trace(pca.components_ @ moment @ pca.components_.T)
        assert pca.group_loss_[g] == pytest.approx(best - captured, rel=1e-8, abs=1e-10)


def test_weights_count_rows(rows):
    X, _ = rows
    weights = np.random.default_rng(0).integers(0, 4, len(X))
    weighted = fairpca.PCA(n_components=3).fit(X, sample_weight=weights)
    repeated = fairpca.PCA(n_components=3).fit(X.repeat(weights, axis=0))
    assert_allclose(weighted.components_, repeated.components_, atol=1e-11)
    assert_allclose(weighted.mean_, repeated.mean_, rtol=1e-13)


def test_standardize_gives_the_pca_of_standardized_columns(rows):
    X, _ = rows
    ours = fairpca.PCA(n_components=3, standardize=True).fit(X)
    scaled = (X - X.mean(axis=0)) / X.std(axis=0)
    theirs = sklearn.decomposition.PCA(n_components=3).fit(scaled)
    flip = signs(ours.components_, theirs.components_)
    assert_allclose(ours.components_, flip * theirs.components_, atol=1e-10)
    assert_allclose(ours.scale_, X.std(axis=0), rtol=1e-12)
    assert_allclose(ours.transform(X), theirs.transform(scaled) * flip.T, atol=1e-9)
    density = multivariate_normal(ours.mean_, ours.get_covariance())
    assert_allclose(ours.score_samples(X), density.logpdf(X), rtol=1e-9)


def test_ppca_is_the_gaussian_of_tipping_and_bishop(rows):
    X, _ = rows
    ppca = fairpca.PPCA(n_components=2).fit(X)
    values, vectors = np.linalg.eigh(np.cov(X.T, bias=True))
    noise = values[:-2].mean()
    loadings = vectors[:, -2:][:, ::-1] * np.sqrt(values[-2:][::-1] - noise)
    posterior = np.linalg.inv(loadings.T @ loadings + noise * np.eye(2)) @ loadings.T
    ours, theirs = ppca.transform(X), (X - X.mean(axis=0)) @ posterior.T
    assert_allclose(ours, theirs * signs(ours.T, theirs.T).T, atol=1e-9)
    n = len(X)
    assert ppca.noise_variance_ == pytest.approx(noise * n / (n - 1), rel=1e-11)
    density = multivariate_normal(X.mean(axis=0), ppca.get_covariance())
    assert_allclose(ppca.score_samples(X), density.logpdf(X), rtol=1e-10)
    wanted = noise * np.linalg.inv(loadings.T @ loadings + noise * np.eye(2))
    covariance = ppca.posterior_covariance(X)
    assert covariance.shape == (n, 2, 2)
    assert_allclose(covariance, np.broadcast_to(wanted, (n, 2, 2)), atol=1e-12)
    # The posterior mean is shrunk; the reconstruction is the least-squares one all the same.
    pca = fairpca.PCA(n_components=2).fit(X)
    assert_allclose(
        ppca.inverse_transform(ppca.transform(X)),
        pca.inverse_transform(pca.transform(X)),
        rtol=1e-11,
    )


def test_float32_is_kept(rows):
    X, group = rows
    pca = fairpca.PCA(n_components=2).fit(X.astype(np.float32), sensitive_features=group)
    single = X[:5].astype(np.float32)
    arrays = [pca.components_, pca.mean_, pca.explained_variance_, pca.transform(single)]
    arrays += [pca.inverse_transform(pca.transform(single)), pca.get_covariance()]
    assert {array.dtype for array in arrays} == {np.dtype(np.float32)}
    double = fairpca.PCA(n_components=2).fit(X.astype(np.float32).astype(np.float64))
    assert_array_equal(pca.components_, double.components_.astype(np.float32))


@pytest.mark.parametrize(
    "view",
    [
        lambda X: np.asfortranarray(X),
        lambda X: X[::-1],
        lambda X: X[:, ::-1],
        lambda X: np.repeat(X, 3, axis=1)[:, ::3],
        lambda X: np.broadcast_to(X[:, :1], X.shape),
        lambda X: X.astype(">f8"),
        lambda X: X.tolist(),
    ],
)
def test_any_strides_give_what_contiguous_rows_give(rows, view):
    X = view(rows[0])
    plain = np.array(X, dtype=np.float64, order="C")
    given, expected = fairpca.PCA(2).fit(X), fairpca.PCA(2).fit(plain)
    assert_allclose(given.components_, expected.components_, atol=1e-12)
    assert_array_equal(expected.transform(X), expected.transform(plain))


def test_no_components_means_two_or_what_the_data_allow(rows):
    X, _ = rows
    assert fairpca.PCA().fit(X).n_components_ == 2
    assert fairpca.PCA().fit(X[:, :1]).n_components_ == 1
    assert fairpca.PPCA().fit(X[:, :2]).n_components_ == 1


def test_several_sensitive_features_are_crossed_or_kept_apart(rows):
    X, group = rows
    other = np.where(np.arange(len(X)) % 3 == 0, "a", "b")
    both = [[g, o] for g, o in zip(group, other, strict=True)]
    crossed = fairpca.PCA(2).fit(X, sensitive_features=both)
    assert crossed.groups_ == ["0, a", "0, b", "1, a", "1, b"]
    apart = fairpca.PCA(2, combine="per-attribute").fit(X, sensitive_features=both)
    assert len(apart.groups_) == 4
    assert_array_equal(apart.group_counts_[:2], np.bincount(group))


def test_missing_sensitive_features_follow_the_declared_policy(rows):
    X, group = rows
    holes = [None if i % 7 == 0 else g for i, g in enumerate(group.tolist())]
    with pytest.raises(ValueError, match="missing"):
        fairpca.PCA(2).fit(X, sensitive_features=holes)
    as_group = fairpca.PCA(2, missing_group="group").fit(X, sensitive_features=holes)
    assert len(as_group.groups_) == 3
    free = fairpca.PCA(2, missing_group="unconstrained").fit(X, sensitive_features=holes)
    assert free.groups_ == ["0", "1"]
    assert free.n_samples_ == len(X)
    assert_array_equal(free.components_, as_group.components_)


def test_a_tiny_group_is_warned_of(rows):
    X, _ = rows
    group = np.zeros(len(X), dtype=int)
    group[:3] = 1
    with pytest.warns(UserWarning, match="3"):
        pca = fairpca.PCA(2).fit(X, sensitive_features=group)
    np.testing.assert_array_equal(np.isnan(pca.group_reconstruction_error_), [False, True])
    pca = fairpca.PCA(2, min_group_size=0).fit(X, sensitive_features=group)
    assert np.isfinite(pca.group_reconstruction_error_).all()


def test_missing_cells_follow_the_declared_policy(rows):
    X = rows[0].copy()
    X[5, 2] = np.nan
    with pytest.raises(ValueError, match="row 6, column 'x3'"):
        fairpca.PCA(2).fit(X)
    dropped = fairpca.PCA(2, missing="drop-row").fit(X)
    assert_allclose(dropped.mean_, np.delete(X, 5, axis=0).mean(axis=0), rtol=1e-14)
    with pytest.raises(ValueError, match="row 6, column 'x3'"):
        dropped.transform(X)
    filled = fairpca.PCA(2, missing="mean").fit(X)
    by_hand = np.where(np.isnan(X), np.nanmean(X, axis=0), X)
    assert_allclose(filled.mean_, by_hand.mean(axis=0), rtol=1e-14)
    assert_allclose(filled.transform(X), filled.transform(by_hand), atol=1e-10)


def test_advice_is_given_in_parameters(rows):
    X = rows[0].copy()
    group = np.array(["a", "b"] * (len(X) // 2), dtype=object)
    X[5, 2] = np.nan
    mean, drop = "missing='mean' fills it", "missing='drop-row' leaves its row out"
    model = "missing='model' takes its expectation"
    moments = fairpca.GroupMoments()
    for call, ways in (
        (lambda: fairpca.PCA(2).fit(X), [mean, drop]),
        (lambda: fairpca.PPCA(2).fit(X), [mean, drop, model]),
        (lambda: fairpca.PPCA(2).fit(rows[0]).transform(X), [mean, model]),
        (lambda: moments.partial_fit(X, sensitive_features=rows[1]), [drop]),
        (lambda: fairpca.PCA(2).fit(rows[0]).transform(X), [mean]),
    ):
        with pytest.raises(ValueError) as caught:
            call()
        error = caught.value
        assert (error.code, error.row, error.column) == ("missing-cell", 6, "x3")
        assert str(error).partition("; ")[2] == ", ".join(ways)
    group[7] = None
    with pytest.raises(ValueError, match=r"missing_group='group' makes such rows") as caught:
        fairpca.PCA(2).fit(rows[0], sensitive_features=group)
    assert (caught.value.code, caught.value.row) == ("missing-protected-cell", 8)


@pytest.mark.parametrize(
    "parameters, message",
    [
        ({"n_components": 7}, "^n_components: 7"),
        ({"n_components": 0}, "0"),
        ({"n_components": 1.5}, "1.5"),
        ({"n_components": -0.5}, "0.5"),
        ({"center": "middle"}, "center must be one of 'overall', 'group', got 'middle'"),
        ({"missing": "ignore"}, "missing must be one of 'error', 'mean', .*, got 'ignore'"),
        ({"combine": "both"}, "combine must be one of 'intersection', 'per-attribute', got 'both'"),
        ({"missing_group": "no"}, "missing_group must be one of .*, got 'no'"),
        ({"divide_by": 0.0}, "^divide_by .* got 0"),
        ({"divide_by": np.nan}, "^divide_by .* got nan"),
        ({"min_group_size": -1}, "min_group_size"),
        ({"n_jobs": 0}, "n_jobs"),
    ],
)
def test_bad_parameters_are_rejected_by_name(rows, parameters, message):
    with pytest.raises(ValueError, match=message):
        fairpca.PCA(**parameters).fit(rows[0])


def test_bad_unseen_is_rejected_by_name(rows):
    with pytest.raises(ValueError, match="unseen must be one of 'error', 'zeros', got 'skip'"):
        fairpca.PCA(2, unseen="skip").fit(rows[0]).transform(rows[0])


def test_ppca_needs_fewer_dimensions_than_columns(rows):
    with pytest.raises(ValueError, match="6"):
        fairpca.PPCA(6).fit(rows[0])


def test_lengths_must_agree(rows):
    X, group = rows
    with pytest.raises(ValueError, match="X has 200 rows, sensitive_features has 199"):
        fairpca.PCA(2).fit(X, sensitive_features=group[:-1])
    with pytest.raises(ValueError, match="one or two dimensions"):
        fairpca.PCA(2).fit(X, sensitive_features=np.zeros((200, 2, 2)))


def test_there_is_no_density_without_variance():
    X = np.random.default_rng(0).normal(size=(30, 3))
    X[:, 2] = X[:, 1]
    pca = fairpca.PCA(1).fit(np.column_stack([X[:, 0], X[:, 0]]))
    with pytest.raises(ValueError, match="the covariance is singular"):
        pca.get_precision()
