// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/spectral/top_eigenpairs.h"

#include <cmath>
#include <limits>
#include <optional>

#include "options/check_field.h"
#include "spectral/certificate.h"
#include "spectral/dense_eigenpairs.h"
#include "spectral/lanczos_eigenpairs.h"
#include "spectral/messages.h"
#include "spectral/sign_convention.h"

namespace fairpca {
namespace {

/// |V'V - I|_F above which a result is not accepted.
constexpr double kOrthogonalityTolerance = 1e-12;
/// Residuals, relative to |A|_F, that no rounding explains: even the last method's result is not
/// certified with them.
constexpr double kWrong = 1e-10;
/// LAPACK counts its workspace of 2 p^2 doubles in 32 bits.
constexpr Index kMaxSize = 32000;
/// Entries between 2^-300 and 2^300 can be squared and summed as they are.
constexpr int kMaxExponent = 300;

bool prefers_lanczos(EigenMethod method, Index p, Index d) {
  if (d + 1 >= p) return false;
  if (method == EigenMethod::kAutomatic) return p >= 100 && 10 * d <= p;
  return method == EigenMethod::kLanczos;
}

/// Above this share, computing all pairs by dsyevd is faster than these by dsyevr.
bool prefers_full(Index p, Index count) {
  return 5 * count > p;
}

struct Size {
  double largest = 0;       ///< max |a_ij|
  double squared_norm = 0;  ///< |A|_F^2, useless when `largest` is extreme
};

void check_finite(const Matrix& symmetric) {
  const Index p = symmetric.rows();
  for (Index col = 0; col < p; ++col) {
    for (Index row = col; row < p; ++row) {
      if (std::isfinite(symmetric(row, col))) continue;
      reject(spectral_message<"matrix-not-finite">(
          "value"_is(symmetric(row, col)), "matrix_row"_is(row + 1), "matrix_column"_is(col + 1)));
    }
  }
}

Size check_and_measure(const Matrix& symmetric) {
  const Index p = symmetric.rows();
  if (p < 1 || symmetric.cols() != p || p > kMaxSize) {
    reject(spectral_message<"matrix-not-square">("most"_is(kMaxSize), "rows"_is(p),
                                                 "columns"_is(symmetric.cols())));
  }
  Size size;
  for (Index col = 0; col < p; ++col) {
    const auto lower = symmetric.col(col).tail(p - col);
    size.largest = std::max(size.largest, lower.cwiseAbs().maxCoeff());
    const double diagonal = lower(0);
    size.squared_norm += 2 * lower.squaredNorm() - diagonal * diagonal;
  }
  // What is not finite makes the sum so; large numbers may, too.
  if (!std::isfinite(size.squared_norm)) check_finite(symmetric);
  return size;
}

void check_dimension(Index d, Index p) {
  if (d < 1 || d > p) {
    reject(spectral_message<"eigenpair-count">("most"_is(p), "d"_is(d)));
  }
}

TopEigenpairs of_zero_matrix(Index p, Index d, bool check) {
  TopEigenpairs top;
  top.values = Vector::Zero(d);
  top.vectors = Matrix::Identity(p, d);
  top.next_value = d < p ? 0 : -std::numeric_limits<double>::infinity();
  top.certified = check;
  return top;
}

/// The matrix times 2^exponent, with the same result as long as nothing overflows.
void multiply_by_power(TopEigenpairs& top, int exponent) {
  const auto scale = [exponent](double x) { return std::ldexp(x, exponent); };
  top.values = top.values.unaryExpr(scale);
  top.next_value = scale(top.next_value);
  top.excess = std::nextafter(scale(top.excess), std::numeric_limits<double>::infinity());
  if (!top.values.allFinite()) {
    reject(spectral_message<"eigenvalue-overflow">());
  }
}

TopEigenpairs assemble(MeasuredPairs&& pairs, double norm, const Certificate& certificate,
                       EigenMethod method) {
  TopEigenpairs top;
  top.values = std::move(pairs.values);
  top.vectors = std::move(pairs.vectors);
  apply_sign_convention(top.vectors);
  top.next_value = pairs.next_value;
  top.residual = pairs.max_residual / norm;
  top.certified = certificate.proven;
  top.excess = certificate.excess;
  top.method = method;
  return top;
}

/// LAPACK could not solve even by dsyevd: nothing is known, and nothing is made up.
TopEigenpairs unsolved(Index p, Index d) {
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  TopEigenpairs top;
  top.values = Vector::Constant(d, unknown);
  top.vectors = Matrix::Constant(p, d, unknown);
  top.next_value = top.residual = top.excess = unknown;
  return top;
}

}  // namespace

void SpectralOptions::validate() const {
  check_field("residual_tolerance", residual_tolerance,
              {.least = 0, .most = 1, .excludes_least = true, .excludes_most = true});
}

SpectralSolver::SpectralSolver(SpectralOptions options) : options_(options) {
  options_.validate();
}

TopEigenpairs SpectralSolver::top(const Matrix& symmetric, Index d) {
  TopEigenpairs top = run(symmetric, d, options_.inertia_check);
  all_certified_ = all_certified_ && top.certified;
  return top;
}

TopEigenpairs SpectralSolver::estimate(const Matrix& symmetric, Index d) {
  TopEigenpairs top = run(symmetric, d, false);
  top.certified = false;
  return top;
}

bool SpectralSolver::verify(const Matrix& symmetric, TopEigenpairs& pairs) {
  pairs.certified = false;
  const Size size = check_and_measure(symmetric);
  const Index d = pairs.values.size();
  check_dimension(d, symmetric.rows());
  if (options_.inertia_check) {
    const double norm = std::sqrt(size.squared_norm);
    if (size.largest > 0 && std::abs(std::ilogb(size.largest)) <= kMaxExponent) {
      MeasuredPairs measured = measure(symmetric, {pairs.values, pairs.vectors}, d);
      measured.next_value = pairs.next_value;
      measured.next_residual = options_.residual_tolerance * norm;
      const Certificate certificate = certify(symmetric, norm, measured, true, work_);
      pairs.certified = certificate.proven;
      pairs.excess = certificate.excess;
      if (!certificate.proven) pairs = solve(symmetric, norm, d, true, EigenMethod::kDense);
    } else {
      pairs = run(symmetric, d, true);
    }
  }
  all_certified_ = all_certified_ && pairs.certified;
  return pairs.certified;
}

TopEigenpairs SpectralSolver::all(const Matrix& symmetric) {
  return top(symmetric, symmetric.rows());
}

TopEigenpairs SpectralSolver::run(const Matrix& symmetric, Index d, bool check) {
  const Size size = check_and_measure(symmetric);
  check_dimension(d, symmetric.rows());
  if (size.largest == 0) {
    ++solves_;
    return of_zero_matrix(symmetric.rows(), d, check);
  }
  const int exponent = std::ilogb(size.largest);
  if (std::abs(exponent) <= kMaxExponent) {
    return solve(symmetric, std::sqrt(size.squared_norm), d, check, options_.method);
  }
  const Matrix scaled =
      symmetric.unaryExpr([exponent](double x) { return std::ldexp(x, -exponent); });
  TopEigenpairs top =
      solve(scaled, std::sqrt(check_and_measure(scaled).squared_norm), d, check, options_.method);
  multiply_by_power(top, exponent);
  return top;
}

TopEigenpairs SpectralSolver::solve(const Matrix& symmetric, double norm, Index d, bool check,
                                    EigenMethod method) {
  const Index p = symmetric.rows();
  const Index count = std::min(d + 1, p);
  const auto are_precise = [&](const MeasuredPairs& measured, double tolerance) {
    const double worst = std::max(measured.max_residual, measured.next_residual);
    return worst <= tolerance * norm && measured.orthogonality_loss <= kOrthogonalityTolerance;
  };
  const auto accept = [&](std::optional<Eigenpairs>&& pairs,
                          EigenMethod by) -> std::optional<TopEigenpairs> {
    if (!pairs) return std::nullopt;
    MeasuredPairs measured = measure(symmetric, std::move(*pairs), d);
    if (!are_precise(measured, options_.residual_tolerance)) return std::nullopt;
    const Certificate certificate = certify(symmetric, norm, measured, check, work_);
    if (check && !certificate.proven) return std::nullopt;
    return assemble(std::move(measured), norm, certificate, by);
  };

  if (prefers_lanczos(method, p, d)) {
    ++solves_;
    auto top = accept(lanczos_eigenpairs(symmetric, norm, count, 0.1 * options_.residual_tolerance),
                      EigenMethod::kLanczos);
    if (top) return *std::move(top);
  }
  if (!prefers_full(p, count)) {
    ++solves_;
    auto top = accept(partial_eigenpairs(symmetric, count, work_), EigenMethod::kDense);
    if (top) return *std::move(top);
  }
  ++solves_;
  auto pairs = full_eigenpairs(symmetric, count, work_);
  if (!pairs) return unsolved(p, d);
  MeasuredPairs measured = measure(symmetric, std::move(*pairs), d);
  Certificate certificate = certify(symmetric, norm, measured, check, work_);
  certificate.proven = certificate.proven && are_precise(measured, kWrong);
  return assemble(std::move(measured), norm, certificate, EigenMethod::kDense);
}

}  // namespace fairpca
