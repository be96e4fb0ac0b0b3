// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/model/model.h"

namespace fairpca {

/// q x q: Cov[t | x, component] of the latent coordinates of a complete row, s^2 M^{-1} with
/// M = s^2 I + W'W; the same for all rows, and diagonal.
Matrix latent_covariance(const PpcaComponent& component);

/// The same of a row whose cells `is_missing`: s^2 (s^2 I + W_o'W_o)^{-1}, W_o the rows of W of
/// the cells that are there.
Matrix latent_covariance(const PpcaComponent& component, const std::vector<char>& is_missing);

/// n x q (q + 1) / 2: Cov[t | x] of the latent coordinates of encoded rows, its upper triangle row
/// by row.  Of a mixture by the law of total covariance, with responsibilities r_k, posterior means
/// t_k and t = sum_k r_k t_k: sum_k r_k (Cov_k + t_k t_k') - t t', whatever the embedding.
/// Missing cells (NaN) are integrated out.  Throws InvalidArgument unless the model is
/// probabilistic.
RowMatrix posterior_covariances(const Model& model, RowsRef encoded);

}  // namespace fairpca
