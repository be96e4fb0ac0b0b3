// SPDX-License-Identifier: BSD-3-Clause
#include "passes/all_rows_mmd.h"

#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "fairpca/error.h"
#include "fairpca/fit/mmd_fair_pca.h"
#include "fairpca/model/model_file.h"
#include "fairpca/moments/groups.h"
#include "passes/messages.h"
#include "random/random_stream.h"

namespace fairpca {
namespace {

constexpr std::uint32_t kFeatureStream = 7001;  // of no other draw of a fit

/// Means of the features of one group's rows: cosines, then sines.
struct FeatureMeans {
  Vector cosines, sines;
  double weight = 0;
};

Matrix draw_frequencies(Index dimensions, Index features, double bandwidth, std::uint64_t seed) {
  RandomStream random(seed, kFeatureStream);
  Matrix frequencies(dimensions, features);
  for (Index j = 0; j < features; ++j) {
    for (Index i = 0; i < dimensions; ++i) frequencies(i, j) = random.normal() / bandwidth;
  }
  return frequencies;
}

FeatureMeans means_of(const FeatureSums& sums, const GroupSummary& group,
                      const std::vector<std::string>& columns,
                      const std::optional<std::string>& label, Index features) {
  FeatureMeans means{Vector::Zero(features), Vector::Zero(features)};
  for (const auto& [key, cell] : sums.cells) {
    if (label && key.label != label) continue;
    bool is_in = true;
    for (const auto& [column, level] : group.levels) {
      for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i] == column) is_in = is_in && key.levels[i] == level;
      }
    }
    if (!is_in) continue;
    means.weight += cell.weight;
    means.cosines += cell.cosines;
    means.sines += cell.sines;
  }
  if (means.weight > 0) {
    means.cosines /= means.weight;
    means.sines /= means.weight;
  }
  return means;
}

/// a_j of a constraint: of its pair of groups, or the mean over pairs.
Vector squares_of(const std::vector<FeatureMeans>& groups) {
  Vector squares = Vector::Zero(groups.front().cosines.size());
  double pairs = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (std::size_t h = g + 1; h < groups.size(); ++h) {
      squares.array() += (groups[g].cosines - groups[h].cosines).array().square() +
                         (groups[g].sines - groups[h].sines).array().square();
      pairs += 1;
    }
  }
  return squares / pairs;
}

/// The label that a constraint is given, by its name: `... given '1'`.
std::optional<std::string> label_of(const FeatureSums& sums, const std::string& constraint) {
  for (const auto& [key, cell] : sums.cells) {
    if (key.label && constraint.ends_with(fmt::format(" given '{}'", *key.label))) return key.label;
  }
  return std::nullopt;
}

void set_infeasible(const MmdConstraintSummary& constraint, const FeatureEstimate& estimate,
                    Index rows, FitReport& report) {
  report.mmd->feasible = false;
  report.status = Status::kInfeasible;
  if (report.missed) return;
  Message missed = passes_message<"sample-misses-tau">(
      "rows"_is(Counted{rows, "row", "rows"}), "value"_is(estimate.value),
      "error"_is(estimate.error), "constraint"_is(constraint.name), "tau"_is(constraint.tau));
  if (!report.withheld.empty()) missed = missed.without_numbers();
  report.warnings.push_back(missed);
  report.missed = std::move(missed);
}

}  // namespace

FeatureEstimate feature_estimate(const Vector& squares) {
  const auto count = static_cast<double>(squares.size());
  FeatureEstimate estimate;
  estimate.value = squares.mean();
  const double variance =
      (squares.array() - estimate.value).square().sum() / std::max(1.0, count - 1);
  const double deviation = std::sqrt(variance);
  estimate.error = 1.96 * deviation / std::sqrt(count);
  const double logarithm = std::log(4 / 0.05);
  estimate.rigorous = deviation * std::sqrt(2 * logarithm / count) +
                      28 * logarithm / (3 * std::max(1.0, count - 1));
  return estimate;
}

void add_mmd_of_all_rows(PassDriver& driver, Index sample_rows, Index features, Fit& fit) {
  if (!fit.report.mmd) return;
  PassRequest request;
  request.kind = PassKind::kFeatures;
  request.model = model_bytes(fit.model);
  request.frequencies = draw_frequencies(fit.model.dimensions(), features,
                                         fit.report.mmd->bandwidth, driver.settings().seed);
  // A level that only rows outside of the sample show has no column.
  request.encode = {.unseen = UnseenLevel::kZeros, .missing = driver.settings().missing};
  if (request.encode.missing == MissingCells::kMean) request.encode.fill = fit.model.mean;
  const std::optional<FeatureSums> sums = driver.run<FeatureSums>(request);
  if (!sums) return;
  FitReport& report = fit.report;
  Index rows = 0;
  for (const auto& [key, cell] : sums->cells) rows += cell.rows;
  FeatureEstimate largest;
  for (const MmdConstraintSummary& constraint : report.mmd_constraints) {
    std::vector<FeatureMeans> groups;
    const std::optional<std::string> label = label_of(*sums, constraint.name);
    for (const std::size_t g : constraint.groups) {
      groups.push_back(
          means_of(*sums, fit.model.groups[g], fit.model.protected_columns, label, features));
    }
    if (groups.size() < 2) continue;
    const FeatureEstimate estimate = feature_estimate(squares_of(groups));
    if (estimate.value >= largest.value) largest = estimate;
    if (!(estimate.value + estimate.error <= constraint.tau)) {
      set_infeasible(constraint, estimate, rows, report);
    }
  }
  fit.model.provenance.status = to_string(report.status);
  report.numbers.push_back({"sample_rows", sample_rows, true});
  report.numbers.push_back({"all_rows", rows, true});
  report.numbers.push_back({"random_features", features, true});
  if (!report.withheld.empty()) return;  // a hidden group enters them
  report.numbers.push_back({"mmd2_all_rows", largest.value});
  report.numbers.push_back({"mmd2_all_rows_error", largest.error});
  report.numbers.push_back({"mmd2_all_rows_rigorous_error", largest.rigorous});
  report.notes.push_back(passes_message<"sample-of-all-rows">(
      "sample"_is(sample_rows), "rows"_is(Counted{rows, "row", "rows"}), "value"_is(largest.value),
      "error"_is(largest.error), "features"_is(features)));
}

}  // namespace fairpca
