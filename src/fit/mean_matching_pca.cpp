// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/mean_matching_pca.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "fairpca/invalid_option.h"
#include "fit/complement_pca.h"
#include "fit/group_distributions.h"
#include "fit/option_specs.h"

namespace fairpca {
namespace {

/// sum over groups of (Sigma_g - mean of all)^2, compressed to the complement of `excluded`, whose
/// own directions get the value `last`.
Matrix covariance_differences(const std::vector<GroupDistribution>& groups, const Matrix& excluded,
                              double last) {
  const Index p = groups.front().mean.size();
  Matrix average = Matrix::Zero(p, p);
  for (const GroupDistribution& group : groups) average += group.covariance;
  average /= static_cast<double>(groups.size());
  const Matrix keep = Matrix::Identity(p, p) - excluded * excluded.transpose();
  Matrix sum = last * (excluded * excluded.transpose());
  for (const GroupDistribution& group : groups) {
    const Matrix difference = keep * (group.covariance - average) * keep;
    sum += difference * difference.transpose();
  }
  return (sum + sum.transpose()) / 2;
}

Index directions_kept(double wanted, Index available) {
  const double count = wanted < 1 ? std::round(wanted * static_cast<double>(available)) : wanted;
  return std::clamp(static_cast<Index>(count), Index{1}, available);
}

/// Orthonormal basis of all that is excluded: the mean differences and, on request, the directions
/// in which the covariances differ most.
Matrix excluded_directions(const std::vector<GroupDistribution>& groups, const Matrix& means,
                           double covariance_dimensions, SpectralSolver& spectral) {
  if (covariance_dimensions <= 0) return means;
  const Index p = means.rows(), available = p - means.cols();
  const Index kept = directions_kept(covariance_dimensions, available);
  double largest = 0;
  for (const GroupDistribution& group : groups) {
    largest = std::max(largest, group.covariance.squaredNorm());
  }
  const double last = 1 + static_cast<double>(groups.size()) * largest;
  return spectral.all(covariance_differences(groups, means, last)).vectors.leftCols(p - kept);
}

void check_dimensions(Index d, Index means, Index excluded, Index p) {
  if (d <= p - excluded) return;
  const std::string why =
      excluded == means
          ? fmt::format("matching the means takes {} of the {} directions", means, p)
          : fmt::format("matching the means and covariances takes {} of the {} directions",
                        excluded, p);
  throw InvalidOption("dimensions", fmt::format(": {} is too many; {}, so at most {} are left", d,
                                                why, p - excluded));
}

double largest_mean_difference(const Matrix& differences, const Matrix& components) {
  return (components.transpose() * differences).colwise().norm().maxCoeff();
}

}  // namespace

void MeanMatchingOptions::validate() const {
  require_option(std::isfinite(covariance_dimensions) && covariance_dimensions >= 0,
                 "covariance_dimensions", covariance_dimensions,
                 "0 (off), a share in (0, 1) or a count >= 1");
}

Fit fit_mean_matching_pca(const FitInput& input, const MeanMatchingOptions& options) {
  options.validate();
  const PreparedMoments& moments = *input.prepared;
  if (moments.groups.size() < 2) {
    throw InvalidArgument(fmt::format(
        "mean matching compares groups and was given {}; name a protected column with at least two "
        "levels",
        moments.groups.size()));
  }
  const Index p = moments.covariance.rows();
  SpectralSolver spectral(input.spectral);
  const std::vector<GroupDistribution> groups = group_distributions(input, options.positive);
  const Matrix differences = mean_differences(groups);
  const Matrix means =
      orthonormal_basis(differences, std::sqrt(std::max(moments.covariance.trace(), 0.0)));
  const Index d = resolve_dimensions(input.dimensions, moments, p - 1, spectral);
  check_dimensions(d, means.cols(), means.cols(), p);
  const Matrix excluded =
      excluded_directions(groups, means, options.covariance_dimensions, spectral);
  check_dimensions(d, means.cols(), excluded.cols(), p);

  ProjectionSolution solution = complement_pca(moments.covariance, excluded, d, spectral);
  solution.measures["mean_difference"] = largest_mean_difference(differences, solution.components);
  solution.counts["excluded_directions"] = excluded.cols();
  if (means.cols() == 0) {
    solution.warnings.push_back("the group means are equal already: this is plain PCA");
  }
  return finish_fit(input, "mean-matching-pca", d, std::move(solution), spectral);
}

Method mean_matching_pca_method() {
  return {.id = "mean-matching-pca",
          .python_name = "MeanMatchingPCA",
          .summary =
              "Representation fairness: PCA among the directions in which all groups have "
              "the same mean",
          .fairness = Fairness::kRepresentation,
          .min_groups = 2,
          .options = {{.name = "positive",
                       .default_value = std::string(),
                       .range = "LEVEL",
                       .help = "Match only the means of rows with this label (equal opportunity)"},
                      nonnegative_option("covariance_dimensions", 0.0,
                                         "Keep only so many directions (or such a share of them) "
                                         "in which the groups' covariances differ least; 0: all")},
          .fit =
              [](const FitInput& input, const OptionValues& values) {
                return fit_mean_matching_pca(
                    input, {.positive = word_of(values, "positive"),
                            .covariance_dimensions = number_of(values, "covariance_dimensions")});
              },
          .uses_label =
              [](const OptionValues& values) { return !word_of(values, "positive").empty(); }};
}

}  // namespace fairpca
