// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fairpca/rows/row_source.h"

namespace fairpca {

/// Text columns standing beside an NPY matrix: one value per line, no header.
struct NpySideFiles {
  std::vector<std::pair<std::string, std::filesystem::path>> groups = {};  ///< column name, file
  std::optional<std::filesystem::path> label = {};
  std::optional<std::filesystem::path> weight = {};
};

/// Rows of a two-dimensional NPY file (float64 or float32, C or Fortran order), memory-mapped;
/// columns are named x1..xp.  Chunks are views of the mapping.
class NpyRows final : public RowSource {
 public:
  /// Throws IoError when the file is not such an array or shorter than its header says.
  NpyRows(const std::filesystem::path& path, const ColumnRoles& roles,
          const NpySideFiles& sides = {});
  ~NpyRows() override;

  const Schema& schema() const override;
  std::unique_ptr<RowChunk> next() override;
  void rewind() override;
  std::string name() const override;
  double fraction_read() const override;

 private:
  class Mapping;
  std::unique_ptr<Mapping> mapping_;
};

}  // namespace fairpca
