// SPDX-License-Identifier: BSD-3-Clause
#include "spectral/certificate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "spectral/block_cholesky.h"
#include "spectral/single_cholesky.h"
#include "spectral/symmetric_product.h"

namespace fairpca {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
/// Allowances for rounding, in units of eps; docs/methods/eigenpairs.md says what was measured.
constexpr double kFactorizationRounding = 4;  // times sqrt(p) * the largest diagonal element
constexpr double kProductRounding = 4;        // times |A|_F
/// Single precision, and the size from which it is worth a second attempt.
constexpr double kSingleEpsilon = std::numeric_limits<float>::epsilon();
constexpr Index kSmallestSingle = 200;

std::vector<Index> order_descending(const Vector& values) {
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index i, Index j) { return values(i) > values(j); });
  return order;
}

/// The matrix with the pairs moved out of the way: a vector of V has the eigenvalue t - center in
/// t I - A + V (L - center I) V'.
struct Deflated {
  /// The mean of the other eigenvalues keeps the diagonal, and with it the rounding of the
  /// factorisation, small; |A|_F / sqrt(p) keeps it away from zero where the others all but vanish.
  Deflated(const Matrix& symmetric, double norm, const MeasuredPairs& pairs) {
    const auto p = static_cast<double>(symmetric.rows());
    const auto d = static_cast<double>(pairs.values.size());
    const double mean_of_others = (symmetric.trace() - pairs.values.sum()) / (p - d);
    center = std::min(mean_of_others, pairs.next_value - norm / std::sqrt(p));
    weights = (pairs.values.array() - center).max(0.0);
    largest_diagonal = (pairs.next_value - symmetric.diagonal().array() +
                        (pairs.vectors.cwiseAbs2() * weights).array())
                           .maxCoeff();
  }

  Matrix factor(const MeasuredPairs& pairs) const {
    return pairs.vectors * weights.cwiseSqrt().asDiagonal();
  }

  double center = 0, largest_diagonal = 0;
  Vector weights;  ///< L - center I
};

/// The smallest d * excess over the free parameter s of the proof: sigma_d(A) <= tr H
/// + d * max(0, s - smallest(H)) + k^2 / (s - upper), with |W'A V|_F <= k, k > 0, and W'A W <=
/// upper * I.
double hidden_sum(double d, double smallest, double upper, double coupling) {
  const double s = std::max(smallest, upper + coupling / std::sqrt(d));
  return d * (s - smallest) + coupling * coupling / (s - upper);
}

}  // namespace

MeasuredPairs measure(const Matrix& symmetric, Eigenpairs pairs, Index d) {
  const Index count = pairs.vectors.cols();
  const Matrix product = symmetric_product(symmetric, pairs.vectors);
  Vector quotients(count), residuals(count);
  for (Index i = 0; i < count; ++i) {
    const auto v = pairs.vectors.col(i);
    quotients(i) = v.dot(product.col(i)) / v.squaredNorm();
    residuals(i) = (product.col(i) - quotients(i) * v).norm();
  }
  const std::vector<Index> order = order_descending(quotients);
  MeasuredPairs measured{.values = Vector(d), .vectors = Matrix(symmetric.rows(), d)};
  for (Index i = 0; i < d; ++i) {
    const Index from = order[static_cast<std::size_t>(i)];
    measured.values(i) = quotients(from);
    measured.vectors.col(i) = pairs.vectors.col(from);
    measured.max_residual = std::max(measured.max_residual, residuals(from));
    measured.residual_norm = std::hypot(measured.residual_norm, residuals(from));
  }
  measured.next_value = -std::numeric_limits<double>::infinity();
  if (count > d) {
    measured.next_value = quotients(order[static_cast<std::size_t>(d)]);
    measured.next_residual = residuals(order[static_cast<std::size_t>(d)]);
  }
  measured.orthogonality_loss =
      (measured.vectors.transpose() * measured.vectors - Matrix::Identity(d, d)).norm();
  return measured;
}

Certificate certify(const Matrix& symmetric, double norm, const MeasuredPairs& pairs,
                    bool factorize, Matrix& work) {
  const Index p = symmetric.rows();
  const auto d = static_cast<double>(pairs.values.size());
  const double rounding = kProductRounding * kEpsilon * norm;
  const double coupling = pairs.residual_norm + std::sqrt(d) * rounding;
  const double loss = pairs.orthogonality_loss + kProductRounding * kEpsilon * std::sqrt(d);
  const double largest = pairs.values(0), last = pairs.values(pairs.values.size() - 1);
  const double smallest = last - loss * (largest - last) - coupling;
  const double trace_error = d * rounding + loss * std::sqrt(d) * coupling;
  if (pairs.values.size() == p) return {factorize, trace_error / d};  // nothing left to miss

  const Deflated deflated(symmetric, norm, pairs);
  const double leak =  // of |W'A V| into W'A W
      2 * coupling * coupling / (pairs.next_value - deflated.center);
  const double next = pairs.next_value + pairs.next_residual + leak;
  const auto excess = [&](double upper) {
    return (trace_error + hidden_sum(d, smallest, upper, coupling)) / d;
  };
  const auto backward_error = [&](double epsilon) {
    return kFactorizationRounding * epsilon * std::sqrt(static_cast<double>(p)) *
               std::max(deflated.largest_diagonal, rounding) +
           rounding;
  };
  Certificate certificate;
  const double error = backward_error(kEpsilon);
  certificate.excess = excess(next + 3 * error);
  if (!factorize) return certificate;
  const Matrix factor = deflated.factor(pairs);

  // Single precision takes half the time and blurs the place of eigenvalue d+1.  As long as that
  // stays in the lower half of the gap it does not matter: only k^2 / gap enters the sum.
  const double middle = next + 0.5 * (smallest - next) - coupling / std::sqrt(d);
  const double t = next + 2 * backward_error(kSingleEpsilon);
  const double least_error = single_rounding(p) * deflated.largest_diagonal;
  if (p >= kSmallestSingle && t + rounding + 8 * least_error < middle) {
    const auto blur = single_precision_error(symmetric, t, factor, deflated.largest_diagonal, work);
    if (blur && t + *blur + rounding < middle) {
      certificate.excess = excess(t + *blur + rounding);
      certificate.proven = true;
      return certificate;
    }
  }
  certificate.proven = factorize_shifted(symmetric, next + 2 * error, factor, work);
  return certificate;
}

}  // namespace fairpca
