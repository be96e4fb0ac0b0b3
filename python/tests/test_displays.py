# SPDX-License-Identifier: BSD-3-Clause
"""Displays draw the numbers they are given, on the axes they are given."""

import subprocess
import sys

import fairpca
import matplotlib
import numpy as np
import pandas as pd
import polars as pl
import pytest
from numpy.testing import assert_allclose, assert_array_equal

matplotlib.use("Agg")
from matplotlib import pyplot
from matplotlib.colors import to_hex


@pytest.fixture(autouse=True)
def closed():
    """No figure stays open."""
    yield
    pyplot.close("all")


@pytest.fixture
def fitted(rows):
    X, group = rows
    return fairpca.FairPCA(2).fit(X, sensitive_features=group)


@pytest.fixture
def results():
    """Tidy results as ``compare`` writes them: two methods, three dimensions, two groups."""
    lines = []
    for method in ("pca", "fair-pca"):
        for d in (1, 2, 3):
            for group, level in (("", 2.0), ("Female", 3.0), ("Male", 1.0)):
                value = level / d
                lines.append((d, method, "test", group, "reconstruction_error", "value", value))
                lines.append((d, method, "train", group, "reconstruction_error", "value", -1.0))
    names = ["dimensions", "method", "rows", "group", "measure", "statistic", "value"]
    frame = pd.DataFrame(lines, columns=names)
    return frame.assign(split=1, low=frame.value - 0.1, high=frame.value + 0.1)


def texts_of(display):
    display.figure_.canvas.draw()
    return [text.get_text() for text in display.ax_.texts]


def test_importing_the_package_does_not_import_matplotlib():
    code = "import sys, fairpca; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_without_matplotlib_a_display_says_what_to_install(monkeypatch, fitted):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"fairpca\[plots\]"):
        fairpca.BiplotDisplay.from_estimator(fitted)


def test_every_display_draws_on_the_axes_given_and_returns_itself(rows, fitted, results):
    X, group = rows
    path = fairpca.fairness_path(X, 2, sensitive_features=group)
    displays = [
        lambda ax: fairpca.FairnessPathDisplay.from_results(path, ax=ax),
        lambda ax: fairpca.FairnessPathDisplay.from_estimator(
            fitted, X, sensitive_features=group, ax=ax
        ),
        lambda ax: fairpca.GroupErrorDisplay.from_estimator(fitted, ax=ax),
        lambda ax: fairpca.GroupErrorDisplay.from_results(results, method="pca", ax=ax),
        lambda ax: fairpca.ProjectionDisplay.from_estimator(
            fitted, X, sensitive_features=group, ax=ax
        ),
        lambda ax: fairpca.BiplotDisplay.from_estimator(fitted, ax=ax),
        lambda ax: fairpca.CommunalityDisplay.from_estimator(fitted, ax=ax),
    ]
    for draw in displays:
        _, ax = pyplot.subplots()
        display = draw(ax)
        assert display.ax_ is ax and display.figure_ is ax.figure
        assert display.plot() is display and display.ax_ is not ax
        display.figure_.canvas.draw()


def test_the_path_display_holds_the_front_and_the_estimator(rows, fitted):
    X, group = rows
    display = fairpca.FairnessPathDisplay.from_estimator(fitted, X, sensitive_features=group)
    front = display.path.gap_front
    assert_array_equal(display.line_.get_xdata(), [point.error for point in front])
    assert_array_equal(display.line_.get_ydata(), [point.gap for point in front])
    by_name = {line.get_label(): line for line in display.ax_.lines}
    assert_allclose(
        by_name["FairPCA"].get_ydata(), [np.ptp(fitted.group_reconstruction_error_)], rtol=1e-12
    )
    # Fair PCA equalises losses, and is a mark of the path as well.
    assert_allclose(by_name["FairPCA"].get_xdata(), by_name["fair-pca"].get_xdata(), rtol=1e-6)


def test_the_group_errors_are_those_of_the_estimator_or_of_the_results(fitted, results):
    display = fairpca.GroupErrorDisplay.from_estimator(fitted)
    assert_array_equal(display.values[:, 0], fitted.group_reconstruction_error_)
    losses = fairpca.GroupErrorDisplay.from_estimator(fitted, measure="loss")
    assert_array_equal(losses.values[:, 0], fitted.group_loss_)
    for table in (results, pl.from_pandas(results), results.to_dict("list")):
        display = fairpca.GroupErrorDisplay.from_results(table, method="fair-pca")
        assert display.groups == ["Female", "Male"]
        assert_array_equal(display.dimensions, [1, 2, 3])
        assert_allclose(display.values, [[3, 1.5, 1], [1, 0.5, 1 / 3]])
        assert_allclose(display.low, display.values - 0.1)
        assert [line.get_label() for line in display.ax_.lines] == ["Female", "Male"]


