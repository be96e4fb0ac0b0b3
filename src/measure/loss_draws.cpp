// SPDX-License-Identifier: BSD-3-Clause
#include "measure/loss_draws.h"

#include "fairpca/moments/moments.h"
#include "linear_algebra/symmetric_eigen.h"
#include "measure/measure_setup.h"
#include "parallel/parallel_for.h"

namespace fairpca {
namespace {

/// sigma_1, ..., sigma_p: sums of the largest eigenvalues.
Vector largest_sums(const Matrix& second_moment) {
  const Vector values = symmetric_eigenvalues(second_moment);
  Vector sums(values.size());
  double sum = 0;
  for (Index j = 0; j < values.size(); ++j) sums(j) = sum += values(values.size() - 1 - j);
  return sums;
}

/// The rows of a group as one draw has them.
Moments drawn_moments(const RowMatrix& rows, const std::vector<Index>& group,
                      const std::vector<std::int32_t>& counts, const Vector& weights,
                      std::vector<double>& drawn_weights) {
  std::vector<Index> drawn;
  for (const Index row : group) {
    const std::int32_t count = counts[static_cast<std::size_t>(row)];
    if (count == 0) continue;
    drawn.push_back(row);
    drawn_weights[static_cast<std::size_t>(row)] = count * weights(row);
  }
  Moments moments(rows.cols());
  moments.add(rows, drawn, drawn_weights);
  return moments;
}

void draw_second_moments(const MeasureContext& context, const GroupDraws& draws,
                         LossDraws& result) {
  const RowMatrix& rows = *context.input.evaluated.prepared;
  const RowKeys& keys = *context.input.evaluated.keys;
  const bool about_own_mean = context.input.settings.center == Center::kGroup;
  const int count = draws.resampling().draws();
  const std::size_t groups = context.evaluated.rows.size();
  result.means.assign(groups, Matrix(count, rows.cols()));
  result.top_sums.assign(groups, Matrix(count, rows.cols()));
  parallel_for(
      static_cast<std::size_t>(count), context.input.settings.threads, [&](std::size_t number) {
        const auto k = static_cast<Index>(number);
        std::vector<std::int32_t> counts(keys.cell.size());
        std::vector<double> weights(keys.cell.size());
        draws.resampling().counts(static_cast<int>(k), counts);
        for (std::size_t g = 0; g < groups; ++g) {
          const Moments moments =
              drawn_moments(rows, context.evaluated.rows[g], counts, keys.weights, weights);
          Matrix second = moments.lower_scatter() / moments.weight();
          if (!about_own_mean) second += moments.mean() * moments.mean().transpose();
          result.means[g].row(k) = moments.mean().transpose();
          result.top_sums[g].row(k) = largest_sums(second).transpose();
        }
      });
}

}  // namespace

double cost_of_loss_draws(const MeasureContext& context) {
  double rows = 0;
  for (const std::vector<Index>& group : context.evaluated.rows) {
    rows += static_cast<double>(group.size());
  }
  const auto p = static_cast<double>(context.input.model.mean.size());
  return rows * p * p * context.input.settings.draws;
}

LossDraws draw_losses(const MeasureContext& context, const GroupDraws& draws,
                      bool wants_second_moments) {
  LossDraws result;
  if (wants_second_moments && cost_of_loss_draws(context) <= kMostLossDraws) {
    draw_second_moments(context, draws, result);
  } else {
    result.means = draws.group_means(*context.input.evaluated.prepared);
  }
  return result;
}

LossDraws draw_losses(const MeasureInput& input) {
  const MeasureSetup setup(input);
  const MeasureContext context = setup.context();
  if (input.evaluated.prepared == nullptr || !GroupDraws::are_wanted(context)) return {};
  return draw_losses(context, GroupDraws(context));
}

}  // namespace fairpca
