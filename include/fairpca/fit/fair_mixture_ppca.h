// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/mixture_ppca.h"
#include "fairpca/optimize/apstar.h"

namespace fairpca {

/// How the weights of the groups are searched.
enum class GroupWeights { kApstar, kBisection };

struct FairMixtureOptions {
  MixtureOptions mixture;
  GroupWeights group_weights = GroupWeights::kApstar;
  ApstarOptions apstar;
  bool keep_models = false;  ///< the history holds the mixture of every step
  void validate() const;     ///< throws InvalidArgument, naming the field and its range
};

/// FR-MPPCA, Nascimento (2025), corrected: the mixture of probabilistic PCAs whose worst group has
/// the largest mean log-likelihood, over the weights of the groups (docs/methods/mixture-ppca.md).
///
/// The plain mixture from the same start is among the candidates, so the worst group is never below
/// what it has there.  `objective` is minus the worst group's mean log-likelihood;
/// `group_weights` are those of the best step, `history` has them all.
Fit fit_fair_mixture_ppca(const FitInput& input, const FairMixtureOptions& options = {});

/// The registry entry.
Method fair_mixture_ppca_method();

}  // namespace fairpca
