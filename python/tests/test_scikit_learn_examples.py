# SPDX-License-Identifier: BSD-3-Clause
"""What scikit-learn's examples do with PCA, done with ours: the same numbers come out.

Each function uses PCA as the example in its docstring does, on data that scikit-learn brings along
or draws, and returns the numbers the example shows. Arguments that name a solver (``svd_solver``,
``random_state``), of which there is one here, and ``n_components=0`` are left out.
"""

import warnings

import fairpca
import numpy as np
import pytest
import sklearn.decomposition
from sklearn.cluster import KMeans
from sklearn.datasets import load_digits, load_iris, load_wine, make_low_rank_matrix
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.feature_selection import SelectKBest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import accuracy_score, v_measure_score
from sklearn.model_selection import GridSearchCV, cross_val_score, train_test_split
from sklearn.pipeline import FeatureUnion, Pipeline, make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.svm import SVC


def iris_in_three_dimensions(PCA):
    """decomposition/plot_pca_iris: three coordinates of iris."""
    X, _ = load_iris(return_X_y=True)
    return PCA(n_components=3).fit_transform(X)


def iris_against_discriminants(PCA):
    """decomposition/plot_pca_vs_lda: shares of the variance; the same rows by class."""
    X, y = load_iris(return_X_y=True)
    pca = PCA(n_components=2)
    reduced = pca.fit(X).transform(X)
    other = LinearDiscriminantAnalysis(n_components=2).fit(X, y).transform(X)
    return [pca.explained_variance_ratio_, np.abs(np.corrcoef(reduced[:, 0], other[:, 0]))]


def a_flat_cloud(PCA):
    """decomposition/plot_pca_3d: the plane spanned by the components of a flat cloud."""
    rng = np.random.default_rng(4)
    x = rng.normal(scale=0.5, size=3000)
    y = rng.normal(scale=0.5, size=3000)
    z = rng.normal(scale=0.1, size=3000)
    cloud = np.column_stack([x + y, y, x - y + z])
    pca = PCA(n_components=3)
    pca.fit(cloud)
    axes = pca.components_.T
    return [np.abs(axes), np.cross(axes[:, 0], axes[:, 1]) ** 2, pca.explained_variance_]


def likelihood_chooses_the_rank(PCA):
    """decomposition/plot_pca_vs_fa_model_selection: cross-validated score, and Minka's choice."""
    rng = np.random.default_rng(42)
    frame = np.linalg.svd(rng.normal(size=(25, 25)))[0][:, :5]
    X = rng.normal(size=(300, 5)) @ frame.T + rng.normal(size=(300, 25)) * 0.7
    pca = PCA()
    scores = []
    for n in np.arange(5, 25, 5):
        pca.n_components = n
        scores.append(np.mean(cross_val_score(pca, X)))
    return [scores, PCA(n_components="mle").fit(X).n_components_]


def noisy_digits(PCA):
    """applications/plot_digits_denoising: transform and back, and the mean squared error."""
    X, y = load_digits(return_X_y=True)
    X = MinMaxScaler().fit_transform(X)
    train, test = train_test_split(X, stratify=y, random_state=0, train_size=1000, test_size=100)
    rng = np.random.default_rng(0)
    noisy = test + rng.normal(scale=0.25, size=test.shape)
    pca = PCA(n_components=32)
    pca.fit(train + rng.normal(scale=0.25, size=train.shape))
    back = pca.inverse_transform(pca.transform(noisy))
    assert np.mean((test - back) ** 2) < np.mean((test - noisy) ** 2)
    return [back, np.mean((test - back) ** 2)]


def digits_in_clusters(PCA):
    """cluster/plot_kmeans_digits: components as starts of k-means; clusters of two coordinates."""
    data, labels = load_digits(return_X_y=True)
    pca = PCA(n_components=10).fit(data)
    by_components = KMeans(init=pca.components_ * np.sign(pca.components_.sum(axis=1))[:, None],
                           n_clusters=10, n_init=1).fit(data)  # fmt: skip
    reduced = PCA(n_components=2).fit_transform(data)
    by_plane = KMeans(n_clusters=10, n_init=2, random_state=0).fit(np.abs(reduced))
    return [v_measure_score(labels, one.labels_) for one in (by_components, by_plane)]


def scaling_matters(PCA):
    """preprocessing/plot_scaling_importance: one estimator, refitted in two pipelines of frames."""
    X, y = load_wine(return_X_y=True, as_frame=True)
    X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.30, random_state=42)
    pca = PCA(n_components=2).fit(X_train)
    first = np.abs(pca.components_[0])
    plain = make_pipeline(pca, LogisticRegression(max_iter=5000)).fit(X_train, y_train)
    found = [accuracy_score(y_test, plain.predict(X_test))]
    scaled = make_pipeline(StandardScaler(), pca, LogisticRegression()).fit(X_train, y_train)
    found.append(accuracy_score(y_test, scaled.predict(X_test)))
    assert found[1] > found[0]
    return [first, found]


