# SPDX-License-Identifier: BSD-3-Clause
"""Fair principal component analysis, with certificates.

Estimators follow scikit-learn; the protected attributes are passed to ``fit`` and never needed to
transform new rows. ``methods()`` lists what there is, with the fairness notion of each method.
"""

from fairpca import metrics
from fairpca._baselines import PCA, PPCA
from fairpca._compare import compare
from fairpca._comparison import Comparison
from fairpca._core import version as _version
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
