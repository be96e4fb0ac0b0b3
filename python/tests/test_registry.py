# SPDX-License-Identifier: BSD-3-Clause
"""The estimators and the registry tell the same story."""

import ast
import inspect
import re

import fairpca
import pytest
from fairpca._base import BaseFairPCA

METHODS = fairpca.methods()


def test_every_method_of_the_registry_has_its_estimator():
    for method in METHODS:
        estimator = getattr(fairpca, method.python_name)
        assert issubclass(estimator, BaseFairPCA)
        assert estimator._method == method.id


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.id)
def test_parameters_are_the_options_with_the_same_defaults(method):
    estimator = getattr(fairpca, method.python_name)
    options = {option.name: option.default for option in method.options}
    assert set(estimator._options.values()) == set(options)
    assert set(estimator._options) <= set(inspect.signature(estimator).parameters)
    for parameter, option in estimator._options.items():
        default = estimator()._option_value(parameter)
        if default is not None:
            assert default == options[option]
            assert type(default) is type(options[option])


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.id)
def test_docstrings_name_the_same_defaults(method):
    estimator = getattr(fairpca, method.python_name)
    defaults = inspect.signature(estimator).parameters
    for parameter in estimator._options:
        [line] = re.findall(rf"^{parameter} : (.*)$", estimator.__doc__, re.MULTILINE)
        default = ast.literal_eval(line.partition("default=")[2])
        assert default == defaults[parameter].default, parameter


def test_summaries_say_first_which_fairness_is_served():
    for method in METHODS:
        assert method.fairness in {"none", "reconstruction", "representation", "likelihood"}
        assert method.summary
        assert method.needs in {"moments", "rows in memory", "rows, several passes"}


def test_an_unknown_data_set_is_refused_with_the_names_there_are():
    with pytest.raises(ValueError, match=r"no synthetic data set is called 'toy'.*mbf-1"):
        fairpca.synthetic("toy")
    with pytest.raises(ValueError, match="features"):
        fairpca.synthetic("mbf-1", n_features=9)
