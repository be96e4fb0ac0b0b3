// SPDX-License-Identifier: BSD-3-Clause
#include "mixture/mixture_start.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "mixture/messages.h"
#include "random/random_stream.h"
#include "random/row_hash.h"

namespace fairpca {
namespace {

constexpr int kMostRounds = 20;  // of k-means: EM goes on from there

/// The place whose share of sum(shares) holds u in [0, 1); never one without a share.
Index drawn(const Vector& shares, double u) {
  const double target = u * shares.sum();
  double passed = 0;
  Index last = 0;
  for (Index i = 0; i < shares.size(); ++i) {
    if (!(shares[i] > 0)) continue;
    last = i;
    passed += shares[i];
    if (target < passed) break;
  }
  return last;
}

/// Squared distances of the rows to one centre.
Vector distances_to(const RowMatrix& rows, const Vector& centre) {
  return (rows.rowwise() - centre.transpose()).rowwise().squaredNorm();
}

/// Centres, each drawn far from those before (k-means++), or anywhere.
Matrix draw_centres(const StartRows& from, const StartOptions& options, RandomStream& random) {
  Matrix centres(from.rows.cols(), options.components);
  Vector shares = from.weights;
  Vector nearest = Vector::Constant(from.rows.rows(), std::numeric_limits<double>::infinity());
  for (Index k = 0; k < options.components; ++k) {
    const Index row = drawn(shares.sum() > 0 ? shares : from.weights, random.uniform());
    centres.col(k) = from.rows.row(row).transpose();
    if (options.kind == StartKind::kClusters) {
      nearest = nearest.cwiseMin(distances_to(from.rows, centres.col(k)));
      shares = from.weights.cwiseProduct(nearest);
    } else {
      shares[row] = 0;
    }
  }
  return centres;
}

std::vector<Index> assign(const RowMatrix& rows, const Matrix& centres) {
  std::vector<Index> nearest(static_cast<std::size_t>(rows.rows()), 0);
  Vector least = distances_to(rows, centres.col(0));
  for (Index k = 1; k < centres.cols(); ++k) {
    const Vector distances = distances_to(rows, centres.col(k));
    for (Index i = 0; i < rows.rows(); ++i) {
      if (distances[i] >= least[i]) continue;
      least[i] = distances[i];
      nearest[static_cast<std::size_t>(i)] = k;
    }
  }
  return nearest;
}

/// Moves each centre to the mean of its rows; one without rows stays.
void move_centres(const StartRows& from, const std::vector<Index>& nearest, Matrix& centres) {
  Matrix sums = Matrix::Zero(centres.rows(), centres.cols());
  Vector weights = Vector::Zero(centres.cols());
  for (Index i = 0; i < from.rows.rows(); ++i) {
    const Index k = nearest[static_cast<std::size_t>(i)];
    sums.col(k) += from.weights[i] * from.rows.row(i).transpose();
    weights[k] += from.weights[i];
  }
  for (Index k = 0; k < centres.cols(); ++k) {
    if (weights[k] > 0) centres.col(k) = sums.col(k) / weights[k];
  }
}

std::vector<Index> cluster(const StartRows& from, Matrix& centres) {
  std::vector<Index> nearest = assign(from.rows, centres);
  for (int round = 0; round < kMostRounds; ++round) {
    move_centres(from, nearest, centres);
    std::vector<Index> next = assign(from.rows, centres);
    if (next == nearest) break;
    nearest = std::move(next);
  }
  return nearest;
}

/// Weight and second moment (times weight) about `centre` of the rows of cluster k; of all rows for
/// -1.
std::pair<double, Matrix> scatter_about(const StartRows& from, const std::vector<Index>& nearest,
                                        Index k, const Vector& centre) {
  std::vector<Index> own;
  for (Index i = 0; i < from.rows.rows(); ++i) {
    if (k < 0 || nearest[static_cast<std::size_t>(i)] == k) own.push_back(i);
  }
  const Vector weights = from.weights(own);
  const Matrix scaled = (from.rows(own, Eigen::all).rowwise() - centre.transpose()).transpose() *
                        weights.cwiseSqrt().asDiagonal();
  return {weights.sum(), scaled * scaled.transpose()};
}

/// The rows chosen, with 0, the mean, in missing cells.
RowMatrix rows_of_start(const PreparedBlock& block, const std::vector<Index>& chosen) {
  RowMatrix rows = block.rows(chosen, Eigen::all);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const auto found =
        std::lower_bound(block.incomplete.begin(), block.incomplete.end(), chosen[i]);
    if (found == block.incomplete.end() || *found != chosen[i]) continue;
    const auto row = block.incomplete_rows.row(found - block.incomplete.begin());
    for (Index j = 0; j < rows.cols(); ++j) {
      rows(static_cast<Index>(i), j) = std::isnan(row(j)) ? 0.0 : row(j);
    }
  }
  return rows;
}

Vector overall_mean(const StartRows& from) {
  return from.rows.transpose() * from.weights / from.weights.sum();
}

}  // namespace

