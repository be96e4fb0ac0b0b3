# SPDX-License-Identifier: BSD-3-Clause
"""What people expect from scikit-learn, pandas and the command line."""

import warnings

import fairpca
import numpy as np
import pandas as pd
import polars as pl
import pytest
from numpy.testing import assert_array_equal
from sklearn.exceptions import ConvergenceWarning

MISSING_TEXTS = ["", "NA", "N/A", "n/a", "NaN", "nan", "null"]


def test_moments_take_all_but_the_rows_by_name(rows):
    X, group = rows
    with pytest.raises(TypeError, match="positional argument"):
        fairpca.GroupMoments().partial_fit(X, group)
    moments = fairpca.GroupMoments().partial_fit(X, y=group)
    assert moments.sensitive_names == []


def test_words_are_those_of_the_command_line(rows, tmp_path):
    X, group = rows
    both = np.column_stack([group, np.arange(len(X)) % 2])
    apart = fairpca.PCA(2, combine="per-attribute").fit(X, sensitive_features=both)
    assert len(apart.groups_) == 4
    apart.save(tmp_path / "model.fpca")
    assert fairpca.load(tmp_path / "model.fpca").combine == "per-attribute"
    for method in fairpca.methods():
        for parameter in vars(getattr(fairpca, method.python_name)()).values():
            assert not isinstance(parameter, str) or "_" not in parameter


@pytest.mark.parametrize("text", MISSING_TEXTS)
@pytest.mark.parametrize("library", [pd, pl])
def test_missing_texts_are_missing_in_frames_and_files_alike(
    text, library, people, tmp_path, command_line
):
    columns = {
        "income": [f"{value:.3f}" for value in people["income"][:60]],
        "work": [*people["work"][:59], text],
        "sex": [*people["sex"][:58], text, "Male"],
    }
    columns["income"][7] = f" {text}"
    frame = library.DataFrame(columns)
    options = {"missing": "drop-row", "missing_group": "unconstrained"}
    features = frame[["income", "work"]]
    pca = fairpca.PCA(2, **options).fit(features, sensitive_features=frame["sex"])
    assert pca.n_samples_ == 58
    assert pca.groups_ == ["Female", "Male"]
    assert not any(name == f"work={text}" for name in pca.encoded_names_)
    pd.DataFrame(columns).to_csv(tmp_path / "table.csv", index=False)
    in_file = ["--missing", "drop-row", "--missing-group", "unconstrained", "-d", 2, "-o", "m.fpca"]
    command_line("fit", "table.csv", "--group", "sex", *in_file)
    assert_array_equal(fairpca.load(tmp_path / "m.fpca").components_, pca.components_)


def test_the_missing_texts_are_missing_for_pandas_too(tmp_path):
    quoted = "\n".join(f'"{text}",1' for text in MISSING_TEXTS)
    (tmp_path / "table.csv").write_text(f"a,b\n{quoted}\n")
    assert pd.read_csv(tmp_path / "table.csv")["a"].isna().all()


def test_feasible_is_true_or_false_and_counts_are_whole():
    X, group = fairpca.synthetic("mbf-1", random_state=0)
    fair = fairpca.MMDFairPCA(1, tau=0.02).fit(X, sensitive_features=group)
    assert fair.measures_["feasible"] is True
    assert isinstance(fair.measures_["mmd2"], float)
    assert isinstance(fair.measures_["rounds"], int)
    with pytest.warns(ConvergenceWarning, match="missed its constraint"):
        missed = fairpca.MMDFairPCA(2, tau=1e-9, max_rounds=1, max_iter=2).fit(
            X, sensitive_features=group
        )
    assert missed.measures_["feasible"] is False


def test_max_iter_of_the_convex_program_counts_its_iterations(rows):
    X, group = rows
    with pytest.warns(UserWarning, match="ended|did not meet its tolerance"):
        fair = fairpca.ConstrainedFairPCA(2, mu=1.0, max_iter=7).fit(X, sensitive_features=group)
    assert fair.n_iter_ == 7
    assert fair.status_ == "max_iterations"


def econometric_table(seed, n):
    """Wages, years, counts, dummies and regions, as in textbooks of econometrics."""
    random = np.random.default_rng(seed)
    years = np.clip(np.round(random.normal(12.6, 2.5, n)), 4, 18)
    experience = np.clip(np.round(random.gamma(2, 9, n)), 0, 50)
    female = random.integers(0, 2, n)
    wage = np.exp(0.3 + 0.09 * years + 0.01 * experience - 0.3 * female + random.normal(0, 0.45, n))
    frame = pd.DataFrame(
        {
            "wage": wage,
            "years": years,
            "experience": experience,
            "dependents": random.poisson(1, n),
            "married": (random.random(n) < 0.6).astype(int),
            "hours": np.clip(np.round(random.normal(40, 9, n)), 5, 80),
        }
    )
    if seed % 2:
        frame["region"] = random.choice(["east", "south", "west"], n)
    return frame, female


def gaussian_table(seed, n):
    random = np.random.default_rng(seed)
    cluster = random.integers(0, 4, n)
    X = random.normal(size=(4, 6))[cluster] * 3 + random.normal(size=(n, 6))
    return X, (random.random(n) < 0.3 + 0.1 * cluster).astype(int)


@pytest.mark.parametrize("table", [econometric_table, gaussian_table])
@pytest.mark.parametrize("method", [fairpca.MixturePPCA, fairpca.FairMixturePPCA])
def test_mixtures_converge_by_default_on_ordinary_tables(table, method):
    for seed, n in enumerate([200, 400, 700]):
        X, group = table(seed, n)
        with warnings.catch_warnings():
            warnings.simplefilter("error", ConvergenceWarning)
            fitted = method(2, standardize=True).fit(X, sensitive_features=group)
        assert fitted.status_ == "converged"