def test_a_comparison_and_an_evaluation_are_results(rows):
    X, group = rows
    found = fairpca.compare(
        X,
        sensitive_features=group,
        dimensions=[0.5, 2, 3],
        methods=["fair-pca"],
        measures=["reconstruction_error", "gap", "communality"],
    )
    display = fairpca.GroupErrorDisplay.from_results(found, method="pca")
    assert display.groups == ["0", "1"]
    assert_array_equal(display.dimensions, [0.5, 2, 3])
    frame = found.to_frame().query(
        "method == 'pca' and group == '1' and measure == 'reconstruction_error'"
        " and rows == 'test' and statistic == 'value'"
    )
    assert_allclose(np.sort(display.values[1]), np.sort(frame.value))
    shares = fairpca.CommunalityDisplay.from_results(found, n_components=2)
    assert shares.methods == ["pca", "fair-pca"]
    model = found.models["pca", 2]
    drawn = dict(zip(shares.features, shares.communalities[:, 0], strict=True))
    wanted = np.sum(np.square(model.components_), axis=0)
    assert_allclose([drawn[name] for name in model.encoded_names_], wanted)

    measured = fairpca.evaluate(model, X, sensitive_features=group)
    display = fairpca.GroupErrorDisplay.from_results(measured)
    assert display.name == "pca"
    errors = [measured["reconstruction_error", group] for group in display.groups]
    assert_array_equal(display.values[:, 0], errors)
    shares = fairpca.CommunalityDisplay.from_results(measured)
    assert dict(zip(shares.features, shares.communalities[:, 0], strict=True)) == measured.features


def test_results_of_several_splits_are_shown_by_their_mean(results):
    means = results.assign(statistic="mean", value=7.0, split=np.nan)
    both = pd.concat([results, means])
    display = fairpca.GroupErrorDisplay.from_results(both, method="pca")
    assert_array_equal(display.values, 7.0)


def test_wrong_results_are_rejected_by_what_is_missing(results):
    with pytest.raises(ValueError, match="statistic"):
        fairpca.GroupErrorDisplay.from_results(results.drop(columns="statistic"))
    with pytest.raises(ValueError, match=r"method.*pca, fair-pca"):
        fairpca.GroupErrorDisplay.from_results(results)
    with pytest.raises(ValueError, match="measure"):
        fairpca.GroupErrorDisplay.from_results(results, method="pca", measure="speed")
    with pytest.raises(TypeError, match="results"):
        fairpca.GroupErrorDisplay.from_results(3)
    with pytest.raises(TypeError, match="path"):
        fairpca.FairnessPathDisplay.from_results({})


def test_a_projection_draws_at_most_2000_rows_and_none_of_a_small_group():
    random = np.random.default_rng(0)
    coordinates = random.normal(size=(5009, 2))
    group = np.array(["a"] * 4000 + ["b"] * 1000 + ["small"] * 9)
    display = fairpca.ProjectionDisplay.from_results(coordinates, sensitive_features=group)
    assert display.groups == ["a", "b"] and display.hidden_groups == ["small"]
    drawn = {name: len(rows) for name, rows in display.rows_.items()}
    assert sum(drawn.values()) <= 2000 and drawn == {"a": 1600, "b": 400}
    for name, points in zip("ab", display.ax_.collections, strict=True):
        assert_array_equal(points.get_offsets(), coordinates[display.rows_[name]])
        assert (group[display.rows_[name]] == name).all()
    again = fairpca.ProjectionDisplay.from_results(coordinates, sensitive_features=group)
    assert_array_equal(again.rows_["a"], display.rows_["a"])
    assert "2000 of 5009" in display.ax_.get_title()


def test_several_attributes_form_crossed_groups_and_rows_without_one_are_left_out(rows):
    X, group = rows
    table = pd.DataFrame({"sex": np.where(group == 1, "f", "m"), "old": ["yes", "no"] * 100})
    table.loc[0, "sex"] = None
    display = fairpca.ProjectionDisplay.from_results(X[:, :2], sensitive_features=table)
    assert display.groups == ["f, no", "f, yes", "m, no", "m, yes"]
    assert 0 not in np.concatenate(list(display.rows_.values()))


