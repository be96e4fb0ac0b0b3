# SPDX-License-Identifier: BSD-3-Clause
"""Types that skops must be told to trust."""

from fairpca._baselines import PCA, PPCA
from fairpca._mixtures import FairMixturePPCA, FitStep, MixturePPCA
from fairpca._reconstruction import FairPCA, GapCappedPCA, RobustFairPCA
from fairpca._representation import ConstrainedFairPCA, MeanMatchingPCA, MMDFairPCA

_TYPES = [
    *(PCA, PPCA, FairPCA, RobustFairPCA, GapCappedPCA, MeanMatchingPCA, ConstrainedFairPCA),
    *(MMDFairPCA, MixturePPCA, FairMixturePPCA, FitStep),
]

#: For ``skops.io.load(file, trusted=fairpca.SKOPS_TRUSTED)``: the types a fitted estimator holds.
#: None of them runs code of the file; the model in it is checked as a model file is.
SKOPS_TRUSTED = [f"{one.__module__}.{one.__qualname__}" for one in _TYPES]
