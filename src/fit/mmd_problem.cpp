// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mmd_problem.h"

#include <algorithm>
#include <cmath>

#include "rows/parallel_for.h"

namespace fairpca {
namespace {

constexpr Index kProductRows = 512;

/// Starting threads takes longer than a small product.
int threads_for(const RowMatrix& rows, Index columns, int threads) {
  return static_cast<double>(rows.size()) * static_cast<double>(columns) < 4e6 ? 1 : threads;
}

std::size_t row_blocks(Index rows) {
  return static_cast<std::size_t>((rows + kProductRows - 1) / kProductRows);
}

/// X'G, block by block, added in order.
Matrix transposed_product(const RowMatrix& x, const RowMatrix& g, int threads) {
  std::vector<Matrix> parts(row_blocks(x.rows()));
  parallel_for(parts.size(), threads_for(x, g.cols(), threads), [&](std::size_t b) {
    const Index first = static_cast<Index>(b) * kProductRows;
    const Index count = std::min(kProductRows, x.rows() - first);
    parts[b].noalias() = x.middleRows(first, count).transpose() * g.middleRows(first, count);
  });
  Matrix sum = Matrix::Zero(x.cols(), g.cols());
  for (const Matrix& part : parts) sum += part;
  return sum;
}

}  // namespace

MmdProblem::MmdProblem(const RowsInMemory& rows, std::vector<ComparedRows> compared,
                       const Matrix& covariance, const KernelOptions& kernel)
    : rows_(rows),
      compared_(std::move(compared)),
      covariance_(covariance),
      kernel_(kernel),
      constraints_(count_constraints(compared_)),
      units_(Vector::Ones(constraints_)) {
  for (const ComparedRows& part : compared_) sums_.push_back(make_kernel_sums(part.cells, kernel));
}

RowMatrix MmdProblem::project(const Matrix& point) const {
  RowMatrix z(rows_.rows.rows(), point.cols());
  const int threads = threads_for(rows_.rows, point.cols(), kernel_.threads);
  parallel_for(row_blocks(z.rows()), threads, [&](std::size_t b) {
    const Index first = static_cast<Index>(b) * kProductRows;
    const Index count = std::min(kProductRows, z.rows() - first);
    z.middleRows(first, count).noalias() = rows_.rows.middleRows(first, count) * point;
  });
  return z;
}

double MmdProblem::explained(const Matrix& point) const {
  const Matrix image = covariance_.selfadjointView<Eigen::Lower>() * point;
  return point.cwiseProduct(image).sum() / covariance_.trace();
}

double MmdProblem::floor() const {
  double largest = 0;
  Index at = 0;
  for (const ComparedRows& rows : compared_) {
    for (const MmdContrast& contrast : rows.contrasts) {
      double sum = 0;
      for (Index c = 0; c < rows.cells.cells(); ++c) {
        sum += std::abs(contrast.matrix(c, c)) * rows.cells.inverse_rows(c);
      }
      largest = std::max(largest, sum / units_(at++));
    }
  }
  return largest / 2;
}

void MmdProblem::evaluate(const Matrix& point, bool keep) const {
  const bool known = last_point_.rows() == point.rows() && last_point_.cols() == point.cols() &&
                     last_point_ == point;
  if (known && (kept_ || !keep)) return;
  const RowMatrix z = project(point);
  last_values_.resize(constraints_);
  Index at = 0;
  for (std::size_t part = 0; part < compared_.size(); ++part) {
    const ComparedRows& rows = compared_[part];
    const Matrix between =
        sums_[part]->between(z.middleRows(rows.begin, rows.end - rows.begin), keep);
    for (const MmdContrast& contrast : rows.contrasts) last_values_(at++) = contrast.value(between);
  }
  last_point_ = point;
  kept_ = keep;
  ++passes_;
}

double MmdProblem::values(const Matrix& point, Vector& constraints, bool keep) const {
  evaluate(point, keep);
  constraints = last_values_.cwiseQuotient(units_);
  return -explained(point);
}

Matrix MmdProblem::gradient(const Matrix& point, const Vector& weights_in_units) const {
  const Vector weights = weights_in_units.cwiseQuotient(units_);
  evaluate(point, true);
  RowMatrix slopes = RowMatrix::Zero(rows_.rows.rows(), point.cols());
  Index at = 0;
  for (std::size_t part = 0; part < compared_.size(); ++part) {
    const ComparedRows& rows = compared_[part];
    Matrix contrast = Matrix::Zero(rows.cells.cells(), rows.cells.cells());
    for (const MmdContrast& one : rows.contrasts) contrast += weights(at++) * one.matrix;
    if ((contrast.array() == 0).all()) continue;
    slopes.middleRows(rows.begin, rows.end - rows.begin) = sums_[part]->gradient(contrast);
  }
  const Matrix image = covariance_.selfadjointView<Eigen::Lower>() * point;
  return transposed_product(rows_.rows, slopes, kernel_.threads) -
         (2 / covariance_.trace()) * image;
}

double MmdSum::value(const Matrix& point) const {
  Vector constraints;
  problem_.values(point, constraints, true);
  return constraints.sum();
}

Matrix MmdSum::gradient(const Matrix& point) const {
  const Vector ones = Vector::Ones(problem_.constraints());
  return problem_.gradient(point, ones) - problem_.gradient(point, Vector::Zero(ones.size()));
}

}  // namespace fairpca
