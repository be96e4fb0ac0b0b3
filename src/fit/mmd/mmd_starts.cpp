// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mmd/mmd_starts.h"

#include <algorithm>

#include "fit/group_distributions.h"
#include "fit/mean_constraints/complement_pca.h"
#include "fit/mmd/messages.h"
#include "fit/overall_scale.h"
#include "linear_algebra/qr.h"

namespace fairpca {
namespace {

/// The label whose rows alone are compared; empty: all rows.
std::string compared_label(const FitInput& input, const MmdFairPcaOptions& options) {
  const bool one = options.conditional == MmdConditional::kEqualOpportunity;
  if (!one || !input.moments->label_column()) return "";
  return options.positive_label();
}

}  // namespace

MmdStarts::MmdStarts(const FitInput& input, const MmdFairPcaOptions& options,
                     const TopEigenpairs& pca, SpectralSolver& spectral)
    : covariance_(input.prepared->covariance),
      spectral_(spectral),
      pca_(pca.vectors),
      mean_differences_(orthonormal_basis(
          mean_differences(group_distributions(input, compared_label(input, options))),
          overall_scale(covariance_))),
      top_variance_(pca.values(0)),
      seed_(input.seed) {
  const Index p = covariance_.rows(), d = pca_.cols(), taken = mean_differences_.cols();
  if (d <= p - taken) {
    mean_matching_ = complement_pca(covariance_, mean_differences_, d, spectral_).components;
    return;
  }
  warnings_.push_back(mmd_message<"no-mean-matching-start">(
      "excluded"_is(taken), "columns"_is(p),
      "dimensions"_is(Counted{d, "dimension is", "dimensions are"})));
}

Matrix MmdStarts::least_variance(const Matrix& frame) const {
  const Index p = covariance_.rows(), others = frame.cols() + mean_differences_.cols();
  if (others >= p) return Matrix(p, 0);
  Matrix joined(p, others);
  joined << frame, mean_differences_;
  const Matrix excluded = orthonormal_columns(joined);
  Matrix reversed = -covariance_;
  reversed.diagonal().array() += 2 * top_variance_;
  return complement_pca(reversed, excluded, std::min(frame.cols(), p - others), spectral_)
      .components;
}

}  // namespace fairpca
