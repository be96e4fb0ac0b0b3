// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/model/model.h"

namespace fairpca {

/// What Model's members of the same meaning do for a mixture of its prepared rows; encoded rows of
/// the model's width, NaN where missing.
RowMatrix embed(const Model& model, RowsRef encoded);
RowMatrix reconstruct_by_mixture(const Model& model, RowsRef encoded);
RowMatrix mixture_responsibilities(const Model& model, RowsRef encoded);
RowMatrix mixture_posterior_means(const Model& model, RowsRef encoded);
Vector mixture_log_likelihood(const Model& model, const PpcaMixture& mixture, RowsRef encoded);
/// As posterior_covariances().
RowMatrix mixture_posterior_covariances(const Model& model, const PpcaMixture& mixture,
                                        RowsRef encoded);
RowMatrix expected_rows(const Model& model, const PpcaMixture& mixture, RowsRef encoded);

}  // namespace fairpca
