// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fairpca/fit/mmd_fair_pca.h"
#include "fairpca/spectral/top_eigenpairs.h"

namespace fairpca {

/// Frames a search of MMD may begin from that the moments give.
class MmdStarts {
 public:
  /// `pca`: the top eigenpairs of the covariance.  Input and solver must outlive it.
  MmdStarts(const FitInput& input, const MmdFairPcaOptions& options, const TopEigenpairs& pca,
            SpectralSolver& spectral);

  const Matrix& pca() const { return pca_; }
  /// PCA among the directions of equal means; empty where there are fewer than d.
  const Matrix& mean_matching() const { return mean_matching_; }
  /// Up to d orthonormal directions, those of least variance that are of equal means and orthogonal
  /// to a frame; no column where there is none.
  Matrix least_variance(const Matrix& frame) const;
  std::uint64_t seed() const { return seed_; }
  const std::vector<Message>& warnings() const { return warnings_; }

 private:
  const Matrix& covariance_;
  SpectralSolver& spectral_;
  Matrix pca_, mean_matching_;
  Matrix mean_differences_;  ///< an orthonormal basis of them
  double top_variance_;
  std::uint64_t seed_;
  std::vector<Message> warnings_;
};

}  // namespace fairpca
