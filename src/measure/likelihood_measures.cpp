// SPDX-License-Identifier: BSD-3-Clause
#include "measure/measured_numbers.h"

namespace fairpca {

void measure_likelihood(const MeasureContext& context, Measured& measured) {
  const RowKeys& keys = *context.input.evaluated.keys;
  const Vector& likelihood = context.input.evaluated.scored->log_likelihood;
  MeasuredNumbers numbers;
  numbers.overall = mean_over(context.evaluated.overall, keys, likelihood);
  numbers.groups.resize(static_cast<Index>(context.evaluated.rows.size()));
  for (Index g = 0; g < numbers.groups.size(); ++g) {
    numbers.groups(g) =
        mean_over(context.evaluated.rows[static_cast<std::size_t>(g)], keys, likelihood);
  }
  if (GroupDraws::are_wanted(context)) {
    numbers.draws = GroupDraws(context).means(likelihood).front();
  }
  add_numbers(context, "log_likelihood", numbers, measured);
}

}  // namespace fairpca
