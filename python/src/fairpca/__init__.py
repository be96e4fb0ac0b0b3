# SPDX-License-Identifier: BSD-3-Clause
"""Fair principal component analysis, with certificates.

Estimators follow scikit-learn; the protected attributes are passed to ``fit`` and never needed to
transform new rows. ``methods()`` lists what there is, with the fairness notion of each method.

Names are imported when they are first used: the command ``fairpca`` needs none of them, and
scikit-learn takes a second.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from fairpca._core import version as _version

if TYPE_CHECKING:
    from fairpca import metrics
    from fairpca._baselines import PCA, PPCA
    from fairpca._compare import compare
    from fairpca._comparison import Comparison
    from fairpca._describe import Description, describe
    from fairpca._displays import FairnessPathDisplay, GroupErrorDisplay, ProjectionDisplay
    from fairpca._evaluate import evaluate
    from fairpca._evaluation import Evaluation
    from fairpca._group_moments import GroupMoments
    from fairpca._loading_displays import BiplotDisplay, CommunalityDisplay
    from fairpca._mixtures import FairMixturePPCA, MixturePPCA
    from fairpca._model_files import load
    from fairpca._path import fairness_path
    from fairpca._reconstruction import FairPCA, GapCappedPCA, RobustFairPCA
    from fairpca._registry import measures, methods
    from fairpca._representation import ConstrainedFairPCA, MeanMatchingPCA, MMDFairPCA
    from fairpca._search import SearchResult, search
    from fairpca._skops import SKOPS_TRUSTED
    from fairpca._synthetic import synthetic, synthetic_names
    from fairpca._verify import Verification, verify

__version__ = _version()

__all__ = [
    "PCA",
    "PPCA",
    "SKOPS_TRUSTED",
    "BiplotDisplay",
    "CommunalityDisplay",
    "Comparison",
    "ConstrainedFairPCA",
    "Description",
    "Evaluation",
    "FairMixturePPCA",
    "FairPCA",
    "FairnessPathDisplay",
    "GapCappedPCA",
    "GroupErrorDisplay",
    "GroupMoments",
    "MMDFairPCA",
    "MeanMatchingPCA",
    "MixturePPCA",
    "ProjectionDisplay",
    "RobustFairPCA",
    "SearchResult",
    "Verification",
    "__version__",
    "compare",
    "describe",
    "evaluate",
    "fairness_path",
    "load",
    "measures",
    "methods",
    "metrics",
    "search",
    "synthetic",
    "synthetic_names",
    "verify",
]

# Where the names are; type checkers read the imports above, a test that both say the same.
_MODULES = {
    "_baselines": ("PCA", "PPCA"),
    "_compare": ("compare",),
    "_comparison": ("Comparison",),
    "_describe": ("Description", "describe"),
    "_displays": ("FairnessPathDisplay", "GroupErrorDisplay", "ProjectionDisplay"),
    "_evaluate": ("evaluate",),
    "_evaluation": ("Evaluation",),
    "_group_moments": ("GroupMoments",),
    "_loading_displays": ("BiplotDisplay", "CommunalityDisplay"),
    "_mixtures": ("FairMixturePPCA", "MixturePPCA"),
    "_model_files": ("load",),
    "_path": ("fairness_path",),
    "_reconstruction": ("FairPCA", "GapCappedPCA", "RobustFairPCA"),
    "_registry": ("measures", "methods"),
    "_representation": ("ConstrainedFairPCA", "MeanMatchingPCA", "MMDFairPCA"),
    "_search": ("SearchResult", "search"),
    "_skops": ("SKOPS_TRUSTED",),
    "_synthetic": ("synthetic", "synthetic_names"),
    "_verify": ("Verification", "verify"),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    if name == "metrics":
        return import_module("fairpca.metrics")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"fairpca.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