def regression_on_components(PCA):
    """cross_decomposition/plot_pcr_vs_pls: a step by its name, and R-squared of two regressors."""
    rng = np.random.default_rng(0)
    X = rng.multivariate_normal(mean=[0, 0], cov=[[3, 3], [3, 4]], size=500)
    axes = PCA(n_components=2).fit(X).components_
    y = X.dot(axes[1] * np.sign(axes[1, 0])) + rng.normal(size=500) / 2
    X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0)
    pcr = make_pipeline(StandardScaler(), PCA(n_components=1), LinearRegression())
    pcr.fit(X_train, y_train)
    step = pcr.named_steps["pca"]
    both = make_pipeline(PCA(n_components=2), LinearRegression()).fit(X_train, y_train)
    scores = [pcr.score(X_test, y_test), both.score(X_test, y_test)]
    return [step.transform(X_test), pcr.predict(X_test), scores]


def a_grid_over_a_pipeline(PCA):
    """compose/plot_digits_pipe: grid search over pca__n_components and the classifier."""
    X, y = load_digits(n_class=5, return_X_y=True)
    pipe = Pipeline([("scaler", StandardScaler()), ("pca", PCA()),
                     ("logistic", LogisticRegression(max_iter=1000, tol=1e-3))])  # fmt: skip
    grid = {"pca__n_components": [5, 15, 30], "logistic__C": np.logspace(-2, 0, 2)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # pixels that never change
        search = GridSearchCV(pipe, grid, cv=3).fit(X[:400], y[:400])
    best = search.best_estimator_.named_steps["pca"].n_components
    return [search.cv_results_["mean_test_score"], best]


def steps_to_choose_from(PCA):
    """compose/plot_compare_reduction and plot_feature_union: PCA beside other steps."""
    X, y = load_iris(return_X_y=True)
    union = FeatureUnion([("pca", PCA(n_components=2)), ("univ_select", SelectKBest(k=1))])
    pipe = Pipeline([("features", union), ("svm", SVC(kernel="linear"))])
    grid = {"features__pca__n_components": [1, 2, 3], "svm__C": [0.1, 1]}
    first = GridSearchCV(pipe, grid).fit(X, y)
    pipe = Pipeline([("reduce_dim", "passthrough"), ("svm", SVC(kernel="linear"))])
    grid = [{"reduce_dim": [PCA()], "reduce_dim__n_components": [1, 2]},
            {"reduce_dim": [SelectKBest()], "reduce_dim__k": [1, 2]}]  # fmt: skip
    second = GridSearchCV(pipe, grid).fit(X, y)
    return [one.cv_results_["mean_test_score"] for one in (first, second)]


def whitened_faces(PCA):
    """applications/plot_face_recognition: whitened components and their images (drawn here)."""
    X = make_low_rank_matrix(200, 100, effective_rank=20, random_state=0) * 100
    y = (X[:, 0] > np.median(X[:, 0])).astype(int)
    X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=42)
    pca = PCA(n_components=15, whiten=True).fit(X_train)
    faces = pca.components_.reshape((15, 10, 10))
    reduced = pca.transform(X_train)
    predicted = SVC(C=10, gamma=0.01).fit(reduced, y_train).predict(pca.transform(X_test))
    return [np.abs(faces), reduced.std(axis=0), predicted == y_test]


EXAMPLES = [
    iris_in_three_dimensions,
    iris_against_discriminants,
    a_flat_cloud,
    likelihood_chooses_the_rank,
    noisy_digits,
    digits_in_clusters,
    scaling_matters,
    regression_on_components,
    a_grid_over_a_pipeline,
    steps_to_choose_from,
    whitened_faces,
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.__name__)
def test_the_numbers_are_those_of_scikit_learn(example):
    ours, theirs = example(fairpca.PCA), example(sklearn.decomposition.PCA)
    for mine, expected in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(mine, expected, rtol=1e-8, atol=1e-8)


def test_batches_give_the_components_of_all_rows():
    """decomposition/plot_incremental_pca: iris in batches against all rows at once."""
    X, _ = load_iris(return_X_y=True)
    moments = fairpca.GroupMoments()
    for start in range(0, len(X), 10):
        moments.partial_fit(X[start : start + 10])
    by_batches = fairpca.PCA(n_components=2).fit_moments(moments).transform(X)
    at_once = sklearn.decomposition.PCA(n_components=2).fit_transform(X)
    theirs = sklearn.decomposition.IncrementalPCA(n_components=2, batch_size=10).fit_transform(X)
    ours, others = (np.abs(np.abs(one) - np.abs(at_once)).mean() for one in (by_batches, theirs))
    assert ours < 1e-12 < others  # theirs is an approximation
