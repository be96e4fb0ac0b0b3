// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <variant>

#include "arrays.h"
#include "fairpca/model/transform_rows.h"
#include "fairpca/options/option.h"
#include "rows.h"

namespace fairpca::python {

/// Rows to be put through a model: a table or a stream, or an array whose columns are the model's.
using TransformInput = std::variant<PythonRows*, RowsArray>;

/// What `values` ask for (`what`, `missing`, `unseen`) of each row.
NewRows transform(const Model& model, const TransformInput& rows, const OptionValues& values,
                  int threads);

}  // namespace fairpca::python
