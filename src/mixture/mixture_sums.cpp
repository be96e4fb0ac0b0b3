// SPDX-License-Identifier: BSD-3-Clause
#include "mixture/mixture_sums.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/incomplete_row.h"
#include "model/mixture_densities.h"

namespace fairpca {
namespace {

constexpr Index kRowsAtOnce = 512;  // rows, products and weights of a tile stay in the cache

MixtureSums no_sums(const PpcaMixture& mixture, Index cells, MStep m_step) {
  const Index p = mixture.dim(), q = mixture.latent_dimensions(), count = mixture.size();
  MixtureSums sums;
  sums.weights = Vector::Zero(count);
  sums.shifts = Matrix::Zero(p, count);
  sums.cross = Matrix::Zero(p, count * q);
  sums.squares = Vector::Zero(count);
  if (m_step == MStep::kExact) {
    sums.scatter.assign(static_cast<std::size_t>(count), Matrix::Zero(p, p));
  }
  sums.cell_log_likelihood = Vector::Zero(cells);
  return sums;
}

/// Adds what is expected of a row with missing cells under component k, r times: of the completed
/// row, and the conditional covariance s^2 I + W_h Cov[t] W_h' of the missing cells.
void add_expected(const PpcaComponent& component, const IncompleteRow& row, Index k, double r,
                  MixtureSums& sums) {
  const Index q = component.frame.cols();
  const Vector difference = row.completed - component.mean;
  const Vector y = component.frame.transpose() * difference;
  const double noise = component.noise_variance;
  const Matrix frame = component.frame(row.missing, Eigen::all);
  const Matrix spread = row.loadings * row.latent_covariance;  // |h| x q
  const auto missing = static_cast<double>(row.missing.size());
  sums.weights[k] += r;
  sums.shifts.col(k) += r * difference;
  sums.squares[k] +=
      r * (difference.squaredNorm() + noise * missing + spread.cwiseProduct(row.loadings).sum());
  auto cross = sums.cross.middleCols(k * q, q);
  cross += r * difference * y.transpose();
  const Matrix covariance_frame = noise * frame + spread * (row.loadings.transpose() * frame);
  for (std::size_t i = 0; i < row.missing.size(); ++i) {
    cross.row(row.missing[i]) += r * covariance_frame.row(static_cast<Index>(i));
  }
  if (sums.scatter.empty()) return;
  Matrix& scatter = sums.scatter[static_cast<std::size_t>(k)];
  scatter.selfadjointView<Eigen::Lower>().rankUpdate(difference, r);
  const Matrix covariance = spread * row.loadings.transpose();
  for (std::size_t i = 0; i < row.missing.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      scatter(row.missing[i], row.missing[j]) +=
          r * (covariance(static_cast<Index>(i), static_cast<Index>(j)) + (i == j ? noise : 0.0));
    }
  }
}

}  // namespace

void MixtureSums::merge(const MixtureSums& other) {
  weights += other.weights;
  shifts += other.shifts;
  cross += other.cross;
  squares += other.squares;
  for (std::size_t k = 0; k < scatter.size(); ++k) {
    scatter[k].triangularView<Eigen::Lower>() += other.scatter[k];
  }
  log_likelihood += other.log_likelihood;
  cell_log_likelihood += other.cell_log_likelihood;
}

/// One tile of rows.
struct ExpectationStep::Workspace {
  RowMatrix products;              ///< n x K(q+1): X stacked
  RowMatrix factors;               ///< n x K(q+1): r y, then r
  Matrix totals;                   ///< p x K(q+1): sum of x factors'
  Vector sum_y;                    ///< K q: sum of r y
  Vector logs, shares, distances;  ///< K, of one row
};

ExpectationStep::ExpectationStep(const PpcaMixture& mixture, Vector cell_weights, MStep m_step)
    : mixture_(mixture),
      cell_weights_(std::move(cell_weights)),
      m_step_(m_step),
      constants_(log_density_constants(mixture)) {
  const Index p = mixture.dim(), q = mixture.latent_dimensions(), count = mixture.size();
  stacked_.resize(p, count * (q + 1));
  offsets_.resize(count * (q + 1));
  inverse_variance_.resize(count * q);
  for (Index k = 0; k < count; ++k) {
    const PpcaComponent& component = mixture.components[static_cast<std::size_t>(k)];
    stacked_.middleCols(k * q, q) = component.frame;
    stacked_.col(count * q + k) = component.mean;
    offsets_.segment(k * q, q) = component.frame.transpose() * component.mean;
    offsets_(count * q + k) = component.mean.squaredNorm();
    inverse_variance_.segment(k * q, q) = component.variance.cwiseInverse();
  }
}

MixtureSums ExpectationStep::operator()(const PreparedBlock& block) const {
  const Index count = mixture_.size(), q = mixture_.latent_dimensions();
  MixtureSums sums = no_sums(mixture_, cell_weights_.size(), m_step_);
  Workspace work;
  work.totals = Matrix::Zero(mixture_.dim(), count * (q + 1));
  work.sum_y = Vector::Zero(count * q);
  work.logs = work.shares = work.distances = Vector::Zero(count);
  for (Index first = 0; first < block.rows.rows(); first += kRowsAtOnce) {
    add_tile(block, first, work, sums);
  }
  sums.cross = work.totals.leftCols(count * q);
  sums.shifts = work.totals.rightCols(count);
  centre(sums, work.sum_y);
  add_incomplete(block, sums);
  return sums;
}

