// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "linear_algebra/symmetric_eigen.h"
#include "measure/attribute_points.h"
#include "measure/row_samples.h"
#include "measure/value_writer.h"
#include "parallel/parallel_for.h"

namespace fairpca {
namespace {

/// Mean and covariance (divided by the weight) of a group's coordinates.
struct CoordinateMoments {
  Vector mean;
  Matrix covariance;
  double square = 0;  ///< q: sum of squared weights
};

/// Of the rows in the places of a cell, which take their weights along; `order` says which row
/// stands where.
CoordinateMoments moments_in(const AttributePoints& data, Index cell,
                             const std::vector<Index>& order, bool with_covariance) {
  const Index begin = data.cells.begin[static_cast<std::size_t>(cell)];
  const Index rows = data.cells.begin[static_cast<std::size_t>(cell) + 1] - begin;
  Vector weights(rows);
  Matrix points(rows, data.points.cols());
  for (Index i = 0; i < rows; ++i) {
    const Index row = order[static_cast<std::size_t>(begin + i)];
    points.row(i) = data.points.row(row);
    weights(i) = data.row_weights(row);
  }
  weights /= weights.sum();
  CoordinateMoments moments{points.transpose() * weights, {}, weights.squaredNorm()};
  if (!with_covariance) return moments;
  points.rowwise() -= moments.mean.transpose();
  points.array().colwise() *= weights.array().sqrt();
  moments.covariance = points.transpose() * points;
  return moments;
}

double spectral_norm(const Matrix& symmetric) {
  return symmetric_eigenvalues(symmetric).cwiseAbs().maxCoeff();
}

struct MomentDifferences {
  double mean = -1, mean_floor = 0, covariance = -1;

  void add_pairs(const std::vector<CoordinateMoments>& groups) {
    for (std::size_t g = 0; g < groups.size(); ++g) {
      for (std::size_t h = g + 1; h < groups.size(); ++h) add(groups[g], groups[h]);
    }
  }

