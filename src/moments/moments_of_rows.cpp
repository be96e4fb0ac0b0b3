// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/moments/moments_of_rows.h"

#include "fairpca/moments/moments_file.h"
#include "moments/messages.h"
#include "moments/rows_in_groups.h"

namespace fairpca {

void check_moments_settings(const MomentsSettings& settings) {
  const OptionName option{"missing"};
  if (settings.missing == MissingCells::kModel) {
    reject(moments_message<"moments-of-missing-cells">("option"_is(option)));
  }
  if (settings.missing == MissingCells::kMean && !settings.has_all_rows) {
    reject(moments_message<"means-need-all-rows">("option"_is(option)));
  }
}

GroupMoments moments_of_rows(RowSource& rows, const MomentsSettings& settings) {
  check_moments_settings(settings);
  try {
    return accumulate_moments(rows, settings.pass, settings.missing, settings.missing_category);
  } catch (InvalidArgument& error) {
    if (error.message().code() == "missing-cell") {
      if (settings.has_all_rows && rows.can_rewind()) error.offer({"missing", "mean"}, "fills it");
      error.offer({"missing", "drop-row"}, "leaves its row out");
      offer_missing_level(rows.schema(), error);
    }
    throw;
  }
}

GroupMoments sum_moments(const std::vector<std::string>& files, const MomentsSettings& settings,
                         const OpenTable& open) {
  check_moments_settings(settings);
  GroupMoments sum;
  for (const std::string& file : files) {
    sum.merge(is_moments_file(file) ? read_moments(file) : moments_of_rows(*open(file), settings));
  }
  return sum;
}

}  // namespace fairpca
