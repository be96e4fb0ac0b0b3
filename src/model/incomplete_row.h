// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/model/ppca_mixture.h"

namespace fairpca {

/// A row with missing cells under one component of a mixture (docs/methods/mixture-ppca.md).
///
/// With o the observed and h the missing cells, W_o and W_h those rows of W and
/// M_o = s^2 I + W_o'W_o:  E[t | x_o] = M_o^-1 W_o'(x_o - m_o),  E[x_h | x_o] = m_h + W_h E[t |
/// x_o], Cov[x_h | x_o] = s^2 (I + W_h M_o^-1 W_h').
struct IncompleteRow {
  double log_density = 0;      ///< ln N(x_o; m_o, C_oo)
  Vector completed;            ///< p: x_o as given, E[x_h | x_o]
  std::vector<Index> missing;  ///< h
  Matrix loadings;             ///< |h| x q: W_h
  Matrix latent_covariance;    ///< q x q: s^2 M_o^-1 = Cov[t | x_o]
};

/// `row` has p numbers, NaN where missing.  O(p q^2).
IncompleteRow complete_row(const PpcaComponent& component, const double* row);

}  // namespace fairpca
