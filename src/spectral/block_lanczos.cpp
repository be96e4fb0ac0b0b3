// SPDX-License-Identifier: BSD-3-Clause
#include "spectral/block_lanczos.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "spectral/dense_eigenpairs.h"
#include "spectral/symmetric_product.h"

namespace fairpca {
namespace {

using BlockRows = Eigen::Matrix<double, Eigen::Dynamic, kProductVectors, Eigen::RowMajor>;

/// Most blocks between two looks at the Ritz pairs, which cost about as much as a product.
constexpr Index kBlocksBetweenLooks = 8;
/// What is left of a product outside the basis, relative to |A|_F: below the first it is made
/// orthogonal once more, below the second it is rounding.
constexpr double kLittleLeft = 1e-8, kNothingLeft = 1e-15;

/// A Krylov basis Q and the projected matrix H = Q'A Q, one block of vectors after another.
class BlockBasis {
 public:
  BlockBasis(const Matrix& symmetric, double norm, Index capacity)
      : symmetric_(symmetric),
        norm_(norm),
        basis_(symmetric.rows(), capacity + kProductVectors),
        projected_(Matrix::Zero(capacity, capacity)) {
    for (Index j = 0; j < kProductVectors; ++j) put_random(j);
  }

  Index size() const { return size_; }
  bool is_full() const { return size_ + kProductVectors > projected_.rows(); }

  /// Multiplies the newest block, takes it into the basis, and makes what is left of the product
  /// the next one.
  void grow() {
    const Index known = size_ + kProductVectors;
    const BlockRows newest = basis_.middleCols(size_, kProductVectors);
    BlockRows image(newest.rows(), kProductVectors);
    best_product_kernel()(symmetric_.data(), symmetric_.rows(), newest.data(), image.data());
    Matrix next = image;
    Matrix parts = Matrix::Zero(known, kProductVectors);
    const auto subtract_parts = [&](Index from) {
      const auto q = basis_.middleCols(from, known - from);
      const Matrix part = q.transpose() * next;
      next.noalias() -= q * part;
      parts.bottomRows(known - from) += part;
    };
    subtract_parts(first_coupled_);  // the others only by rounding
    subtract_parts(0);
    first_coupled_ = size_;
    projected_.block(0, size_, known, kProductVectors) = parts;
    projected_.block(size_, 0, kProductVectors, known) = parts.transpose();
    size_ = known;
    for (Index j = 0; j < kProductVectors; ++j) append(next.col(j), j);
  }

  /// The `count` largest Ritz pairs in the coordinates of the basis, if LAPACK finds them.
  std::optional<Eigenpairs> ritz_pairs(Index count) {
    const Matrix inner = projected_.topLeftCorner(size_, size_);
    return partial_eigenpairs(inner, count, work_);
  }

  /// max_i |A u_i - l_i u_i| of Ritz vectors u_i = Q s_i: what leads out of the basis.
  double residual(const Matrix& coordinates) const {
    return (coupling_ * coordinates.bottomRows(kProductVectors)).colwise().norm().maxCoeff();
  }

  Matrix vectors(const Matrix& coordinates) const { return basis_.leftCols(size_) * coordinates; }

  /// Goes on with these Ritz vectors and the newest block alone.
  void restart(const Eigenpairs& pairs) {
    const Index kept = pairs.values.size();
    basis_.leftCols(kept) = vectors(pairs.vectors);
    basis_.middleCols(kept, kProductVectors) = Matrix(basis_.middleCols(size_, kProductVectors));
    projected_.setZero();
    projected_.diagonal().head(kept) = pairs.values;
    size_ = kept;
    first_coupled_ = 0;
  }