 private:
  void add(const CoordinateMoments& one, const CoordinateMoments& other) {
    const double distance = (one.mean - other.mean).norm();
    const bool has_covariance = one.covariance.size() > 0;
    if (distance > mean) {
      mean = distance;
      if (has_covariance) {
        mean_floor = std::sqrt(one.square * one.covariance.trace() +
                               other.square * other.covariance.trace());
      }
    }
    if (!has_covariance) return;
    const Matrix difference = one.covariance - other.covariance;
    // The Frobenius norm is never below the spectral one and costs little.
    if (difference.norm() > covariance) {
      covariance = std::max(covariance, spectral_norm(difference));
    }
  }
};

MomentDifferences differences_in(const AttributePoints& data, const std::vector<Index>& order,
                                 bool with_covariance) {
  std::vector<CoordinateMoments> groups;
  for (Index c = 0; c < data.cells.cells(); ++c) {
    groups.push_back(moments_in(data, c, order, with_covariance));
  }
  MomentDifferences differences;
  differences.add_pairs(groups);
  return differences;
}

/// What both measures are where points are dealt to places at random.
struct PermutedMoments {
  Vector mean, covariance;
};

PermutedMoments permuted_moments(const std::vector<AttributePoints>& attributes,
                                 const MeasureSettings& settings, bool with_covariance) {
  PermutedMoments permuted{Vector(settings.permutations), Vector(settings.permutations)};
  parallel_for(static_cast<std::size_t>(settings.permutations), settings.threads,
               [&](std::size_t k) {
                 MomentDifferences largest;
                 for (const AttributePoints& data : attributes) {
                   const MomentDifferences of_attribute = differences_in(
                       data, random_order(data.points.rows(), settings.seed, k), with_covariance);
                   largest.mean = std::max(largest.mean, of_attribute.mean);
                   largest.covariance = std::max(largest.covariance, of_attribute.covariance);
                 }
                 permuted.mean(static_cast<Index>(k)) = largest.mean;
                 permuted.covariance(static_cast<Index>(k)) = largest.covariance;
               });
  return permuted;
}

/// (1 + how many are at least as large, to rounding) / (1 + all).
double permutation_p_value(double value, const Vector& permuted) {
  const double least = value * (1 - 1e-12);
  return (1 + static_cast<double>((permuted.array() >= least).count())) /
         (1 + static_cast<double>(permuted.size()));
}

void add_moment_values(const MeasureContext& context, const MomentDifferences& differences,
                       const std::optional<PermutedMoments>& permuted, Measured& measured) {
  if (context.wants("mean_difference") && differences.mean >= 0) {
    ValueWriter writer("mean_difference", measured);
    writer.add(Statistic::kValue, "", differences.mean, {}, {}, differences.mean_floor);
    if (permuted && context.input.settings.has_intervals) {
      writer.add(Statistic::kPValue, "", permutation_p_value(differences.mean, permuted->mean));
    }
  }
  if (context.wants("covariance_difference") && differences.covariance >= 0) {
    ValueWriter writer("covariance_difference", measured);
    writer.add(Statistic::kValue, "", differences.covariance, {}, {},
               permuted ? permuted->covariance.mean() : std::numeric_limits<double>::quiet_NaN());
    if (permuted && context.input.settings.has_intervals) {
      writer.add(Statistic::kPValue, "",
                 permutation_p_value(differences.covariance, permuted->covariance));
    }
  }
}

void measure_from_rows(const MeasureContext& context, Measured& measured) {
  const std::vector<AttributePoints> attributes = AttributePoints::of(context);
  MomentDifferences largest;
  for (const AttributePoints& data : attributes) {
    std::vector<Index> order(static_cast<std::size_t>(data.points.rows()));
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i);
    const MomentDifferences here = differences_in(data, order, true);
    largest.covariance = std::max(largest.covariance, here.covariance);
    if (here.mean <= largest.mean) continue;
    largest.mean = here.mean;
    largest.mean_floor = here.mean_floor;
  }
  const bool with_covariance = context.wants("covariance_difference");
  std::optional<PermutedMoments> permuted;
  if (!attributes.empty() && context.input.settings.permutations > 0 &&
      (with_covariance || context.input.settings.has_intervals)) {
    permuted = permuted_moments(attributes, context.input.settings, with_covariance);
  }
  add_moment_values(context, largest, permuted, measured);
}

/// z = V'x: means and covariances of groups follow from those of x.
void measure_from_moments(const MeasureContext& context, Measured& measured) {
  const Matrix& v = context.input.model.projection.components;
  const std::vector<std::size_t>& number = context.evaluated.number;
  std::vector<CoordinateMoments> groups;
  for (const std::size_t g : number) {
    const GroupStatistics& group = context.prepared.groups[g];
    CoordinateMoments moments{v.transpose() * group.mean, v.transpose() * group.second_moment * v,
                              1 / group.effective_rows};
    if (context.input.settings.center == Center::kOverall) {
      moments.covariance -= moments.mean * moments.mean.transpose();
    }
    groups.push_back(std::move(moments));
  }
  MomentDifferences largest;
  for (const std::vector<std::size_t>& members : context.evaluated.attributes) {
    std::vector<CoordinateMoments> of_attribute;
    for (const std::size_t g : members) of_attribute.push_back(groups[g]);
    largest.add_pairs(of_attribute);
  }
  add_moment_values(context, largest, std::nullopt, measured);
}

}  // namespace

void measure_moments_of_coordinates(const MeasureContext& context, Measured& measured) {
  if (context.input.evaluated.scored != nullptr && context.input.evaluated.keys != nullptr) {
    measure_from_rows(context, measured);
  } else if (!context.input.model.mixture && context.input.model.projection.components.size() > 0) {
    measure_from_moments(context, measured);
  }
}

}  // namespace fairpca
