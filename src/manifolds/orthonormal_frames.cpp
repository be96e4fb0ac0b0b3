// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/manifolds/orthonormal_frames.h"

#include <random>

#include "linear_algebra/qr.h"
#include "linear_algebra/singular_values.h"
#include "manifolds/messages.h"

namespace fairpca {
namespace {

/// With a positive diagonal of r, which makes it unique.
ThinQr positive_qr(const Matrix& matrix) {
  ThinQr thin = thin_qr(matrix);
  for (Index i = 0; i < matrix.cols(); ++i) {
    if (thin.r(i, i) < 0) {
      thin.q.col(i) *= -1;
      thin.r.row(i) *= -1;
    }
  }
  return thin;
}

}  // namespace

Matrix qr_factor(const Matrix& matrix) {
  return positive_qr(matrix).q;
}

Matrix polar_factor(const Matrix& matrix) {
  // By way of Q R: the polar factor of R is d x d, and no squares of Y are formed.
  const ThinQr thin = positive_qr(matrix);
  return thin.q * nearest_orthogonal(thin.r);
}

OrthonormalFrames::OrthonormalFrames(Index p, Index d, Retraction retraction)
    : p_(p), d_(d), retraction_(retraction) {
  if (d < 1 || d > p) {
    reject(manifolds_message<"frame-size">("p"_is(p), "d"_is(d)));
  }
}

double OrthonormalFrames::inner(const Matrix& /*v*/, const Eigen::Ref<const Matrix>& xi,
                                const Eigen::Ref<const Matrix>& eta) const {
  if (xi.outerStride() != xi.rows() || eta.outerStride() != eta.rows()) {
    return xi.cwiseProduct(eta).sum();
  }
  // In one run over the memory, as for matrices of their own.
  const Eigen::Map<const Vector> a(xi.data(), xi.size()), b(eta.data(), eta.size());
  return a.cwiseProduct(b).sum();
}

Matrix OrthonormalFrames::retract(const Matrix& v, const Matrix& xi) const {
  return retraction_ == Retraction::kQr ? qr_factor(v + xi) : polar_factor(v + xi);
}

double OrthonormalFrames::violation(const Matrix& v) const {
  return (v.transpose() * v - Matrix::Identity(d_, d_)).norm();
}

Matrix OrthonormalFrames::random_point(std::uint64_t seed) const {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  return qr_factor(Matrix::NullaryExpr(p_, d_, [&] { return normal(engine); }));
}

}  // namespace fairpca
