// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "fairpca/fit/methods.h"
#include "fairpca/mixture/mixture_choices.h"

namespace fairpca {

/// A number or a range to choose from.
struct CountRange {
  Index least = 1, most = 1;
  bool is_range() const { return most > least; }
};

/// By what the numbers of components and dimensions are chosen from ranges.
enum class ChooseBy { kBic, kHeldOut };

/// What all mixtures are asked for; defaults are the registry's.
struct MixtureOptions {
  CountRange components = {5, 5};  ///< K
  StartKind start = StartKind::kClusters;
  int starts = 1;  ///< number of EM restarts; the best is kept
  MStep m_step = MStep::kLatent;
  /// Inverse-gamma shape a, and scale b as a multiple of the mean variance of a column.
  std::optional<std::pair<double, double>> noise_prior = {{1.0, 0.01}};
  int max_iterations = 1000;  ///< these two by experiment (docs/decisions/0020-mixture-stopping.md)
  double tolerance = 1e-5;
  Embedding embedding = Embedding::kAverage;
  KeepRows keep_rows = KeepRows::kAutomatic;
  ChooseBy choose_by = ChooseBy::kBic;
  bool choose_for_worst_group = false;
  void validate() const;  ///< throws InvalidArgument, naming the field and its range
};

/// Mixture of probabilistic PCAs, Tipping & Bishop (1999), by EM over the rows
/// (docs/methods/mixture-ppca.md).  `input.dimensions` is q, the latent dimension of each
/// component, 1 <= q < p, or a range of them.
///
/// `objective` is the mean negative log-likelihood of the raw rows.  Groups get their own mean
/// `log_likelihood`.  Throws InvalidArgument for more components than rows, all rows equal, and
/// rows that cannot be read several times.
Fit fit_mixture_ppca(const FitInput& input, const MixtureOptions& options = {});

/// Probabilistic PCA of rows with missing cells, by EM over the cells there are: what fit_ppca()
/// does under MissingCells::kModel.
Fit fit_ppca_with_missing_cells(const FitInput& input);

/// The registry entry.
Method mixture_ppca_method();

}  // namespace fairpca
