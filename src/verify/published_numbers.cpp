// SPDX-License-Identifier: BSD-3-Clause
#include "verify/published_numbers.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/reconstruction.h"
#include "parallel/parallel_for.h"
#include "text/quoted.h"
#include "verify/eigenvalue_bounds.h"
#include "verify/messages.h"

namespace fairpca {
namespace {

constexpr double kSameNumber = 1e-9;
/// Of a mean of raw numbers, beside its own size.
constexpr double kRoundingOfMean = 0x1p-46;

/// The first number of the file that the data do not have, and how many they do.
class NumberComparison {
 public:
  void compare(const std::string& number, double file, double found, double size,
               double rounding = 0) {
    ++compared_;
    const double difference = std::abs(file - found);
    if (difference <= kSameNumber * size + rounding) return;
    if (!problem_) {
      problem_ = verify_message<"other-number">("number"_is(number), "claimed"_is(file),
                                                "found"_is(found));
    }
  }

  VerifiedClaim claim() const {
    if (problem_) return {"numbers", ClaimStatus::kFailed, *problem_};
    return {"numbers", ClaimStatus::kProven, verify_message<"same-numbers">("count"_is(compared_))};
  }

 private:
  Index compared_ = 0;
  std::optional<Message> problem_;
};

/// Mean and variance of a group's raw columns.
struct ColumnDistributions {
  Vector mean, variance;
};

ColumnDistributions columns_of(const GroupMoments& moments, const Group& group) {
  ColumnDistributions columns{Vector::Zero(moments.dim()), Vector::Zero(moments.dim())};
  double weight = 0;
  for (const CellKey& key : group.cells) weight += moments.cells().at(key).weight();
  for (const CellKey& key : group.cells) {
    const Moments& cell = moments.cells().at(key);
    columns.mean += cell.weight() / weight * cell.mean();
  }
  for (const CellKey& key : group.cells) {
    const Moments& cell = moments.cells().at(key);
    const double share = cell.weight() / weight;
    columns.variance +=
        cell.lower_scatter().diagonal() / weight + share * (cell.mean() - columns.mean).cwiseAbs2();
  }
  return columns;
}

double top_sum(const Matrix& second_moment, Index d) {
  if (d >= second_moment.rows()) return second_moment.trace();
  return EigenvalueBounds(second_moment).values().head(d).sum();
}

void compare_distribution(const ProvenProblem& problem, std::size_t g, NumberComparison& numbers) {
  const GroupSummary& file = problem.model.groups[g];
  if (file.mean.size() == 0) return;
  const PreparedMoments& prepared = problem.prepared;
  const ColumnDistributions found = columns_of(problem.moments, prepared.groups[g].group);
  for (Index j = 0; j < file.mean.size(); ++j) {
    const auto of_column = [&](const char* number) {
      return fmt::format("{} of column {} in group {}", number,
                         in_quotes(prepared.columns[static_cast<std::size_t>(j)]),
                         in_quotes(file.name));
    };
    const double overall = prepared.covariance(j, j) * prepared.scale(j) * prepared.scale(j);
    numbers.compare(of_column("mean"), file.mean(j), found.mean(j), std::sqrt(overall),
                    kRoundingOfMean * std::abs(found.mean(j)));
    // Squares: the root of rounding is far above it.
    const double square = file.deviation(j) * file.deviation(j);
    numbers.compare(of_column("variance"), square, found.variance(j),
                    std::max({square, found.variance(j), overall}),
                    kRoundingOfMean * kRoundingOfMean * found.mean(j) * found.mean(j));
  }
}

void compare_overall(const ProvenProblem& problem, NumberComparison& numbers) {
  const Model& model = problem.model;
  const double total = problem.total_variance();
  numbers.compare("weight of all rows", model.weight, problem.prepared.weight,
                  problem.prepared.weight);
  numbers.compare("total variance", model.total_variance, total, total);
  const Vector along = variances_along(problem.frame(), problem.prepared.covariance);
  for (Index j = 0; j < along.size(); ++j) {
    numbers.compare(fmt::format("variance of component {}", j + 1),
                    model.projection.component_variance(j), along(j), total);
  }
}

}  // namespace

VerifiedClaim numbers_claim(const ProvenProblem& problem) {
  const Model& model = problem.model;
  NumberComparison numbers;
  compare_overall(problem, numbers);
  std::vector<double> best(model.groups.size());
  parallel_for(best.size(), problem.threads, [&](std::size_t g) {
    if (model.groups[g].loss) {
      best[g] = top_sum(problem.second_moment(static_cast<Index>(g)), problem.d());
    }
  });
  for (std::size_t g = 0; g < model.groups.size(); ++g) {
    const GroupSummary& file = model.groups[g];
    const auto of_group = [&](const char* number) {
      return fmt::format("{} of group {}", number, in_quotes(file.name));
    };
    const GroupStatistics& group = problem.prepared.groups[g];
    const double trace = group.second_moment.trace();
    const double captured = problem.captured(group.second_moment);
    if (file.weight) numbers.compare(of_group("weight"), *file.weight, group.weight, group.weight);
    if (file.reconstruction_error) {
      numbers.compare(of_group("reconstruction error"), *file.reconstruction_error,
                      trace - captured, trace);
    }
    if (file.loss) numbers.compare(of_group("loss"), *file.loss, best[g] - captured, trace);
    compare_distribution(problem, g, numbers);
  }
  return numbers.claim();
}

std::optional<VerifiedClaim> numbers_left_out(const ProvenProblem& problem) {
  const Model& model = problem.model;
  const bool has_held_out =
      std::any_of(model.groups.begin(), model.groups.end(),
                  [](const GroupSummary& group) { return group.held_out.has_value(); });
  std::vector<std::string> left_out;
  const bool is_constraint = model.method == "mmd-fair-pca";  // checked at the bandwidth, and said
  if (model.bandwidth && !is_constraint)
    left_out.push_back(fmt::format("bandwidth ({:.6g})", *model.bandwidth));
  if (has_held_out) left_out.emplace_back("held-out errors");
  if (left_out.empty()) return std::nullopt;
  return VerifiedClaim{
      "not_recomputed", ClaimStatus::kReported,
      verify_message<"not-recomputed">("numbers"_is(fmt::format("{}", fmt::join(left_out, ", "))))};
}

}  // namespace fairpca
