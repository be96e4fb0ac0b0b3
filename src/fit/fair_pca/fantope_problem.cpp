// SPDX-License-Identifier: BSD-3-Clause
#include "fit/fair_pca/fantope_problem.h"

namespace fairpca {

GroupOffsets group_offsets(const MatrixRefs& second_moments, Index d, FairPcaCriterion criterion,
                           SpectralSolver& spectral) {
  GroupOffsets offsets;
  offsets.values = Vector::Zero(static_cast<Index>(second_moments.size()));
  for (Index g = 0; g < offsets.values.size(); ++g) {
    const Matrix& moment = second_moments[static_cast<std::size_t>(g)];
    if (criterion == FairPcaCriterion::kError) offsets.values(g) = moment.trace();
    if (criterion != FairPcaCriterion::kLoss) continue;
    const TopEigenpairs pairs = spectral.top(moment, d);
    offsets.values(g) = pairs.values.sum();
    offsets.top_d_sums.push_back(pairs.values.sum());
    offsets.certified = offsets.certified && pairs.certified;
  }
  return offsets;
}

FantopeProblem fantope_problem(const MatrixRefs& second_moments, Index d,
                               FairPcaCriterion criterion, const GroupOffsets& offsets) {
  return {.matrices = second_moments,
          .d = d,
          .criterion = criterion == FairPcaCriterion::kNash ? FantopeCriterion::kLogarithms
                                                            : FantopeCriterion::kWorst,
          .offsets = offsets.values};
}

double group_tolerance(const FairPcaOptions& options, std::size_t groups) {
  if (options.tolerance > 0) return options.tolerance;
  return groups == 2 ? 1e-10 : 1e-6;
}

}  // namespace fairpca
