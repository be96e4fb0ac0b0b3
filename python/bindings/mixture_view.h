// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <tuple>

#include "arrays.h"
#include "fairpca/model/model.h"

namespace fairpca::python {

/// The components of a mixture in raw units: weights, means (K x p), loadings W' (K q x p); noise
/// variances and variances along the frames (K x q) of the prepared columns.
using MixtureFacts =
    std::tuple<NewVector<double>, NewMatrix, NewMatrix, NewVector<double>, NewMatrix>;

/// Nothing unless the model is a mixture.
std::optional<MixtureFacts> mixture_facts(const Model& model);

/// K p x p: the components' covariances in raw units, one below the other.  Throws InvalidArgument
/// unless the model is a mixture, as the next does.
RowMatrix component_covariances(const Model& model);

/// p x p: the covariance of a row drawn from the mixture, in raw units.
RowMatrix mixture_covariance(const Model& model);

}  // namespace fairpca::python
