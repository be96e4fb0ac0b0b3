# SPDX-License-Identifier: BSD-3-Clause
"""Fair principal component analysis, with certificates.

Estimators follow scikit-learn; the protected attributes are passed to ``fit`` and never needed to
transform new rows. ``methods()`` lists what there is, with the fairness notion of each method.
"""

from fairpca._baselines import PCA, PPCA
from fairpca._core import version as _version
from fairpca._describe import Description, describe
from fairpca._displays import FairnessPathDisplay, GroupErrorDisplay, ProjectionDisplay
from fairpca._group_moments import GroupMoments
from fairpca._loading_displays import BiplotDisplay, CommunalityDisplay
from fairpca._mixtures import FairMixturePPCA, MixturePPCA
from fairpca._model_files import load
from fairpca._path import fairness_path
from fairpca._reconstruction import FairPCA, RobustFairPCA
from fairpca._registry import methods
from fairpca._representation import ConstrainedFairPCA, MeanMatchingPCA, MMDFairPCA
from fairpca._synthetic import synthetic, synthetic_names

__version__ = _version()

__all__ = [
    "PCA",
    "PPCA",
    "BiplotDisplay",
    "CommunalityDisplay",
    "ConstrainedFairPCA",
    "Description",
    "FairMixturePPCA",
    "FairPCA",
    "FairnessPathDisplay",
    "GroupErrorDisplay",
    "GroupMoments",
    "MMDFairPCA",
    "MeanMatchingPCA",
    "MixturePPCA",
    "ProjectionDisplay",
    "RobustFairPCA",
    "__version__",
    "describe",
    "fairness_path",
    "load",
    "methods",
    "synthetic",
    "synthetic_names",
]
