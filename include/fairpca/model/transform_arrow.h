// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "fairpca/model/transform_rows.h"
#include "fairpca/rows/arrow_export.h"

namespace fairpca {

/// The results of `rows` (transform_rows) as a stream: kept columns as texts, then column_names()
/// as numbers.
///
/// Rows are read when the stream is, from where `rows` stands, up to 16 chunks for each batch, on
/// as many threads as `settings` say; none is kept.  `rows` is destroyed at the last row, on an
/// error, and with the stream.  Throws what RowTransform throws, before a row is read.
ArrowExport transform_to_arrow(std::shared_ptr<RowSource> rows, std::shared_ptr<const Model> model,
                               const TransformSettings& settings);

}  // namespace fairpca
