# SPDX-License-Identifier: BSD-3-Clause
"""numpydoc's checks on every public name, and what ``help`` shows."""

import inspect
import pydoc

import fairpca
import pytest
from numpydoc.validate import ERROR_MSGS, validate

# What is not asked for: an extended summary (ES01), an example (EX01; those of public names are
# required by test_types_and_docs.py) and See Also (SA01, SA04) in every method, verbs in summaries
# (SS05), returned values without a name (RT02), and an order of keywords that is that of their
# inheritance (PR03): a class describes its own first.
LEFT_OUT = {"ES01", "EX01", "SA01", "SA04", "SS05", "RT02", "PR03"}
CHECKS = sorted(set(ERROR_MSGS) - LEFT_OUT)
# Made by functions, not by users, who need not know how.
RESULTS = {"Comparison", "Description", "Evaluation", "SearchResult", "Verification"}
PUBLIC = [getattr(fairpca, name) for name in fairpca.__all__]
CLASSES = [value for value in PUBLIC if inspect.isclass(value)]


def members(owner):
    """The public methods and properties that are ours."""
    for name in dir(owner):
        value = inspect.getattr_static(owner, name)
        function = getattr(value, "fget", getattr(value, "__func__", value))
        if not name.startswith("_") and getattr(function, "__module__", "").startswith("fairpca"):
            yield name


def public_names():
    names = [name for name in fairpca.__all__ if not name.startswith("_")]
    for name in names:
        if name != "SKOPS_TRUSTED":
            yield f"fairpca.{name}"
    for owner in CLASSES:
        for name in members(owner):
            yield f"fairpca.{owner.__name__}.{name}"
    for name in fairpca.metrics.__all__:
        yield f"fairpca.metrics.{name}"


@pytest.mark.parametrize("name", list(public_names()))
def test_the_docstring_is_complete(name):
    problems = [(code, text) for code, text in validate(name)["errors"] if code in CHECKS]
    if name.removeprefix("fairpca.") in RESULTS:
        problems = [problem for problem in problems if problem[0] != "PR01"]
    assert not problems


def test_the_checks_are_those_of_numpydoc_and_nothing_is_left_out_by_a_wrong_code():
    assert set(ERROR_MSGS) > LEFT_OUT
    assert {"GL08", "PR01", "PR02", "PR07", "PR10", "RT01", "RT03", "SS03"} <= set(CHECKS)


@pytest.mark.parametrize("owner", CLASSES, ids=lambda owner: owner.__name__)
def test_help_shows_every_parameter_in_a_docstring_without_indentation(owner):
    shown = pydoc.plain(pydoc.render_doc(owner))
    for name in inspect.signature(owner).parameters:
        assert f"{name}:" in shown or f"{name}=" in shown, name  # in the signature
        if owner.__name__ not in RESULTS:
            assert f" |  {name} : " in shown or f", {name} : " in shown or f" |  {name}, " in shown
    first_lines = inspect.getdoc(owner).splitlines()
    assert "Examples" in first_lines  # sections begin at the margin


@pytest.mark.parametrize("method", fairpca.methods(), ids=lambda method: method.python_name)
def test_the_parameter_that_is_given_by_place_is_described_first(method):
    lines = getattr(fairpca, method.python_name).__doc__.splitlines()
    assert lines[lines.index("Parameters") + 2].startswith("n_components : ")
