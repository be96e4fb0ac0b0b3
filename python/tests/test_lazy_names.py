# SPDX-License-Identifier: BSD-3-Clause
"""Names of the package are imported when they are used, and are there all the same."""

import ast
import pickle
from pathlib import Path

import fairpca
import pytest


def imports_for_type_checkers():
    """Names by module, of the imports below TYPE_CHECKING."""
    tree = ast.parse(Path(fairpca.__file__).read_text())
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    found = {}
    for node in block.body:
        for alias in node.names:
            found[alias.name] = f"{node.module}"
    return found


def test_type_checkers_and_python_find_the_same_names_in_the_same_modules():
    checked = imports_for_type_checkers()
    assert checked.pop("metrics") == "fairpca"
    assert checked == {name: f"fairpca.{home}" for name, home in fairpca._HOMES.items()}
    assert {*checked, "metrics", "__version__"} == set(fairpca.__all__)


@pytest.mark.parametrize("name", fairpca.__all__)
def test_every_public_name_is_there(name):
    assert name in dir(fairpca)
    value = getattr(fairpca, name)
    assert vars(fairpca)[name] is value  # looked for once


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'fairpca' has no attribute 'Pca'"):
        _ = fairpca.Pca


def test_pickles_find_the_classes():
    assert pickle.loads(pickle.dumps(fairpca.PCA(2))).n_components == 2
