// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/methods.h"

namespace fairpca {

/// Principal component analysis: V = the top d eigenvectors of the covariance S, which minimise the
/// reconstruction error <I - VV', S> over all p x d frames.
///
/// `objective` is that error, `bound` the least any frame can have by the eigen-solve's certificate
/// (docs/methods/pca.md).  1 <= d <= min(rows, p).
Fit fit_pca(const FitInput& input);

/// The registry entry.
Method pca_method();

}  // namespace fairpca
