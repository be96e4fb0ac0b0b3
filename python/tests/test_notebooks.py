# SPDX-License-Identifier: BSD-3-Clause
"""What notebooks show of results: their numbers, and any name as text."""

import html.parser
import json
import pickle
import warnings

import fairpca
import numpy as np
import pandas as pd
import pytest
import sklearn
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

HOSTILE = [
    "<script>alert(1)</script>",
    "]]><b onmouseover=x>\"'&amp;",
    "n" * 300,
    "\u202eevil",
    "\x1b[31mred\x07",
    "\u05e9\u05dc\u05d5\u05dd",
    "\U0001f469",
]
VOID = {"img", "br", "input"}
ALLOWED = {
    *("div", "style", "table", "caption", "thead", "tbody", "tr", "th", "td", "small", "p", "pre"),
    *("code", "details", "summary", "img"),
}


class Page(html.parser.HTMLParser):
    """Texts and elements of a piece of HTML whose tags must balance."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.texts, self._open = [], [], []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        if self._open[-1:] != ["style"]:
            self.texts.append(data)

    @property
    def text(self):
        return " ".join(self.texts)


def table_of(names, rows_of_each=30):
    """Rows in groups of these names, whose columns and levels have them too."""
    random = np.random.default_rng(1)
    group = np.repeat(np.array(names, dtype=object), rows_of_each)
    X = pd.DataFrame(random.normal(size=(len(group), len(names))), columns=names)
    X["level"] = random.choice(np.array(names, dtype=object), len(group))
    return X, pd.Series(group, name=names[0])


def shown_results(X, group):
    """Everything that notebooks show, by name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        y = pd.Series(np.where(np.arange(len(X)) % 3 == 0, "yes", "no"))
        fair = fairpca.FairPCA(2).fit(X, sensitive_features=group)
        return {
            "estimator": fair,
            "evaluation": fairpca.evaluate(fair, X, y, sensitive_features=group),
            "verification": fairpca.verify(fair, X, sensitive_features=group),
            "description": fairpca.describe(X, y=y, sensitive_features=group),
            "path": fairpca.fairness_path(X, 2, sensitive_features=group),
            "moments": fairpca.GroupMoments().partial_fit(X, sensitive_features=group),
            "comparison": fairpca.compare(
                X, y, sensitive_features=group, dimensions=[1, 2], methods=["fair-pca"]
            ),
        }


@pytest.fixture(scope="module")
def hostile():
    return shown_results(*table_of(HOSTILE))


KINDS = (
    *("estimator", "evaluation", "verification", "description", "path", "moments"),
    "comparison",
)


def own_part(result):
    """Below scikit-learn's diagram, which has a script of its own."""
    _, mark, rest = result._repr_html_().rpartition('<div class="fairpca">')
    assert mark
    return mark + rest


def visible(name):
    """A name as tables show it."""
    escapes = {"\u202e": "\\u202e", "\x1b": "\\x1b", "\x07": "\\x07"}
    shown = "".join(escapes.get(letter, letter) for letter in name)
    return shown if len(name) <= 200 else name[:200] + "..."


@pytest.mark.parametrize("kind", KINDS)
def test_names_are_text_whatever_they_hold(hostile, kind):
    page = Page(own_part(hostile[kind]))
    assert {tag for tag, _ in page.elements} <= ALLOWED
    assert not [attrs for _, attrs in page.elements if "onmouseover" in attrs]
    for letter in ("\x1b", "\x07", "\u202e"):
        assert letter not in page.text
    if kind in ("estimator", "evaluation", "description", "moments"):
        for name in HOSTILE:
            assert visible(name) in page.text


def test_a_fitted_estimator_keeps_its_diagram_and_shows_what_it_found(rows):
    X, group = rows
    fair = fairpca.FairPCA(2)
    unfitted = fair._repr_html_()
    assert 'class="fairpca"' not in unfitted
    fair.fit(X, sensitive_features=group)
    shown = fair._repr_html_()
    assert fair._repr_mimebundle_()["text/html"].endswith(own_part(fair))
    assert "sk-top-container" in shown
    text = Page(own_part(fair)).text
    assert "fair-pca, fair in reconstruction: 2 dimensions of 6 encoded columns, 200 rows" in text
    for value in (*fair.group_reconstruction_error_, *fair.group_loss_):
        assert f"{value:.4g}" in text
    assert f"Status: {fair.status_}, objective {fair.objective_:.6g}" in text