StartRows sorted_start_rows(const StartRows& from) {
  std::vector<Index> order(static_cast<std::size_t>(from.rows.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  const Index p = from.rows.cols();
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    const double *x = from.rows.data() + a * p, *y = from.rows.data() + b * p;
    return std::lexicographical_compare(x, x + p, y, y + p);
  });
  return {from.rows(order, Eigen::all), from.weights(order)};
}

StartRows draw_start_rows(PreparedRows& rows, const Vector& cell_weights, Index expected_rows,
                          std::uint64_t seed, Index wanted) {
  const double share = static_cast<double>(wanted) / static_cast<double>(expected_rows);
  const auto is_drawn = [&](Index row) { return share >= 1 || row_hash(seed, row) < share; };
  std::vector<StartRows> parts;
  Index total = 0;
  rows.for_each_block(
      [&](const PreparedBlock& block) {
        std::vector<Index> chosen;
        std::vector<double> weights;
        for (Index i = 0; i < block.rows.rows(); ++i) {
          const double v = block.weight(i) * cell_weights[block.cells[static_cast<std::size_t>(i)]];
          if (!(v > 0) || !is_drawn(block.number(i))) continue;
          chosen.push_back(i);
          weights.push_back(v);
        }
        return StartRows{
            rows_of_start(block, chosen),
            Eigen::Map<const Vector>(weights.data(), static_cast<Index>(weights.size()))};
      },
      [&](StartRows part) {
        total += part.rows.rows();
        parts.push_back(std::move(part));
      });
  StartRows result{RowMatrix(total, rows.dim()), Vector(total)};
  Index at = 0;
  for (const StartRows& part : parts) {
    result.rows.middleRows(at, part.rows.rows()) = part.rows;
    result.weights.segment(at, part.rows.rows()) = part.weights;
    at += part.rows.rows();
  }
  return sorted_start_rows(result);
}

PpcaMixture start_mixture(const StartRows& from, const StartOptions& options, const EmOptions& em,
                          SpectralSolver& spectral) {
  const Index count = options.components, q = options.latent_dimensions;
  if (from.rows.rows() < count) {
    reject(mixture_message<"too-many-components">("option"_is(OptionName{"mixture_components"}),
                                                  "components"_is(count),
                                                  "rows"_is(from.rows.rows())));
  }
  RandomStream random(options.seed, 1000 + options.number);
  Matrix centres = draw_centres(from, options, random);
  const bool clusters = options.kind == StartKind::kClusters;
  const std::vector<Index> nearest = clusters ? cluster(from, centres) : std::vector<Index>();
  const auto [all, total] = scatter_about(from, nearest, -1, overall_mean(from));
  const double rows = std::min(em.rows, static_cast<double>(StartRows::wanted(count)));
  // Few rows say little of q directions: as many more of the shape of all rows keep it regular.
  const double borrowed = clusters ? static_cast<double>(q + 2) / rows * all : 1.0;
  PpcaMixture mixture;
  double sum = 0;
  for (Index k = 0; k < count; ++k) {
    auto [weight, scatter] =
        clusters ? scatter_about(from, nearest, k, centres.col(k))
                 : std::pair<double, Matrix>{0.0, Matrix::Zero(total.rows(), total.rows())};
    scatter = (scatter + borrowed / all * total) / (weight + borrowed);
    PpcaComponent component =
        ppca_of(scatter, q, em.rows * (weight + borrowed) / all, em, spectral);
    // The latent M-step never leaves a column of W that is 0.
    component.variance = component.variance.cwiseMax(1.01 * component.noise_variance);
    component.mean = centres.col(k);
    component.weight = std::max(weight, all / rows);
    sum += component.weight;
    mixture.components.push_back(std::move(component));
  }
  for (PpcaComponent& component : mixture.components) component.weight /= sum;
  return mixture;
}

}  // namespace fairpca