/// sum r x and sum r x y' are about 0 so far: brings them about the means.
void ExpectationStep::centre(MixtureSums& sums, const Vector& sum_y) const {
  const Index q = mixture_.latent_dimensions();
  for (Index k = 0; k < mixture_.size(); ++k) {
    const Vector& mean = mixture_.components[static_cast<std::size_t>(k)].mean;
    sums.cross.middleCols(k * q, q) -= mean * sum_y.segment(k * q, q).transpose();
    sums.shifts.col(k) -= sums.weights(k) * mean;
  }
}

/// Sets y, the squared distances to the means and ln(weight_k N(x; k)) of one row of the tile.
void ExpectationStep::measure(double norm, double* product, Workspace& work) const {
  const Index q = mixture_.latent_dimensions(), count = mixture_.size();
  for (Index k = 0; k < count; ++k) {
    double along = 0, weighted = 0;
    for (Index j = k * q; j < (k + 1) * q; ++j) {
      const double y = product[j] -= offsets_[j];
      along += y * y;
      weighted += y * y * inverse_variance_[j];
    }
    const Index m = count * q + k;
    const double distance = std::max(norm - 2 * product[m] + offsets_[m], along);
    const double noise = mixture_.components[static_cast<std::size_t>(k)].noise_variance;
    work.distances[k] = distance;
    work.logs[k] = constants_[k] - 0.5 * (weighted + (distance - along) / noise);
  }
}

/// Adds one row of the tile to the sums over rows alone, and sets its factors.
void ExpectationStep::add_row(double v, const double* product, double* factor, Workspace& work,
                              MixtureSums& sums) const {
  const Index q = mixture_.latent_dimensions(), count = mixture_.size();
  for (Index k = 0; k < count; ++k) {
    const double r = v * work.shares[k];
    sums.weights[k] += r;
    sums.squares[k] += r * work.distances[k];
    factor[count * q + k] = r;
    for (Index j = k * q; j < (k + 1) * q; ++j) {
      factor[j] = r * product[j];
      work.sum_y[j] += factor[j];
    }
  }
}

void ExpectationStep::add_tile(const PreparedBlock& block, Index first, Workspace& work,
                               MixtureSums& sums) const {
  const Index n = std::min(kRowsAtOnce, block.rows.rows() - first), width = stacked_.cols();
  const auto rows = block.rows.middleRows(first, n);
  work.products.noalias() = rows * stacked_;
  work.factors.setZero(n, width);
  auto incomplete = std::lower_bound(block.incomplete.begin(), block.incomplete.end(), first);
  for (Index i = 0; i < n; ++i) {
    if (incomplete != block.incomplete.end() && *incomplete == first + i) {
      ++incomplete;  // add_incomplete() sees to it
      continue;
    }
    double* const product = work.products.data() + i * width;
    measure(rows.row(i).squaredNorm(), product, work);
    const double value =
        normalize_log_weights(work.logs.data(), work.shares.data(), mixture_.size());
    const double v = count_row(block, first + i, value, sums);
    if (v > 0) add_row(v, product, work.factors.data() + i * width, work, sums);
  }
  work.totals.noalias() += rows.transpose() * work.factors;
  if (m_step_ == MStep::kExact) add_scatter(block, first, work, sums);
}

/// Adds ln p(x) of row `row` where it counts; returns v.
double ExpectationStep::count_row(const PreparedBlock& block, Index row, double log_density,
                                  MixtureSums& sums) const {
  const std::int32_t cell = block.cells[static_cast<std::size_t>(row)];
  const double weight = block.weight(row), v = weight * cell_weights_[cell];
  if (weight > 0) sums.cell_log_likelihood[cell] += weight * log_density;
  if (v > 0) sums.log_likelihood += v * log_density;
  return v;
}

void ExpectationStep::add_scatter(const PreparedBlock& block, Index first, const Workspace& work,
                                  MixtureSums& sums) const {
  const Index n = work.factors.rows();
  for (Index k = 0; k < mixture_.size(); ++k) {
    const Vector& mean = mixture_.components[static_cast<std::size_t>(k)].mean;
    const Vector roots = work.factors.col(work.factors.cols() - mixture_.size() + k).cwiseSqrt();
    const Matrix scaled =
        (block.rows.middleRows(first, n).rowwise() - mean.transpose()).transpose() *
        roots.asDiagonal();
    sums.scatter[static_cast<std::size_t>(k)].selfadjointView<Eigen::Lower>().rankUpdate(scaled);
  }
}

void ExpectationStep::add_incomplete(const PreparedBlock& block, MixtureSums& sums) const {
  std::vector<IncompleteRow> filled(mixture_.components.size());
  Vector logs(mixture_.size()), shares(mixture_.size());
  for (std::size_t at = 0; at < block.incomplete.size(); ++at) {
    const double* row = block.incomplete_rows.data() + static_cast<Index>(at) * mixture_.dim();
    for (std::size_t k = 0; k < filled.size(); ++k) {
      filled[k] = complete_row(mixture_.components[k], row);
      logs[static_cast<Index>(k)] = std::log(mixture_.components[k].weight) + filled[k].log_density;
    }
    const double value = normalize_log_weights(logs.data(), shares.data(), mixture_.size());
    const double v = count_row(block, block.incomplete[at], value, sums);
    for (Index k = 0; v > 0 && k < mixture_.size(); ++k) {
      const auto at_k = static_cast<std::size_t>(k);
      add_expected(mixture_.components[at_k], filled[at_k], k, v * shares[k], sums);
    }
  }
}

}  // namespace fairpca
