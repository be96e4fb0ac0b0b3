// SPDX-License-Identifier: BSD-3-Clause
#include "mixture/mixture_em.h"

#include <cassert>
#include <cmath>
#include <utility>

namespace fairpca {

double NoisePrior::log_density(double noise_variance) const {
  return -(shape + 1) * std::log(noise_variance) - scale / noise_variance;
}

double penalized_log_likelihood(const PpcaMixture& mixture, const MixtureSums& sums,
                                const EmOptions& options) {
  double penalty = 0;
  for (const PpcaComponent& component : mixture.components) {
    penalty += options.prior.log_density(component.noise_variance);
  }
  return sums.log_likelihood + penalty / options.rows;
}

MixtureSums expectation(PreparedRows& rows, const PpcaMixture& mixture, const Vector& cell_weights,
                        MStep m_step) {
  const ExpectationStep step(mixture, cell_weights, m_step);
  MixtureSums total;
  rows.for_each_block([&](const PreparedBlock& block) { return step(block); },
                      [&](MixtureSums part) {
                        if (total.weights.size() == 0) {
                          total = std::move(part);
                        } else {
                          total.merge(part);
                        }
                      });
  return total;
}

EmResult run_em(MixtureRows& rows, PpcaMixture start, const Vector& cell_weights,
                const EmOptions& options, SpectralSolver& spectral) {
  EmResult result;
  result.mixture = std::move(start);
  for (;;) {
    const MixtureSums sums = rows.sums(result.mixture, cell_weights, options.m_step);
    const double value = penalized_log_likelihood(result.mixture, sums, options);
    result.log_likelihood = sums.log_likelihood;
    result.cell_log_likelihood = sums.cell_log_likelihood;
    const double gain =
        result.history.empty() ? 1 + options.tolerance : value - result.history.back();
    assert(gain >= -1e-8 * (1 + std::abs(value)));
    result.history.push_back(value);
    result.converged = gain <= options.tolerance;
    if (result.converged || result.iterations == options.max_iterations) return result;
    result.mixture = maximize(result.mixture, sums, options, spectral);
    ++result.iterations;
  }
}

}  // namespace fairpca
