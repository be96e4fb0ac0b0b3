// SPDX-License-Identifier: BSD-3-Clause
#include "measure/drift.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "measure/measured_numbers.h"
#include "moments/attributes.h"

namespace fairpca {
namespace {

using Kind = DriftStatement::Kind;

constexpr std::size_t kMeansShown = 3;  // per group
constexpr double kErrorRate = 0.05;     // of all statements together

/// A group that is published now and was at the fit.
struct ComparedGroup {
  std::size_t number = 0;  ///< among the published groups
  const GroupSummary* then = nullptr;
  const GroupStatistics* now = nullptr;
};

/// A statement before the width of its interval is known: the change and its standard error.
struct Comparison {
  DriftStatement statement;
  double standard_error = 0;
};

std::vector<ComparedGroup> compared_groups(const MeasureContext& context) {
  std::vector<ComparedGroup> compared;
  for (std::size_t g = 0; g < context.evaluated.names.size(); ++g) {
    const GroupStatistics& now = context.prepared.groups[context.evaluated.number[g]];
    for (const GroupSummary& then : context.input.model.groups) {
      if (then.levels == now.group.levels && then.weight) compared.push_back({g, &then, &now});
    }
  }
  return compared;
}

bool was_centred_by_group(const Model& model) {
  const auto center = model.provenance.options.find("center");
  return center != model.provenance.options.end() && center->second == "group";
}

double square(double number) {
  return number * number;
}

/// Shares among the compared groups of an attribute, so that hidden groups enter neither.
void compare_shares(const std::vector<ComparedGroup>& groups, std::vector<Comparison>& all) {
  for (const ComparedGroup& group : groups) {
    double then = 0, now = 0, rows_then = 0, rows_now = 0;
    for (const ComparedGroup& other : groups) {
      if (columns_of(other.now->group) != columns_of(group.now->group)) continue;
      then += *other.then->weight;
      now += other.now->weight;
      rows_then += static_cast<double>(other.then->rows);
      rows_now += other.now->effective_rows;
    }
    if (!(then > *group.then->weight) || !(now > group.now->weight)) continue;  // the only one
    DriftStatement statement{.group = group.now->group.name, .kind = Kind::kShare};
    statement.then = *group.then->weight / then;
    statement.now = group.now->weight / now;
    statement.change = statement.now - statement.then;
    all.push_back({statement, std::sqrt(statement.then * (1 - statement.then) / rows_then +
                                        statement.now * (1 - statement.now) / rows_now)});
  }
}

void compare_errors(const MeasureContext& context, const std::vector<ComparedGroup>& groups,
                    bool has_held_out, std::vector<Comparison>& all) {
  const Vector& errors = context.input.evaluated.scored->squared_error;
  if (errors.size() == 0) return;
  for (const ComparedGroup& group : groups) {
    const GroupSummary& then = *group.then;
    if (has_held_out ? !then.held_out : !then.reconstruction_error) continue;
    const std::vector<Index>& rows = context.evaluated.rows[group.number];
    const RowKeys& keys = *context.input.evaluated.keys;
    DriftStatement statement{.group = group.now->group.name, .kind = Kind::kReconstructionError};
    statement.now = mean_over(rows, keys, errors);
    const double variance =
        mean_over(rows, keys, (errors.array() - statement.now).square().matrix());
    statement.then = has_held_out ? then.held_out->mean : *then.reconstruction_error;
    statement.change = statement.now - statement.then;
    // The deviation of training errors is not known: that of the errors now stands for it.
    const double variance_then = has_held_out ? square(then.held_out->deviation) : variance;
    const auto rows_then = static_cast<double>(has_held_out ? then.held_out->rows : then.rows);
    all.push_back(
        {statement, std::sqrt(variance / group.now->effective_rows + variance_then / rows_then)});
  }
}

/// Means of all columns, in deviations of the training rows; columns constant there are left out.
std::vector<Comparison> compared_means(const MeasureContext& context, const ComparedGroup& group) {
  const Model& model = context.input.model;
  const GroupSummary& then = *group.then;
  const bool is_own_mean = context.input.settings.center == Center::kGroup;
  std::vector<Comparison> comparisons;
  if (then.mean.size() != model.mean.size() || then.deviation.size() != model.mean.size()) {
    return comparisons;
  }
  for (Index j = 0; j < model.mean.size(); ++j) {
    if (!(then.deviation(j) > 0)) continue;
    const double scaled = group.now->mean(j);
    const double second = group.now->second_moment(j, j) - (is_own_mean ? 0 : square(scaled));
    DriftStatement statement{.group = group.now->group.name,
                             .kind = Kind::kMean,
                             .column = model.encoding.names()[static_cast<std::size_t>(j)]};
    statement.then = then.mean(j);
    statement.now = model.mean(j) + model.scale(j) * scaled;
    statement.change = (statement.now - statement.then) / then.deviation(j);
    const double variance = std::max(0.0, second) * square(model.scale(j) / then.deviation(j));
    comparisons.push_back({statement, std::sqrt(variance / group.now->effective_rows +
                                                1 / static_cast<double>(then.rows))});
  }
  return comparisons;
}

void set_interval(Comparison& comparison, double width) {
  DriftStatement& statement = comparison.statement;
  statement.low = statement.change - width * comparison.standard_error;
  statement.high = statement.change + width * comparison.standard_error;
}

}  // namespace

Drift drift_since_fit(const MeasureContext& context) {
  Drift drift;
  if (context.input.evaluated.scored == nullptr) return drift;
  const std::vector<ComparedGroup> groups = compared_groups(context);
  drift.has_held_out_errors =
      std::any_of(groups.begin(), groups.end(),
                  [](const ComparedGroup& group) { return group.then->held_out.has_value(); });
  std::vector<Comparison> all;
  compare_shares(groups, all);
  const Model& model = context.input.model;
  if (drift.has_held_out_errors || !was_centred_by_group(model)) {
    compare_errors(context, groups, drift.has_held_out_errors, all);
  }
  std::vector<std::vector<Comparison>> means;
  std::size_t count = all.size();
  for (const ComparedGroup& group : groups) {
    means.push_back(compared_means(context, group));
    count += means.back().size();
  }
  drift.comparisons = static_cast<Index>(count);
  if (count == 0) return drift;
  const double width = normal_quantile(1 - kErrorRate / (2 * static_cast<double>(count)));
  for (std::vector<Comparison>& of_group : means) {
    std::stable_sort(of_group.begin(), of_group.end(),
                     [](const Comparison& a, const Comparison& b) {
                       return std::abs(a.statement.change) > std::abs(b.statement.change);
                     });
    of_group.resize(std::min(of_group.size(), kMeansShown));
    std::move(of_group.begin(), of_group.end(), std::back_inserter(all));
  }
  for (Comparison& comparison : all) {
    set_interval(comparison, width);
    drift.statements.push_back(std::move(comparison.statement));
  }
  return drift;
}

}  // namespace fairpca