def test_a_loaded_estimator_a_mixture_and_a_pipeline_are_shown(rows, tmp_path):
    X, group = rows
    fair = fairpca.FairPCA(2).fit(X, sensitive_features=group)
    fair.save(tmp_path / "fair.fpca")
    assert "Status: " in Page(own_part(fairpca.load(tmp_path / "fair.fpca"))).text
    mixture = fairpca.MixturePPCA(1, n_mixture_components=2, max_iter=3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mixture.fit(X, sensitive_features=group)
    text = Page(own_part(mixture)).text
    assert "log-likelihood" in text and f"{mixture.group_log_likelihood_[0]:.4g}" in text
    plain = make_pipeline(StandardScaler(), fairpca.PCA(2)).fit(X)
    assert "PCA" in plain._repr_html_()


def test_the_text_display_of_scikit_learn_has_no_html(rows):
    fair = fairpca.PCA(2).fit(rows[0])
    with sklearn.config_context(display="text"):
        assert not hasattr(fair, "_repr_html_")
        assert "text/html" not in fair._repr_mimebundle_()


@pytest.fixture(scope="module")
def hidden():
    X, group = table_of(["a", "b", "c"])
    group[:5] = "rare"
    return shown_results(X, group)


@pytest.mark.parametrize("kind", KINDS)
def test_hidden_groups_have_no_numbers(hidden, kind):
    cells = _rows_of(Page(own_part(hidden[kind])), "rare")
    for row in cells:
        assert set(row[1:]) <= {"5", "-", "", "too small to judge"}


def _rows_of(page, name):
    """Rows of tables that begin with a name."""
    rows, row = [], None
    for text in page.texts:
        if text == name:
            row = [text]
            rows.append(row)
        elif row is not None and (text in ("-", "5", "too small to judge")):
            row.append(text)
        else:
            row = None
    return rows


def test_measures_and_intervals_are_those_of_the_evaluation(rows):
    X, group = rows
    pca = fairpca.PCA(2).fit(X, sensitive_features=group)
    result = fairpca.evaluate(pca, X, sensitive_features=group, measures=["gap", "loss"])
    text = Page(result._repr_html_()).text
    low, high = result.interval("gap")
    assert f"{result['gap']:.4g}" in text and f"{low:.4g} to {high:.4g}" in text


def test_a_verification_shows_each_claim(rows):
    X, group = rows
    fair = fairpca.FairPCA(2).fit(X, sensitive_features=group)
    proof = fairpca.verify(fair, X, sensitive_features=group)
    text = Page(proof._repr_html_()).text
    assert "Every claim was proven again" in text
    for claim in proof.claims:
        assert claim.sentence[:200] in text


def test_a_path_shows_its_picture_and_marks(rows):
    X, group = rows
    path = fairpca.fairness_path(X, 2, sensitive_features=group)
    page = Page(path._repr_html_())
    assert [tag for tag, _ in page.elements].count("img") == 1
    assert path.to_svg().startswith("<svg") or path.to_svg().startswith("<?xml")
    for mark in path.marks:
        assert mark.name in page.text and f"{mark.point.error:.4g}" in page.text


def test_long_tables_say_what_they_leave_out():
    X = pd.DataFrame(np.random.default_rng(0).normal(size=(50, 70)))
    X.columns = [f"column {i}" for i in range(70)]
    page = Page(fairpca.describe(X)._repr_html_())
    assert "column 59" in page.text and "column 60" not in page.text
    assert "and 10 more rows" in page.text


def test_a_comparison_shows_its_finding_its_trade_off_and_its_tables(rows):
    X, group = rows
    found = fairpca.compare(X, sensitive_features=group, dimensions=[2, 3], methods=["fair-pca"])
    page = Page(found._repr_html_())
    for sentence in found.findings:
        assert sentence in page.text
    assert [tag for tag, _ in page.elements].count("img") == 1
    assert "d = 2" in page.text and "d = 3" in page.text
    frame = found.to_frame().query(
        "measure == 'gap' and rows == 'test' and statistic == 'value' and method == 'fair-pca'"
    )
    for value in frame.value:
        assert f"{value:.4g}" in page.text
    assert found.suggested.split("(")[0] in page.text


def test_the_report_of_a_comparison_is_that_of_its_folder(rows, tmp_path):
    X, group = rows
    given = {"sensitive_features": group, "dimensions": 2, "methods": ["fair-pca"]}
    found = fairpca.compare(X, **given, folder=tmp_path / "study")
    assert found.to_html() == (tmp_path / "study/report.html").read_bytes().decode()
    assert found.to_html(tmp_path / "page.html") is None
    assert (tmp_path / "page.html").read_bytes().decode() == found.to_html()
    assert found.report == json.loads((tmp_path / "study/report.json").read_bytes())
    again = pickle.loads(pickle.dumps(fairpca.compare(X, **given)))
    assert again == found
    assert again.to_html().startswith("<!DOCTYPE html>")
    with pytest.raises(OSError):
        found.to_html(tmp_path / "no folder" / "page.html")
