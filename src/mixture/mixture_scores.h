// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/model/ppca_mixture.h"
#include "mixture/prepared_rows.h"

namespace fairpca {

/// What a mixture makes of rows, per cell, as sums over rows with their own weights w_i.
struct MixtureScores {
  Vector weight;          ///< sum w
  Vector log_likelihood;  ///< sum w ln p(x), in raw units
  Vector squared_error;  ///< sum w |x - reconstruction|^2 over cells that are not missing, prepared

  void merge(const MixtureScores& other);
};

/// One pass, several rows at a time (RowsUnderMixture), those with missing cells one by one.
/// `scale` is that of the preparation.
MixtureScores score(PreparedRows& rows, const PpcaMixture& mixture, const Vector& scale);

}  // namespace fairpca