 private:
  /// Column j of the block to come: orthogonal to the columns before it in the block.
  void append(const Vector& column, Index j) {
    Vector left = column;
    const auto before = basis_.middleCols(size_, j);
    coupling_.col(j).setZero();
    for (int pass = 0; pass < 2; ++pass) {
      const Vector part = before.transpose() * left;
      left -= before * part;
      coupling_.col(j).head(j) += part;
    }
    const double length = left.norm();
    left /= length;
    if (length <= kLittleLeft * norm_) {
      if (!(length > kNothingLeft * norm_)) return put_random(size_ + j);
      orthogonalize(left, size_ + j);
      if (!(left.norm() > 0.5)) return put_random(size_ + j);  // an invariant subspace
      left.normalize();
    }
    coupling_(j, j) = length;
    basis_.col(size_ + j) = left;
  }

  void orthogonalize(Vector& vector, Index known) const {
    const auto before = basis_.leftCols(known);
    for (int pass = 0; pass < 2; ++pass) vector -= before * (before.transpose() * vector).eval();
  }

  /// A vector that depends on its place alone, orthogonal to all before it.
  void put_random(Index at) {
    Vector vector(basis_.rows());
    for (double& entry : vector) {
      state_ = state_ * 6364136223846793005U + 1442695040888963407U;  // Knuth's MMIX
      entry = static_cast<double>(static_cast<std::int64_t>(state_) >> 11) * 0x1p-52;
    }
    orthogonalize(vector, at);
    basis_.col(at) = vector.normalized();
  }

  const Matrix& symmetric_;
  double norm_;
  Matrix basis_, projected_, work_;
  Matrix coupling_ = Matrix::Zero(kProductVectors, kProductVectors);
  Index size_ = 0;           // of the basis; the block to come stands behind it
  Index first_coupled_ = 0;  // the columns from here on have a part in the next product
  std::uint64_t state_ = 1;
};

/// When to look at the Ritz pairs: the logarithm of their residual falls about evenly.
class Looks {
 public:
  explicit Looks(double goal) : goal_(goal) {}

  bool is_due(Index products) const { return products >= next_; }

  /// After a look that found `residual` > the goal.
  void put(Index products, double residual) {
    const double last = residual_;
    residual_ = residual;
    Index wait = kBlocksBetweenLooks / 2;
    if (last > residual) {
      const auto passed = static_cast<double>(products - at_);
      const double left = passed * std::log(residual / goal_) / std::log(last / residual);
      wait = static_cast<Index>(std::clamp(left, 1.0, static_cast<double>(kBlocksBetweenLooks)));
    }
    at_ = products;
    next_ = products + wait;
  }

 private:
  double goal_, residual_ = 0;
  Index at_ = 0, next_ = 0;
};

}  // namespace

std::optional<Eigenpairs> block_lanczos_eigenpairs(const Matrix& symmetric, double norm,
                                                   Index count, double tolerance) {
  const Index p = symmetric.rows();
  const Index kept = count + 2 * kProductVectors;
  const Index most = std::max(kept + 20 * kProductVectors, 8 * count);
  const Index capacity = std::min(most, p - kProductVectors) / kProductVectors * kProductVectors;
  if (capacity < kept + kProductVectors) return std::nullopt;
  BlockBasis basis(symmetric, norm, capacity);
  Looks looks(tolerance * norm);
  for (Index products = 1; products <= p / 4; ++products) {
    basis.grow();
    const bool looks_now = basis.size() >= 3 * count && looks.is_due(products);
    if (!looks_now && !basis.is_full()) continue;
    std::optional<Eigenpairs> ritz = basis.ritz_pairs(basis.is_full() ? kept : count);
    if (!ritz) return std::nullopt;
    const Matrix wanted = ritz->vectors.leftCols(count);
    const double residual = basis.residual(wanted);
    if (residual <= tolerance * norm) {
      return Eigenpairs{ritz->values.head(count), basis.vectors(wanted)};
    }
    looks.put(products, residual);
    if (basis.is_full()) basis.restart(*ritz);
  }
  return std::nullopt;
}

}  // namespace fairpca
