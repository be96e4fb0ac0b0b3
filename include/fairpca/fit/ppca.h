// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/methods.h"

namespace fairpca {

/// Probabilistic PCA, Tipping & Bishop (1999): the maximum-likelihood fit of x = mu + W t + noise,
/// t ~ N(0, I), noise ~ N(0, sigma^2 I), in the scaled space (docs/methods/ppca.md).
///
/// `objective` is the mean negative log-likelihood of the raw rows.  Groups get their own mean
/// `log_likelihood` (not under Center::kGroup).  1 <= d < p; throws InvalidArgument when no
/// variance is left for the noise.  Under MissingCells::kModel it is fitted to the cells there are,
/// by EM over the rows (fit_ppca_with_missing_cells): `converged`, not certified.
Fit fit_ppca(const FitInput& input);

/// The registry entry.
Method ppca_method();

}  // namespace fairpca
