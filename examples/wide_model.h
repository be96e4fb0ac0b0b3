// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

#include "fairpca/fit/fit.h"
#include "fairpca/model/model_file.h"
#include "fairpca/rows/matrix_rows.h"

/// Writes the PCA of `rows` with ten dimensions, as `fairpca fit rows.npy -d 10` does.
inline void write_wide_model(const fairpca::RowMatrix& rows, const std::filesystem::path& file) {
  fairpca::Table table;
  table.numeric = rows;
  table.rows = rows.rows();
  for (fairpca::Index k = 1; k <= rows.cols(); ++k) {
    table.schema.features.push_back({std::to_string(k)});
  }
  fairpca::MatrixRows source(table);
  fairpca::FitSettings settings;
  settings.dimensions.wanted = fairpca::Index{10};
  write_model(fit_rows(source, settings).fit.model, file);
}
