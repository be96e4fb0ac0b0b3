// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "fairpca/fit/methods.h"
#include "moments/disclosure.h"

namespace fairpca {

/// The training rows that the published numbers of a fit are of; the fit itself uses all rows.
class PublishedRows {
 public:
  explicit PublishedRows(const FitInput& input)
      : all_(*input.prepared), disclosure_(*input.moments, all_, input.min_group_size) {
    if (disclosure_.leaves_rows_out()) {
      without_some_ =
          published_moments(*input.moments, all_, disclosure_, input.preparation.center);
    }
  }

  const Disclosure& disclosure() const { return disclosure_; }
  /// Moments of these rows; hidden groups have none where rows are left out.
  const PreparedMoments& moments() const { return without_some_ ? *without_some_ : all_; }

 private:
  const PreparedMoments& all_;
  Disclosure disclosure_;
  std::optional<PreparedMoments> without_some_;
};

/// Takes out of a fit what hidden groups enter, and says so in its warnings: objective, bound,
/// multipliers and the method's own numbers, also those in its messages.
void withhold(const FitInput& input, Fairness fairness, Fit& fit);

}  // namespace fairpca
