// SPDX-License-Identifier: BSD-3-Clause
#include "spectral/tridiagonal_form.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "spectral/lapack.h"

namespace fairpca {
namespace {

/// The power of two next to the largest element of the lower triangle; 1 for zeros.
double unit_of(const Matrix& symmetric) {
  double largest = 0;
  for (Index j = 0; j < symmetric.cols(); ++j) {
    largest = std::max(largest, symmetric.col(j).tail(symmetric.rows() - j).cwiseAbs().maxCoeff());
  }
  return largest > 0 && std::isfinite(largest) ? std::exp2(std::ilogb(largest)) : 1.0;
}

/// Eigenvalues of a tridiagonal matrix and the blocks it falls apart into, as dstein wants them.
struct Bisection {
  std::vector<double> values;
  std::vector<int> blocks, block_ends;
  int found = 0;
};

/// `range` is "V" for those in (least, most], "I" for the smallest, NaN where there is none.
Bisection bisect(const char* range, double least, double most, const Vector& diagonal,
                 const Vector& below) {
  const int p = static_cast<int>(diagonal.size()), one = 1;
  const auto size = static_cast<std::size_t>(p);
  Bisection result{std::vector<double>(size, std::numeric_limits<double>::quiet_NaN()),
                   std::vector<int>(size), std::vector<int>(size), 0};
  std::vector<double> doubles(4 * size);
  std::vector<int> ints(3 * size);
  const double precise = 0;
  int blocks = 0, info = 0;
  dstebz_(range, "B", &p, &least, &most, &one, &one, &precise, diagonal.data(), below.data(),
          &result.found, &blocks, result.values.data(), result.blocks.data(),
          result.block_ends.data(), doubles.data(), ints.data(), &info);
  if (info != 0) result.found = 0;  // not even finite numbers were given
  return result;
}

/// Gaussian elimination of a tridiagonal matrix with row exchanges; element k of all right-hand
/// sides is one column.
class TridiagonalElimination {
 public:
  TridiagonalElimination(Vector diagonal, const Vector& beside, Matrix& right)
      : diagonal_(std::move(diagonal)),
        beside_(beside),
        above_(beside),
        second_(beside.size()),
        right_(right) {}

  void solve() {
    const Index p = diagonal_.size();
    const double least = std::numeric_limits<double>::epsilon() * diagonal_.cwiseAbs().maxCoeff() +
                         std::numeric_limits<double>::min();
    for (Index k = 0; k + 1 < p; ++k) eliminate(k, beside_(k));
    for (Index k = p - 1; k >= 0; --k) {
      if (k + 1 < p) right_.col(k) -= above_(k) * right_.col(k + 1);
      if (k + 2 < p) right_.col(k) -= second_(k) * right_.col(k + 2);
      right_.col(k) /= std::abs(diagonal_(k)) < least ? least : diagonal_(k);
    }
  }

 private:
  /// Row k + 1 loses its element `below` in column k.
  void eliminate(Index k, double below) {
    second_(k) = 0;
    if (std::abs(diagonal_(k)) >= std::abs(below)) {
      if (below == 0) return;
      const double factor = below / diagonal_(k);
      diagonal_(k + 1) -= factor * above_(k);
      right_.col(k + 1) -= factor * right_.col(k);
      return;
    }
    const double factor = diagonal_(k) / below;
    diagonal_(k) = below;
    const double next = std::exchange(above_(k), diagonal_(k + 1));
    diagonal_(k + 1) = next - factor * above_(k);
    if (k + 2 < diagonal_.size()) {
      second_(k) = above_(k + 1);
      above_(k + 1) *= -factor;
    }
    right_.col(k).swap(right_.col(k + 1));
    right_.col(k + 1) -= factor * right_.col(k);
  }

  Vector diagonal_;  ///< with the next two: of the upper triangle that remains
  const Vector& beside_;
  Vector above_, second_;
  Matrix& right_;
};

}  // namespace

TridiagonalForm::TridiagonalForm(Matrix symmetric)
    : unit_(unit_of(symmetric)), reflectors_(std::move(symmetric)) {
  reflectors_ /= unit_;
  const int p = static_cast<int>(reflectors_.rows());
  diagonal_.resize(p);
  below_.resize(std::max(p - 1, 0));
  factors_.resize(std::max(p - 1, 0));
  int info = 0;
  const auto call = [&](double* work, int size) {
    dsytrd_("L", &p, reflectors_.data(), &p, diagonal_.data(), below_.data(), factors_.data(), work,
            &size, &info);
  };
  double needed = 0;
  call(&needed, -1);
  std::vector<double> work(static_cast<std::size_t>(needed));
  call(work.data(), static_cast<int>(work.size()));
}

void TridiagonalForm::multiply(const char* transposed, Matrix& columns) const {
  const int p = static_cast<int>(columns.rows()), count = static_cast<int>(columns.cols());
  int info = 0;
  const auto call = [&](double* work, int size) {
    dormtr_("L", "L", transposed, &p, &count, reflectors_.data(), &p, factors_.data(),
            columns.data(), &p, work, &size, &info);
  };
  double needed = 0;
  call(&needed, -1);
  std::vector<double> work(static_cast<std::size_t>(needed));
  call(work.data(), static_cast<int>(work.size()));
}

double TridiagonalForm::smallest_eigenvalue() const {
  return unit_ * bisect("I", 0, 0, diagonal_, below_).values.front();
}

Eigenpairs TridiagonalForm::between(double least, double most) const {
  const Bisection found = bisect("V", least / unit_, most / unit_, diagonal_, below_);
  const int p = static_cast<int>(diagonal_.size());
  Eigenpairs pairs{Vector(found.found), Matrix(p, found.found)};
  if (found.found == 0) return pairs;
  std::copy_n(found.values.begin(), found.found, pairs.values.begin());
  const auto size = static_cast<std::size_t>(p);
  std::vector<double> doubles(5 * size);
  std::vector<int> ints(size), failed(size);
  int info = 0;  // where the iteration has not converged, the vector is nearly one all the same
  dstein_(&p, diagonal_.data(), below_.data(), &found.found, found.values.data(),
          found.blocks.data(), found.block_ends.data(), pairs.vectors.data(), &p, doubles.data(),
          ints.data(), failed.data(), &info);
  pairs.values *= unit_;
  return pairs;
}

Matrix TridiagonalForm::solve_rows(double shift, Matrix rows) const {
  const Vector beside = -below_;
  TridiagonalElimination(shift / unit_ - diagonal_.array(), beside, rows).solve();
  return rows / unit_;
}

}  // namespace fairpca
