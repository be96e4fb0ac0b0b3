// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fairpca/fit/mixture_ppca.h"
#include "mixture/mixture_scores.h"
#include "mixture/mixture_start.h"
#include "moments/disclosure.h"

namespace fairpca {

/// Mean log-likelihood (raw units) and reconstruction error (prepared) of a mixture over rows.
struct MixtureMeans {
  double weight = 0;  ///< of the rows
  double log_likelihood = 0, reconstruction_error = 0;
  std::vector<double> group_log_likelihood, group_reconstruction_error;
};

/// Over all rows, which the search looks at, and over those that are published; there hidden
/// groups have NaN.
struct MixtureMeasures : MixtureMeans {
  MixtureMeans published;
  double worst_log_likelihood() const;
};

/// The rows of a fit, their cells and groups, and how EM runs over them.
class MixtureProblem {
 public:
  /// `held_out_share` > 0 sets this share of the rows of every cell apart (PreparedRows::hold_out).
  /// Throws InvalidArgument when all rows are equal.
  MixtureProblem(const FitInput& input, const MixtureOptions& options, double held_out_share = 0);

  /// Throws InvalidArgument where no row is held out; of a group, if every one must have some.
  void require_held_out_rows(bool of_every_group) const;

  /// v_i = w_i / sum w over the rows to fit.
  Vector plain_weights() const;
  /// The weights of groups that give plain_weights(): shares of groups that every row is in one of.
  /// Empty where groups overlap or leave rows out.
  std::vector<double> plain_group_weights() const;
  /// v_i = w_i sum_{g of i} weights_g / W_g.
  Vector group_cell_weights(const Vector& weights) const;

  /// The best of the starts, by penalised log-likelihood.
  EmResult fit(Index components, Index q, const Vector& cell_weights);
  EmResult refit(const PpcaMixture& start, const Vector& cell_weights);
  MixtureMeasures measure(const PpcaMixture& mixture, bool held_out = false);

  SpectralSolver& spectral() { return spectral_; }

 private:
  Vector group_sums(const Vector& cells, Index offset) const;
  MixtureMeans means(const MixtureScores& scores, Index offset, const Vector& counted) const;

  const FitInput& input_;
  MixtureOptions options_;
  std::vector<std::vector<Index>> group_cells_;  ///< cells of each group
  Index cells_ = 0;
  Disclosure disclosure_;
  Vector published_;    ///< 1 for cells whose rows are published, otherwise 0
  Vector cell_weight_;  ///< sum w of the rows to fit, per cell
  std::unique_ptr<MixtureRows> rows_;
  EmOptions em_;
  SpectralSolver spectral_;
};

/// q from input.dimensions: a count, or a range of counts; shares of variance are resolved as for
/// any method.
CountRange latent_dimensions(const FitInput& input, SpectralSolver& spectral);

/// Checks K against the rows, and that they are centred together.  Throws InvalidArgument.
void check_mixture_input(const FitInput& input, Index components);

/// Checks K against the smallest group, for what gives every group a weight of its own.  Throws
/// InvalidArgument.
void check_components_of_groups(const FitInput& input, Index components);

/// Free parameters of K components with q dimensions in p columns.
double parameter_count(Index components, Index q, Index p);

/// What BIC or held-out likelihood chose, with a note for the report.
struct ChosenSize {
  Index components = 0, q = 0;
  std::vector<Message> notes;
};
ChosenSize choose_size(const FitInput& input, const MixtureOptions& options, CountRange q);
/// The number of components and the note to the report of a fit.
void add_size(const ChosenSize& size, Fit& fit);

/// The mixture as a model with its report: sizes, group likelihoods, errors, warnings.
Fit finish_mixture_fit(const FitInput& input, const std::string& method,
                       const MixtureOptions& options, PpcaMixture mixture,
                       const MixtureMeasures& measures, Status status, int iterations,
                       SpectralSolver& spectral);

}  // namespace fairpca
