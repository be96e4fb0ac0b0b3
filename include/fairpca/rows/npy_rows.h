// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
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
  std::function<bool()> stop_wanted = {};  ///< asked while waiting for a pipe; then Stopped
};

/// Rows of a two-dimensional NPY file (float64 or float32, C or Fortran order); columns are named
/// x1..xp.  A chunk is read when it is decoded: 4096 rows, or as many as 32 MB of doubles hold.
/// A file that changes between two passes, or is shortened while it is read, is an IoError.
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
  class Reader;
  std::unique_ptr<Reader> reader_;
};

}  // namespace fairpca
