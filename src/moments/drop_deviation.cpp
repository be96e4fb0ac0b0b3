// SPDX-License-Identifier: BSD-3-Clause
#include "moments/drop_deviation.h"

#include <cmath>
#include <utility>

#include "moments/messages.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

Vector deviations_of(const GroupMoments& moments) {
  Moments all(moments.dim());
  for (const auto& [key, cell] : moments.cells()) all.merge(cell);
  return (all.lower_scatter().diagonal() / all.weight()).cwiseSqrt();
}

}  // namespace

std::optional<SelectedColumns> drop_by_deviation(const GroupMoments& moments,
                                                 const std::optional<DeviationRange>& range) {
  if (!range || moments.rows() == 0) return std::nullopt;
  const Vector deviations = deviations_of(moments);
  std::vector<Index> kept;
  std::vector<std::string> dropped;
  for (Index j = 0; j < deviations.size(); ++j) {
    if (deviations[j] > range->low && deviations[j] < range->high) {
      kept.push_back(j);
    } else {
      dropped.push_back(moments.encoding().names()[static_cast<std::size_t>(j)]);
    }
  }
  if (dropped.empty()) return std::nullopt;
  if (kept.empty()) {
    reject(moments_message<"all-columns-dropped">(
        "option"_is(OptionName{"drop_deviation"}), "low"_is(range->low), "high"_is(range->high),
        "columns"_is(Counted{std::ssize(dropped), "column", "columns"}),
        "least"_is(deviations.minCoeff()), "most"_is(deviations.maxCoeff())));
  }
  return SelectedColumns{
      moments.selected(kept),
      moments_message<"columns-dropped">(
          "columns"_is(Counted{std::ssize(dropped), "column", "columns"}), "low"_is(range->low),
          "high"_is(range->high), "names"_is(quoted_list(dropped)))};
}

}  // namespace fairpca
