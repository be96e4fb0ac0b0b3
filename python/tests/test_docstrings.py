# SPDX-License-Identifier: BSD-3-Clause
"""Docstrings describe every parameter, however Python keeps their indentation."""

import inspect
import textwrap

import fairpca
import pytest
from fairpca._base import BaseFairPCA
from fairpca._docstrings import with_inherited_parameters

ESTIMATORS = [getattr(fairpca, method.python_name) for method in fairpca.methods()]

OWN = """First line.

    More of it:

        indented

    Parameters
    ----------
    own : int, default=1
        What it is.
    shared : str
        Said otherwise here.

    Examples
    --------
    >>> 1 + 1
    2
    """
BASE = """Base.

    Parameters
    ----------
    shared : int
        In the base.
    other : {"a", "b"}
        Two lines
        of text.
    """
MERGED = """First line.

More of it:

    indented

Parameters
----------
own : int, default=1
    What it is.
shared : str
    Said otherwise here.
other : {"a", "b"}
    Two lines
    of text.

Examples
--------
>>> 1 + 1
2
"""


def as_kept_by_3_13(doc):
    """The compiler of Python 3.13 strips the indentation that all lines but the first share."""
    first, _, rest = doc.partition("\n")
    return f"{first}\n{textwrap.dedent(rest)}"


@pytest.mark.parametrize("own", [OWN, as_kept_by_3_13(OWN)])
@pytest.mark.parametrize("base", [BASE, as_kept_by_3_13(BASE)])
def test_parameters_of_bases_follow_the_own(own, base):
    assert with_inherited_parameters(own, [base, None]) == MERGED
    assert with_inherited_parameters(MERGED, [base]) == MERGED


def test_a_class_without_parameters_of_its_own_gets_the_section_before_its_example():
    doc = with_inherited_parameters("First.\n\nExamples\n--------\n>>> 1\n1\n", [BASE])
    assert doc.index("Parameters\n----------\nshared : int") < doc.index("Examples\n--------")


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda estimator: estimator.__name__)
def test_every_parameter_is_described_once(estimator):
    lines = estimator.__doc__.splitlines()
    for name in inspect.signature(estimator).parameters:
        assert sum(line.startswith(f"{name} : ") for line in lines) == 1, name
    assert lines.count("Parameters") == lines.count("Examples") == 1


def test_a_subclass_of_an_estimator_inherits_what_that_describes():
    class Mine(fairpca.FairMixturePPCA):
        """Mine.

        Parameters
        ----------
        flavour : str
            Sweet.
        """

    class Silent(fairpca.FairMixturePPCA):
        pass

    assert issubclass(Mine, BaseFairPCA)
    for name in ("flavour", "patience", "n_mixture_components", "standardize"):
        assert f"\n{name} : " in Mine.__doc__
    assert Silent.__doc__ is None
    assert inspect.getdoc(Silent) == inspect.getdoc(fairpca.FairMixturePPCA)
