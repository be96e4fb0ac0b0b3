// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "fairpca/error.h"
#include "fairpca/fit/fit.h"
#include "fit/bandwidth_rows.h"

namespace fairpca {

/// The method, once everything that needs no row is known to be right.
const Method& checked_method(const FitSettings& settings, bool has_protected_columns,
                             bool has_label);

/// Whether the method, as it is set, looks at the label.
bool uses_label(const Method& method, const FitSettings& settings);

/// Whether rows are needed after the moments.
bool needs_rows_again(const Method& method, const FitSettings& settings);

/// What can be done about a missing cell of rows with this schema, with this method.
void offer_ways_with_missing_cells(const Schema& schema, bool can_rewind, const Method& method,
                                   InvalidArgument& error);

/// What was read of the rows of a fit, here or on other machines.
struct GatheredRows {
  GroupMoments moments;
  const BandwidthRows* kept = nullptr;  ///< null: the model has no bandwidth
  /// The rows for methods that need them; whether rows that miss a cell of a dropped column are to
  /// be left out.
  std::function<RowSource*(bool leaves_rows_out)> rows = {};
};

/// A fit, once the moments are there.
Fit fit_gathered(const Method& method, GatheredRows gathered, const FitSettings& settings);

}  // namespace fairpca
