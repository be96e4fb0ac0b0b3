# SPDX-License-Identifier: BSD-3-Clause
"""The estimators and the registry tell the same story."""

import ast
import inspect
import re
from dataclasses import fields

import fairpca
import pytest
from fairpca import _core
from fairpca._base import BaseFairPCA

METHODS = fairpca.methods()
# What estimators have besides options of the core, and what only those have that draw at random.
OF_PYTHON = {"categorical", "features", "sensitive_columns"}
OF_SOME = {"random_state"}
# Python decides these by the data and by the process, so their default is None.
DECIDED_LATER = {"n_components", "n_jobs"}


def estimator_of(method):
    return getattr(fairpca, method.python_name)


def options_of(method):
    """All options of a method, by parameter."""
    options = [*_core.shared_options(), *_core.encode_options(), *method.options]
    return {option.parameter: option for option in options}


def docstring_defaults(doc):
    """What the section of parameters says: each parameter with its default."""
    section = doc.partition("Parameters\n----------\n")[2].partition("\n\n")[0]
    entries = re.findall(r"^(\w+) : (.*(?:\n    .*)*?default=.*|.*)$", section, re.MULTILINE)
    return {name: line.partition("default=")[2] for name, line in entries}


def test_every_method_of_the_registry_has_its_estimator():
    for method in METHODS:
        estimator = estimator_of(method)
        assert issubclass(estimator, BaseFairPCA)
        assert estimator._method == method.id
    estimators = {
        one
        for one in (getattr(fairpca, name) for name in fairpca.__all__)
        if inspect.isclass(one) and issubclass(one, BaseFairPCA)
    }
    assert estimators == {estimator_of(method) for method in METHODS}


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.id)
def test_parameters_are_the_options_and_no_others(method):
    parameters = {field.name for field in fields(estimator_of(method))}
    options = set(options_of(method))
    assert parameters - OF_PYTHON <= options
    assert options - OF_SOME <= parameters


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.id)
def test_parameters_have_the_defaults_of_the_options(method):
    options = options_of(method)
    for field in fields(estimator_of(method)):
        if field.name in OF_PYTHON | DECIDED_LATER:
            assert field.default is None, field.name
            continue
        expected = options[field.name].default
        assert field.default == expected, field.name
        assert type(field.default) is type(expected), field.name


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.id)
def test_docstrings_list_the_parameters_with_their_defaults(method):
    described = docstring_defaults(estimator_of(method).__doc__)
    defaults = {field.name: field.default for field in fields(estimator_of(method))}
    assert set(described) == set(defaults)
    for name, default in defaults.items():
        assert ast.literal_eval(described[name]) == default, name


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.id)
def test_docstrings_list_the_words_of_the_options(method):
    doc = estimator_of(method).__doc__
    for name, option in options_of(method).items():
        if option.type != "word":
            continue
        [line] = re.findall(rf"^{name} : (.*)$", doc, re.MULTILINE)
        listed = re.findall(r'"([^"]*)"', line.partition("{")[2].partition("}")[0])
        # A few options have too many words for one line and list them below it.
        assert not listed or listed == option.words, name


def test_the_options_of_the_path_are_its_parameters():
    parameters = inspect.signature(fairpca.fairness_path).parameters
    for option in _core.path_options():
        default, expected = parameters[option.parameter].default, option.default
        assert default == (tuple(expected) if isinstance(expected, list) else expected)
    for option in _core.shared_options():
        if option.parameter not in OF_SOME | DECIDED_LATER:
            assert parameters[option.parameter].default == option.default, option.parameter


def test_summaries_say_first_which_fairness_is_served():
    firsts = {
        "none": "No fairness (baseline): ",
        "reconstruction": "Reconstruction fairness: ",
        "representation": "Representation fairness: ",
        "likelihood": "Likelihood fairness: ",
    }
    for method in METHODS:
        first = firsts[method.fairness]
        assert method.summary.startswith(first), method.id
        assert estimator_of(method).__doc__.startswith(first), method.id
        assert method.needs in {"moments", "rows in memory", "rows, several passes"}


def test_an_unknown_data_set_is_rejected_with_the_names_there_are():
    with pytest.raises(ValueError, match=r"'toy'.*mbf-1") as caught:
        fairpca.synthetic("toy")
    assert caught.value.code == "unknown-data-set"
    with pytest.raises(ValueError, match="features"):
        fairpca.synthetic("mbf-1", n_features=9)
