// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/model/model.h"

namespace fairpca {

/// What PCAs inside the components of a mixture make of rows.
struct ComponentPcaRows {
  RowMatrix coordinates;  ///< n x d: sum_k r_k V_k'(x - m_k)
  Vector squared_error;   ///< |x - sum_k r_k (m_k + V_k V_k'(x - m_k))|^2, in the scaled space
};

/// A d-dimensional PCA of each component's covariance C_k, V_k its first d eigenvectors, weighted
/// by the responsibilities r_k of the mixture: how the dissertation makes a reduction of dimension
/// of a mixture of Gaussians.  `encoded` has no missing cells.
ComponentPcaRows component_pca(const Model& mixture, Index d, const RowMatrix& encoded);

}  // namespace fairpca
