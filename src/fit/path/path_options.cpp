// SPDX-License-Identifier: BSD-3-Clause
#include "fit/path/path_options.h"

namespace fairpca {

const OptionTable<PathOptions>& path_options() {
  static const OptionTable<PathOptions> table = [] {
    OptionTable<PathOptions> made;
    made.number("tolerance", FAIRPCA_MEMBER(tolerance), kOpenFraction,
                "Largest distance of the fronts from their polylines, as a fraction of PCA's "
                "error");
    made.count("max_points", FAIRPCA_MEMBER(max_points), count_from(3),
               "Maximum number of points of each front");
    made.numbers("lambdas", FAIRPCA_MEMBER(lambdas), kNotNegative, "none",
                 "Penalty weights at which robust fair PCA is marked");
    made.number("alpha", FAIRPCA_MEMBER(alpha), kNotNegative,
                "Radius of its worst case: alpha / sqrt(effective size of the group)");
    made.optional_number("max_gap", FAIRPCA_MEMBER(max_gap), kNotNegative,
                         "Also mark the best projection whose gap is at most this (two groups)");
    return made;
  }();
  return table;
}

}  // namespace fairpca
