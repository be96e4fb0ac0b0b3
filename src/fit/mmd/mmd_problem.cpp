// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mmd/mmd_problem.h"

#include <algorithm>
#include <cmath>

#include "parallel/parallel_for.h"

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

/// XV, block by block.
RowMatrix product(const RowMatrix& x, const Matrix& v, int threads) {
  RowMatrix z(x.rows(), v.cols());
  parallel_for(row_blocks(z.rows()), threads_for(x, v.cols(), threads), [&](std::size_t b) {
    const Index first = static_cast<Index>(b) * kProductRows;
    const Index count = std::min(kProductRows, z.rows() - first);
    z.middleRows(first, count).noalias() = x.middleRows(first, count) * v;
  });
  return z;
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
                       const Matrix& covariance, const KernelOptions& kernel, int& passes)
    : rows_(rows),
      compared_(std::move(compared)),
      merged_(std::make_shared<const MergedRows>(merge_equal_rows(rows.rows, compared_))),
      covariance_(covariance),
      kernel_(kernel),
      constraints_(count_constraints(compared_)),
      units_(Vector::Ones(constraints_)),
      last_between_(compared_.size()),
      passes_(passes) {
  make_sums();
}

MmdProblem::MmdProblem(const MmdProblem& other, KernelMethod method)
    : rows_(other.rows_),
      compared_(other.compared_),
      merged_(other.merged_),
      covariance_(other.covariance_),
      kernel_(other.kernel_),
      constraints_(other.constraints_),
      units_(other.units_),
      last_between_(compared_.size()),
      passes_(other.passes_) {
  kernel_.method = method;
  make_sums();
}

void MmdProblem::make_sums() {
  for (const MergedRows::Part& part : merged_->parts) {
    sums_.push_back(make_kernel_sums(part.cells, kernel_));
  }
}

RowMatrix MmdProblem::project(const Matrix& point) const {
  return product(rows_.rows, point, kernel_.threads);
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
      largest = std::max(largest, contrast.self_value(rows.cells) / units_(at++));
    }
  }
  return largest / 2;
}

double MmdProblem::noise() const {
  return kernel_.method == KernelMethod::kTiledSingle ? 1e-6 * floor() : 0;
}

Vector MmdProblem::floors(const Matrix& point) const {
  evaluate(point, false);
  Vector floors(constraints_);
  Index at = 0;
  for (std::size_t part = 0; part < compared_.size(); ++part) {
    const ComparedRows& rows = compared_[part];
    const double unlike = 1 - mean_kernel(rows.cells, last_between_[part]);
    for (const MmdContrast& contrast : rows.contrasts) {
      floors(at++) = unlike * contrast.self_value(rows.cells);
    }
  }
  return floors;
}

std::pair<std::string, Message> MmdProblem::name_and_sizes(Index constraint) const {
  auto at = static_cast<std::size_t>(constraint);
  auto rows = compared_.begin();
  for (; at >= rows->contrasts.size(); ++rows) at -= rows->contrasts.size();
  return {rows->names[at], rows->sizes[at]};
}

void MmdProblem::evaluate(const Matrix& point, bool keep) const {
  const bool known = last_point_.rows() == point.rows() && last_point_.cols() == point.cols() &&
                     last_point_ == point;
  if (known && (kept_ || !keep)) return;
  const RowMatrix z = product(merged_->rows, point, kernel_.threads);
  last_values_.resize(constraints_);
  Index at = 0;
  for (std::size_t part = 0; part < compared_.size(); ++part) {
    const MergedRows::Part& rows = merged_->parts[part];
    last_between_[part] =
        sums_[part]->gram_sums(z.middleRows(rows.begin, rows.end - rows.begin), keep);
    for (const MmdContrast& contrast : compared_[part].contrasts) {
      last_values_(at++) = contrast.value(last_between_[part]);
    }
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
  RowMatrix slopes = RowMatrix::Zero(merged_->rows.rows(), point.cols());
  Index at = 0;
  for (std::size_t part = 0; part < compared_.size(); ++part) {
    const MergedRows::Part& rows = merged_->parts[part];
    Matrix contrast = Matrix::Zero(rows.cells.cells(), rows.cells.cells());
    for (const MmdContrast& one : compared_[part].contrasts) one.add_to(contrast, weights(at++));
    if ((contrast.array() == 0).all()) continue;
    slopes.middleRows(rows.begin, rows.end - rows.begin) = sums_[part]->gradient(contrast);
  }
  const Matrix image = covariance_.selfadjointView<Eigen::Lower>() * point;
  return transposed_product(merged_->rows, slopes, kernel_.threads) -
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
