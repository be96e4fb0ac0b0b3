// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "fairpca/moments/prepared_moments.h"
#include "fairpca/options/option.h"
#include "fairpca/rows/encoding.h"
#include "fairpca/rows/pass_options.h"
#include "fairpca/spectral/top_eigenpairs.h"

namespace fairpca {

/// Target dimension: a count, or a share of variance in (0, 1).
struct Dimensions {
  std::variant<Index, double> wanted = Index{2};
  bool share_of_worst_group = false;  ///< the share must be reached in every group
  /// > 0: any count from `wanted` to this; only methods that choose it take a range.
  Index most = 0;
};

/// Everything a fit is asked for, besides the data.
struct FitSettings {
  std::string method = "pca";  ///< registry id
  OptionValues options = {};   ///< the method's own
  Dimensions dimensions = {};
  GroupingOptions grouping = {};
  Preparation preparation = {};
  /// Encoded columns of other standard deviations over all rows are dropped before scaling.
  std::optional<DeviationRange> drop_deviation = {};
  MissingCells missing = MissingCells::kError;
  /// Moments were gathered with their own.
  MissingCategory missing_category = MissingCategory::kError;
  Index min_group_size = 10;
  PassOptions pass = {};
  std::uint64_t seed = 0;
  SpectralOptions spectral = {};
};

/// The options that all methods share, each said once; those of a method are in its registry entry.
const std::vector<OptionSpec>& shared_options();

}  // namespace fairpca
