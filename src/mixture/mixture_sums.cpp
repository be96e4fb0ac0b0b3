// SPDX-License-Identifier: BSD-3-Clause
#include "mixture/mixture_sums.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mixture/mixture_tile.h"
#include "model/incomplete_row.h"
#include "model/mixture_densities.h"

namespace fairpca {
namespace {

constexpr Index kRowsAtOnce = 512;  // rows and products of a tile stay in the cache
static_assert(kRowsAtOnce % kTileLanes == 0);

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

/// One tile of rows, and the sums over those before it.
struct ExpectationStep::Workspace {
  RowMatrix products;              ///< n x width: X table, then r y and r
  Vector norms, weights;           ///< n: |x|^2 and v
  Vector largest, excess;          ///< n: what ln p(x) is made of
  Vector start;                    ///< width: the row of the deviations times the table
  RowMatrix totals;                ///< p x width: sum of x factors'
  RowMatrix factor_sums, squares;  ///< width and K, in kTileLanes parts
  Vector scratch;
};

ExpectationStep::ExpectationStep(const PpcaMixture& mixture, Vector cell_weights, MStep m_step)
    : mixture_(mixture),
      cell_weights_(std::move(cell_weights)),
      m_step_(m_step),
      inverse_noise_(mixture.size()),
      constants_(log_density_constants(mixture)) {
  const Index p = mixture.dim(), q = mixture.latent_dimensions(), count = mixture.size();
  table_ = RowMatrix::Zero(p, padded(count * (q + 1)));
  offsets_ = Vector::Zero(table_.cols());
  inverse_variance_.resize(count * q);
  for (Index k = 0; k < count; ++k) {
    const PpcaComponent& component = mixture.components[static_cast<std::size_t>(k)];
    table_.middleCols(k * q, q) = component.frame;
    table_.col(count * q + k) = component.mean;
    offsets_.segment(k * q, q) = component.frame.transpose() * component.mean;
    offsets_(count * q + k) = 0.5 * component.mean.squaredNorm();
    inverse_variance_.segment(k * q, q) = component.variance.cwiseInverse();
    inverse_noise_(k) = 1 / component.noise_variance;
  }
}

ExpectationStep::Workspace ExpectationStep::workspace(Index rows) const {
  const Index width = table_.cols(), count = mixture_.size();
  const Index n = padded(std::min(rows, kRowsAtOnce));
  Workspace work;
  work.products = RowMatrix::Zero(n, width);
  work.norms = work.weights = work.largest = work.excess = Vector::Zero(n);
  work.totals = RowMatrix::Zero(table_.rows(), width);
  work.factor_sums = RowMatrix::Zero(width, kTileLanes);
  work.squares = RowMatrix::Zero(count, kTileLanes);
  work.scratch.resize(kTileLanes * (width + 2 * count));
  return work;
}

MixtureSums ExpectationStep::operator()(const PreparedBlock& block) const {
  MixtureSums sums = no_sums(mixture_, cell_weights_.size(), m_step_);
  Workspace work = workspace(block.rows.rows());
  if (!block.deviations.empty()) work.start = table_.transpose() * block.deviations.base;
  for (Index first = 0; first < block.rows.rows(); first += kRowsAtOnce) {
    add_tile(block, first, work, sums);
  }
  finish(block, work, sums);
  add_incomplete(block, sums);
  return sums;
}

/// The sums of complete rows.  sum r x and sum r x y' are about 0 so far, of deviations about their
/// base: brings them about the means.
void ExpectationStep::finish(const PreparedBlock& block, Workspace& work, MixtureSums& sums) const {
  const Index q = mixture_.latent_dimensions(), count = mixture_.size();
  const Vector factor_sums = work.factor_sums.rowwise().sum();
  if (!block.deviations.empty()) work.totals += block.deviations.base * factor_sums.transpose();
  sums.weights = factor_sums.segment(count * q, count);
  sums.squares = work.squares.rowwise().sum();
  sums.cross = work.totals.leftCols(count * q);
  sums.shifts = work.totals.middleCols(count * q, count);
  for (Index k = 0; k < count; ++k) {
    const Vector& mean = mixture_.components[static_cast<std::size_t>(k)].mean;
    sums.cross.middleCols(k * q, q) -= mean * factor_sums.segment(k * q, q).transpose();
    sums.shifts.col(k) -= sums.weights(k) * mean;
  }
}

void ExpectationStep::add_tile(const PreparedBlock& block, Index first, Workspace& work,
                               MixtureSums& sums) const {
  const Index n = std::min(kRowsAtOnce, block.rows.rows() - first);
  set_weights(block, first, n, work);
  multiply(block, first, n, work);
  weigh(n, work);
  auto incomplete = std::lower_bound(block.incomplete.begin(), block.incomplete.end(), first);
  for (Index i = 0; i < n; ++i) {
    if (incomplete != block.incomplete.end() && *incomplete == first + i) {
      ++incomplete;  // add_incomplete() sees to it
      continue;
    }
    count_row(block, first + i, work.largest[i] + std::log(work.excess[i]), sums);
  }
  add_products(block, first, n, work);
  if (m_step_ == MStep::kExact) add_scatter(block, first, n, work, sums);
}

/// v of the rows; 0 of those with missing cells, and beyond the tile.
void ExpectationStep::set_weights(const PreparedBlock& block, Index first, Index n,
                                  Workspace& work) const {
  for (Index i = 0; i < n; ++i) {
    const std::int32_t cell = block.cells[static_cast<std::size_t>(first + i)];
    work.weights[i] = block.weight(first + i) * cell_weights_[cell];
  }
  work.weights.segment(n, padded(n) - n).setZero();
  auto incomplete = std::lower_bound(block.incomplete.begin(), block.incomplete.end(), first);
  for (; incomplete != block.incomplete.end() && *incomplete < first + n; ++incomplete) {
    work.weights[*incomplete - first] = 0;
  }
}

namespace {

TileDeviations tile_of(const RowDeviations& rows, Index first, Index n) {
  return {n, rows.starts.data() + first, rows.columns.data(), rows.values.data()};
}

}  // namespace

/// X table, and |x|^2.
void ExpectationStep::multiply(const PreparedBlock& block, Index first, Index n,
                               Workspace& work) const {
  if (block.deviations.empty()) {
    const auto rows = block.rows.middleRows(first, n);
    work.products.topRows(n).noalias() = rows * table_;
    work.norms.head(n) = rows.rowwise().squaredNorm();
  } else {
    best_mixture_tile().multiply(tile_of(block.deviations, first, n), table_.data(),
                                 work.start.data(), table_.cols(), work.products.data());
    std::copy_n(block.deviations.norms.begin() + first, n, work.norms.begin());
  }
}

void ExpectationStep::weigh(Index n, Workspace& work) const {
  best_mixture_tile().weigh({.count = mixture_.size(),
                             .q = mixture_.latent_dimensions(),
                             .width = table_.cols(),
                             .offsets = offsets_.data(),
                             .inverse_variance = inverse_variance_.data(),
                             .inverse_noise = inverse_noise_.data(),
                             .constants = constants_.data()},
                            {.n = padded(n),
                             .norms = work.norms.data(),
                             .weights = work.weights.data(),
                             .products = work.products.data(),
                             .largest = work.largest.data(),
                             .excess = work.excess.data()},
                            {.factors = work.factor_sums.data(),
                             .squares = work.squares.data(),
                             .scratch = work.scratch.data()});
}

/// X'[r y, r].
void ExpectationStep::add_products(const PreparedBlock& block, Index first, Index n,
                                   Workspace& work) const {
  if (block.deviations.empty()) {
    work.totals.noalias() += block.rows.middleRows(first, n).transpose() * work.products.topRows(n);
  } else {
    best_mixture_tile().add(tile_of(block.deviations, first, n), work.products.data(),
                            table_.cols(), work.totals.data());
  }
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

void ExpectationStep::add_scatter(const PreparedBlock& block, Index first, Index n,
                                  const Workspace& work, MixtureSums& sums) const {
  const Index first_share = mixture_.size() * mixture_.latent_dimensions();
  for (Index k = 0; k < mixture_.size(); ++k) {
    const Vector& mean = mixture_.components[static_cast<std::size_t>(k)].mean;
    const Vector roots = work.products.col(first_share + k).head(n).cwiseSqrt();
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
