// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/spectral/top_eigenpairs.h"
#include "mixture/mixture_sums.h"

namespace fairpca {

/// Inverse-gamma prior on every s_k^2: ln prior = -(shape + 1) ln s^2 - scale / s^2.  The default
/// is no prior.
struct NoisePrior {
  double shape = -1;                                ///< a; -1 with scale 0 is flat
  double scale = 0;                                 ///< b, in squared units of the prepared rows
  double log_density(double noise_variance) const;  ///< up to a constant
};

struct EmOptions {
  int max_iterations = 100;
  /// Converged when the penalised mean log-likelihood of a row grows by <= tolerance.
  double tolerance = 1e-6;
  MStep m_step = MStep::kLatent;
  NoisePrior prior;
  double rows = 0;         ///< N: what the prior is weighed against, n_k = N weight_k
  double noise_floor = 0;  ///< > 0: no s_k^2 falls below it (without a prior nothing else stops it)
};

/// Where EM ended.  Every number is evaluated at `mixture`.
struct EmResult {
  PpcaMixture mixture;
  bool converged = false;
  int iterations = 0;           ///< M-steps done
  double log_likelihood = 0;    ///< sum_i v_i ln p(x_i)
  Vector cell_log_likelihood;   ///< per cell: sum_i w_i ln p(x_i)
  std::vector<double> history;  ///< penalised log-likelihood before each step, and at the end
  double penalized() const { return history.back(); }
};

/// The M-step: the mixture that the sums of its E-step lead to.  The penalised log-likelihood does
/// not fall.  A component no row belongs to keeps its shape with weight 0.
PpcaMixture maximize(const PpcaMixture& mixture, const MixtureSums& sums, const EmOptions& options,
                     SpectralSolver& spectral);

/// sum_i v_i ln p(x_i) + (1/N) sum_k ln prior(s_k^2), for v summing to 1.
double penalized_log_likelihood(const PpcaMixture& mixture, const MixtureSums& sums,
                                const EmOptions& options);

/// Runs EM from `start` with v_i = w_i cell_weights[cell of i], which must sum to 1 over the rows.
/// One pass over the rows per iteration, and one at the end.
EmResult run_em(MixtureRows& rows, PpcaMixture start, const Vector& cell_weights,
                const EmOptions& options, SpectralSolver& spectral);

/// The sums of one pass.
MixtureSums expectation(PreparedRows& rows, const PpcaMixture& mixture, const Vector& cell_weights,
                        MStep m_step);

/// The probabilistic PCA with q dimensions of a covariance that counts as `rows` rows: the maximum
/// of its penalised likelihood.  `weight` and `mean` are left at 0.
PpcaComponent ppca_of(const Matrix& covariance, Index q, double rows, const EmOptions& options,
                      SpectralSolver& spectral);

}  // namespace fairpca
