// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// The weight of one ordered pair of groups in a combination of pairs; with worse == better it is
/// that of the sum without a pair, over the groups of that group's attribute.
struct PairWeight {
  Index worse = 0, better = 0;  ///< numbers of groups
  double weight = 0;            ///< >= 0
};

/// A p x p matrix of low rank, left right'.
struct LowRankMatrix {
  Matrix left, right;  ///< p x rank
};

/// What the bound of a fit is computed from (docs/methods/certificates.md).  Any values give a
/// valid bound; others than the solver's a weaker one.
struct Multipliers {
  /// fair-pca: w of the groups; constrained-fair-pca: nu of each comparison of groups, in the unit
  /// of the differences of means.
  std::vector<double> dual_weights;
  Matrix nested_weights;                 ///< fair-pca, nested: row j has w^(j+1) of the groups
  std::vector<double> support_angles;    ///< robust-fair-pca, two groups: radians
  std::vector<PairWeight> pair_weights;  ///< robust-fair-pca, more groups
  std::vector<LowRankMatrix> covariance_multipliers;  ///< constrained-fair-pca, mu > 0: W_k
};

/// By what moments are recognised on another machine, where their last bits differ.
struct MomentNorms {
  Index rows = 0;
  double weight = 0, squared_weight = 0;  ///< sums of w and w^2
  double trace = 0;                       ///< of the second moment in the scaled space, M
  double mean_norm = 0;                   ///< |mu| there; of all rows 0
  double moment_norm = 0;                 ///< |M|_F
};

/// What a fit proved, for others to prove again.
struct ModelCertificate {
  std::optional<double> objective;  ///< none: not finite
  std::optional<double> bound;      ///< no feasible point has a smaller objective; none: unknown
  /// `optimal` means objective - bound <= tolerance * max(|objective|, scale), the scale being the
  /// total variance, or 1 for logarithms.
  double tolerance = 0;
  double failure_probability = 0;  ///< of the bound; 0: it is proven
  Multipliers multipliers;
  std::string moments_digest;  ///< of the moments fitted to, 64 hexadecimal digits
  MomentNorms overall;
  std::vector<std::optional<MomentNorms>> groups;  ///< as Model::groups; none: not published
};

}  // namespace fairpca