def test_one_coordinate_is_drawn_on_a_line_per_group(rows):
    X, group = rows
    display = fairpca.ProjectionDisplay.from_results(X[:, :1], sensitive_features=group)
    assert set(display.ax_.collections[1].get_offsets()[:, 1]) == {1}
    with pytest.raises(ValueError, match="200 rows"):
        fairpca.ProjectionDisplay.from_results(X[:, :1], sensitive_features=group[:5])


def test_projections_can_stand_side_by_side_on_shared_axes(rows, fitted):
    X, group = rows
    figure, places = pyplot.subplots(1, 2, sharex=True, sharey=True)
    for ax in places:
        fairpca.ProjectionDisplay.from_estimator(fitted, X, sensitive_features=group, ax=ax)
    figure.canvas.draw()
    assert places[0].get_xlim() == places[1].get_xlim()
    assert places[0].get_aspect() == 1


def test_the_points_of_groups_keep_away_from_the_frame(fitted):
    ax = fairpca.GroupErrorDisplay.from_estimator(fitted).ax_
    assert ax.get_ylim() == (len(fitted.groups_) - 0.5, -0.5)


def test_a_biplot_shows_the_features_of_largest_communality():
    components = np.zeros((3, 30))
    components[np.arange(30) % 3, np.arange(30)] = np.arange(30) / 30
    names = [f"x{i}" for i in range(30)]
    display = fairpca.BiplotDisplay.from_results(components, names, [0.5, 0.25, 0.1])
    assert display.features == [f"x{i}" for i in range(29, 19, -1)]
    assert set(display.features) <= set(texts_of(display))
    assert display.ax_.get_xlabel() == "component 1 (50.0 % of the variance)"
    bars = fairpca.BiplotDisplay.from_results(components[:1], names).ax_.patches
    assert len(bars) == 10


def test_mixtures_have_no_biplot(rows):
    mixture = fairpca.MixturePPCA(1, n_mixture_components=2, max_iter=3)
    with pytest.warns(UserWarning):
        mixture.fit(rows[0])
    with pytest.raises(TypeError, match="mixtures"):
        fairpca.BiplotDisplay.from_estimator(mixture)


def test_communalities_are_row_sums_of_squared_loadings(rows):
    X, group = rows
    pca = fairpca.PCA(2).fit(X, sensitive_features=group)
    fair = fairpca.FairPCA(2).fit(X, sensitive_features=group)
    display = fairpca.CommunalityDisplay.from_estimator([pca, fair])
    assert display.methods == ["PCA", "FairPCA"]
    wanted = np.sum(np.square(fair.components_), axis=0)
    drawn = dict(zip(display.features, display.communalities[:, 1], strict=True))
    assert_allclose([drawn[name] for name in fair.encoded_names_], wanted)
    assert_array_equal(display.image_.get_array(), display.communalities)


def test_communalities_of_a_comparison_are_taken_at_one_dimension():
    table = pd.DataFrame(
        {
            "split": [1, 2] * 4,
            "dimensions": [2] * 4 + [3] * 4,
            "method": ["pca"] * 8,
            "feature": ["age", "age", "pay", "pay"] * 2,
            "communality": [0.2, 0.4, 0.9, 0.7, 1, 1, 1, 1],
        }
    )
    display = fairpca.CommunalityDisplay.from_results(table, n_components=2)
    assert display.features == ["pay", "age"]
    assert_allclose(display.communalities[:, 0], [0.8, 0.3])
    with pytest.raises(ValueError, match="n_components"):
        fairpca.CommunalityDisplay.from_results(table)


def test_sixty_groups_are_told_apart_and_stand_beside_the_data():
    groups = [f"group {i}" for i in range(60)]
    values = np.outer(np.arange(60), [3.0, 2.0, 1.0])
    display = fairpca.GroupErrorDisplay([1, 2, 3], groups, values).plot()
    lines = display.ax_.lines
    assert len({(to_hex(line.get_color()), line.get_marker()) for line in lines}) == 60
    display.figure_.canvas.draw()
    legend = display.ax_.get_legend().get_window_extent()
    assert legend.x0 >= display.ax_.get_window_extent().x1


def test_hidden_groups_are_not_drawn(rows):
    X, group = rows
    group = group.copy()
    group[:5] = 2
    with pytest.warns(UserWarning):
        pca = fairpca.PCA(2).fit(X, sensitive_features=group)
    display = fairpca.GroupErrorDisplay.from_estimator(pca)
    assert np.isnan(display.values[2, 0])
    drawn = [line for line in display.ax_.lines if line.get_marker() == "o"]
    assert len(drawn) == 2
