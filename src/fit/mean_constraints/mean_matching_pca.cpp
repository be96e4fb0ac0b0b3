// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/mean_matching_pca.h"

#include <algorithm>
#include <cmath>

#include "fit/dimensions.h"
#include "fit/group_checks.h"
#include "fit/group_distributions.h"
#include "fit/mean_constraints/complement_pca.h"
#include "fit/mean_constraints/direction_checks.h"
#include "fit/method_entry.h"
#include "fit/overall_scale.h"

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

void require_directions(Index d, Index excluded, Index p, const char* constraint) {
  if (d > p - excluded) reject(lack_of_directions(d, excluded, p, "constraint"_is(constraint)));
}

double largest_mean_difference(const Matrix& differences, const Matrix& components) {
  return (components.transpose() * differences).colwise().norm().maxCoeff();
}

const OptionTable<MeanMatchingOptions>& mean_matching_options() {
  static const OptionTable<MeanMatchingOptions> table = [] {
    OptionTable<MeanMatchingOptions> made;
    made.text("positive", FAIRPCA_MEMBER(positive),
              "Match only the means of rows with this label (equal opportunity)");
    made.number("covariance_dimensions", FAIRPCA_MEMBER(covariance_dimensions), kNotNegative,
                "Number, or fraction, of the directions to keep in which the groups' covariances "
                "differ least; 0: all")
        .allowed("0, a fraction in (0, 1) or a count >= 1");
    return made;
  }();
  return table;
}

}  // namespace

void MeanMatchingOptions::validate() const {
  mean_matching_options().check(*this);
  const double wanted = covariance_dimensions;
  if (wanted >= 1 && wanted != std::floor(wanted)) {
    reject_value(mean_matching_options().specs().back(), wanted);
  }
}

Fit fit_mean_matching_pca(const FitInput& input, const MeanMatchingOptions& options) {
  options.validate();
  const PreparedMoments& moments = *input.prepared;
  require_two_groups(moments.groups.size(), "mean-matching-pca");
  const Index p = moments.covariance.rows();
  SpectralSolver spectral(input.spectral);
  const std::vector<GroupDistribution> groups = group_distributions(input, options.positive);
  const Matrix differences = mean_differences(groups);
  const Matrix means = orthonormal_basis(differences, overall_scale(moments.covariance));
  const Index d = resolve_dimensions(input.dimensions, moments, p - 1, spectral);
  require_directions(d, means.cols(), p, "matching the means");
  const Matrix excluded =
      excluded_directions(groups, means, options.covariance_dimensions, spectral);
  require_directions(d, excluded.cols(), p, "matching means and covariances");

  ProjectionSolution solution = complement_pca(moments.covariance, excluded, d, spectral);
  if (excluded.cols() > means.cols()) {
    // What else is excluded is a choice, not a constraint: no bound is known but mean matching's.
    const ProjectionSolution matched = complement_pca(moments.covariance, means, d, spectral);
    solution.bound = std::min(matched.bound, solution.objective);
    solution.certified = matched.certified;
    solution.status = Status::kConverged;
  }
  solution.numbers = {
      {"mean_difference", largest_mean_difference(differences, solution.components)},
      {"excluded_directions", excluded.cols()}};
  if (means.cols() == 0) {
    solution.warnings.push_back(mean_constraints_message<"means-equal-already">());
  }
  return finish_fit(input, "mean-matching-pca", d, std::move(solution), spectral);
}

Method mean_matching_pca_method() {
  Method method =
      method_entry({.id = "mean-matching-pca",
                    .python_name = "MeanMatchingPCA",
                    .summary = "Representation fairness: PCA among the directions in which all "
                               "groups have the same mean",
                    .brief = "groups with exactly equal means",
                    .problem = "Maximise the variance <P, S> over projections P of rank d with "
                               "P (mu_g - mu_h) = 0: after "
                               "projection all groups have the same mean.",
                    .paper = "M. Kleindessner, M. Donini, C. Russell, M. B. Zafar (2023): "
                             "Efficient Fair PCA for Fair "
                             "Representation Learning",
                    .example = {{"group", "sex"},
                                {"method", "mean-matching-pca"},
                                {"dimensions", "5"},
                                {"standardize", "true"}},
                    .fairness = Fairness::kRepresentation,
                    .min_groups = 2,
                    .uses_label =
                        [](const OptionValues& given) {
                          return !mean_matching_options().read(given).positive.empty();
                        }},
                   mean_matching_options(), fit_mean_matching_pca);
  method.grid = grid_over("covariance_dimensions", std::vector<double>{0, 0.75, 0.5, 0.25});
  return method;
}

}  // namespace fairpca
