// SPDX-License-Identifier: BSD-3-Clause
#include "spectral/lanczos_eigenpairs.h"

#include <algorithm>
#include <stdexcept>

#include <Spectra/SymEigsSolver.h>

#include "linear_algebra/qr.h"
#include "linear_algebra/symmetric_eigen.h"
#include "spectral/block_lanczos.h"

namespace fairpca {
namespace {

/// From this size on the matrix does not stay in the second-level cache, and products with several
/// vectors at once are worth the larger basis.
constexpr Index kBlockSize = 600;

/// x -> A x / |A|_F + x.  Spectra compares residuals with the Ritz value and with absolute
/// constants; with the eigenvalues in [0, 2] both mean: relative to |A|_F.
class ShiftedOperator {
 public:
  using Scalar = double;
  ShiftedOperator(const Matrix& symmetric, double norm) : symmetric_(symmetric), norm_(norm) {}
  Index rows() const { return symmetric_.rows(); }
  Index cols() const { return symmetric_.cols(); }
  void perform_op(const double* in, double* out) const {
    const int p = static_cast<int>(rows()), stride = 1;
    const double factor = 1 / norm_, keep = 1;
    std::copy(in, in + p, out);
    dsymv_("L", &p, &factor, symmetric_.data(), &p, in, &stride, &keep, out, &stride);
  }

 private:
  const Matrix& symmetric_;
  double norm_;
};

/// Restarting costs the basis some orthogonality (1e-13 at 100 vectors); this restores it.
Eigenpairs rayleigh_ritz(const Matrix& symmetric, const Matrix& vectors) {
  const Matrix basis = orthonormal_columns(vectors);
  const Matrix product = symmetric.selfadjointView<Eigen::Lower>() * basis;
  const Matrix projected = basis.transpose() * product;
  const SymmetricEigen ritz = symmetric_eigen(projected);
  return {ritz.values.reverse(), basis * ritz.vectors.rowwise().reverse()};
}

}  // namespace

std::optional<Eigenpairs> lanczos_eigenpairs(const Matrix& symmetric, double norm, Index count,
                                             double tolerance) {
  const Index p = symmetric.rows();
  if (p >= kBlockSize) return block_lanczos_eigenpairs(symmetric, norm, count, tolerance);
  const Index basis = std::min(p, std::max<Index>(2 * count, 20));
  // One restart makes about (basis - count)/2 products or more.
  const Index max_restarts = 2 + p / std::max<Index>(basis - count, 1);
  ShiftedOperator shifted(symmetric, norm);
  Spectra::SymEigsSolver<ShiftedOperator> solver(shifted, count, basis);
  try {
    solver.init();
    solver.compute(Spectra::SortRule::LargestAlge, max_restarts, tolerance,
                   Spectra::SortRule::LargestAlge);
  } catch (const std::exception&) {  // a breakdown inside Spectra is one more reason to go dense
    return std::nullopt;
  }
  if (solver.info() != Spectra::CompInfo::Successful) return std::nullopt;
  return rayleigh_ritz(symmetric, solver.eigenvectors(count));
}

}  // namespace fairpca
