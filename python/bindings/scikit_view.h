// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/model/model.h"

namespace fairpca::python {

/// The model with the variances scikit-learn shows: times rows / (rows - 1), and with a noise
/// variance for every method: its own, otherwise the mean of the variance no component captures (0
/// when d = p).
Model with_sample_variances(Model model);

/// C of x ~ N(mean, C) in the units of the encoded columns: component_variance along the
/// components, noise_variance across them.  `sample` comes from with_sample_variances.
RowMatrix covariance(const Model& sample);

/// The inverse of covariance().  Throws InvalidArgument when a variance is zero but for rounding.
RowMatrix precision(const Model& sample);

/// `sample` as log_likelihood takes it.  Throws InvalidArgument when a variance is zero but for
/// rounding.
Model with_density(Model sample);

}  // namespace fairpca::python
