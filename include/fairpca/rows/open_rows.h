// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <memory>

#include "fairpca/rows/csv_rows.h"
#include "fairpca/rows/npy_rows.h"

namespace fairpca {

struct OpenOptions {
  CsvOptions csv = {};
  NpySideFiles npy_sides = {};
};

/// Opens `path` as NPY when it starts with NPY's magic bytes, else as CSV or CSV.gz.
/// Throws IoError, with advice, for Parquet, Arrow, Excel workbooks, a file named .npy without
/// those bytes, a folder, and a path that is not there.
std::unique_ptr<RowSource> open_rows(const std::filesystem::path& path, const ColumnRoles& roles,
                                     const OpenOptions& options = {});

}  // namespace fairpca
