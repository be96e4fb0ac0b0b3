// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mmd/mmd_remarks.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "fit/mmd/messages.h"
#include "text/quoted.h"

namespace fairpca {

Message missed_tau(const MmdSummary& reached, double floor, const MmdFairPcaOptions& options,
                   Index d) {
  const bool calibrated = options.tau_level > 0;
  const bool has_floor = options.estimator == MmdEstimator::kBiased && !calibrated;
  const auto mmd2 = "mmd2"_is(reached.mmd2);
  const auto tau = "tau"_is(reached.tau);
  Message missed = has_floor && reached.mmd2 <= floor
                       ? mmd_message<"tau-below-noise">(mmd2, tau, "floor"_is(floor))
                       : mmd_message<"mmd-above-tau">(mmd2, tau);
  if (calibrated) {
    missed.offer({"tau_level"}, "can be lowered");
  } else {
    missed.offer({"tau"}, "can be raised");
  }
  if (d > 1) missed.offer({"dimensions"}, "can be lowered");
  if (has_floor) missed.offer({"estimator", "u"}, "is the unbiased estimate");
  return missed;
}

Message permuted_sample_note(const RowsInMemory& sample, Index rows,
                             const std::vector<GroupStatistics>& groups, int permutations) {
  std::string sizes;
  for (const GroupStatistics& group : groups) {
    const std::vector<CellKey>& own = group.group.cells;
    Index drawn = 0;
    for (const RowsInMemory::Cell& cell : sample.cells) {
      const bool is_own = std::find(own.begin(), own.end(), cell.key) != own.end();
      if (is_own) drawn += cell.end - cell.begin;
    }
    sizes += fmt::format("{}{} {} of {}", sizes.empty() ? "" : ", ", in_quotes(group.group.name),
                         drawn, group.rows);
  }
  return mmd_message<"permuted-sample">("permutations"_is(permutations),
                                        "sample"_is(sample.rows.rows()), "rows"_is(rows),
                                        "sizes"_is(sizes));
}

}  // namespace fairpca
