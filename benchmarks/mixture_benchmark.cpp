// SPDX-License-Identifier: BSD-3-Clause
//
// One EM iteration of a mixture of PPCAs at N = 32,561, p = 100, K = 5, q = 5 (the size of Adult):
// the fused pass on p x q sums against the p x p scatter of every component, in one process,
// interleaved.  scikit-learn's GaussianMixture is timed against it by likelihood_benchmark.py.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <random>
#include <vector>

#include <fmt/format.h>

#include "fairpca/rows/matrix_rows.h"
#include "mixture/mixture_start.h"

namespace fairpca {
namespace {

constexpr Index kRows = 32561, kColumns = 100, kComponents = 5, kLatent = 5;
constexpr int kRounds = 7, kIterations = 5;

RowMatrix clustered_rows() {
  std::mt19937_64 engine(1);
  std::normal_distribution<double> normal;
  RowMatrix rows(kRows, kColumns);
  for (double& value : rows.reshaped()) value = normal(engine);
  for (Index i = 0; i < kRows; ++i) {
    rows.row(i) *= 0.5 + 0.3 * static_cast<double>(i % kComponents);
    rows(i, i % kComponents) += 8;
    rows.row(i).head(kLatent) *= 3;
  }
  return rows;
}

RowPreparation plain_preparation() {
  RowPreparation preparation;
  std::vector<EncodedColumn> columns;
  for (Index j = 1; j <= kColumns; ++j) {
    columns.push_back({{fmt::format("x{}", j), ColumnKind::kNumeric}, {}});
  }
  preparation.encoding = Encoding(std::move(columns));
  preparation.mean = Vector::Zero(kColumns);
  preparation.scale = Vector::Ones(kColumns);
  preparation.cells = {{}};
  return preparation;
}

double seconds_per_iteration(PreparedRows& rows, const PpcaMixture& start, const Vector& weights,
                             EmOptions options, MStep m_step) {
  SpectralSolver spectral;
  options.m_step = m_step;
  const auto begin = std::chrono::steady_clock::now();
  const EmResult result = run_em(rows, start, weights, options, spectral);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  return taken.count() / (result.iterations + 1);
}

/// Both steps must reach likelihoods that agree once converged, before anything is timed.
bool agree(PreparedRows& rows, const PpcaMixture& start, const Vector& weights, EmOptions options) {
  SpectralSolver spectral;
  options.tolerance = 1e-9;
  options.max_iterations = 300;
  const double latent = run_em(rows, start, weights, options, spectral).log_likelihood;
  options.m_step = MStep::kExact;
  const double exact = run_em(rows, start, weights, options, spectral).log_likelihood;
  return std::abs(latent - exact) < 1e-4 * std::abs(exact);
}

int run() {
  const RowMatrix table = clustered_rows();
  fmt::print("N = {}, p = {}, K = {}, q = {}; milliseconds per EM iteration, least of {}\n", kRows,
             kColumns, kComponents, kLatent, kRounds);
  for (const int threads : {1, 2}) {
    MatrixRows source{RowsRef(table)};
    PreparedRows rows(source, plain_preparation(), {.threads = threads, .observer = {}},
                      KeepRows::kAutomatic, kRows);
    const Vector weights = Vector::Constant(1, 1.0 / kRows);
    EmOptions options;
    options.rows = kRows;
    options.noise_floor = 1e-12;
    options.tolerance = 0;
    options.max_iterations = kIterations;
    SpectralSolver spectral;
    const PpcaMixture start =
        start_mixture(draw_start_rows(rows, weights, kRows, 0),
                      {.components = kComponents, .latent_dimensions = kLatent}, options, spectral);
    if (threads == 1 && !agree(rows, start, weights, options)) {
      fmt::print("the two M-steps disagree\n");
      return EXIT_FAILURE;
    }
    double latent = 1e9, exact = 1e9;
    for (int round = 0; round < kRounds; ++round) {
      latent =
          std::min(latent, seconds_per_iteration(rows, start, weights, options, MStep::kLatent));
      exact = std::min(exact, seconds_per_iteration(rows, start, weights, options, MStep::kExact));
    }
    fmt::print("{} threads: fused {:.1f}, p x p scatter {:.1f}, ratio {:.2f} (wanted <= 0.5)\n",
               threads, 1e3 * latent, 1e3 * exact, latent / exact);
  }
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace fairpca

int main() {
  return fairpca::run();
}
