// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/methods.h"

namespace fairpca {

struct PcaOptions {
  /// Coordinates are divided by their standard deviation (of N - 1), reconstructions are the same.
  bool whiten = false;
  void validate() const {}
};

/// Principal component analysis: V = the top d eigenvectors of the covariance S, which minimise the
/// reconstruction error <I - VV', S> over all p x d frames.
///
/// `objective` is that error, `bound` the least any frame can have by the eigen-solve's certificate
/// (docs/methods/pca.md).  1 <= d <= min(rows, p).
Fit fit_pca(const FitInput& input, const PcaOptions& options = {});

/// The registry entry.
Method pca_method();

}  // namespace fairpca
