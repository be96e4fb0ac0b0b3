// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <string_view>

#include "fairpca/error.h"
#include "fairpca/rows/encoding.h"
#include "fairpca/rows/npy_rows.h"
#include "fuzz/memory_file.h"

namespace fairpca {
namespace {

/// Reads the input as a matrix, once as it is and once with its columns in other roles.
void read_npy(std::string_view input) {
  static MemoryFile file;
  file.set(input);
  for (const ColumnRoles& roles :
       {ColumnRoles{}, ColumnRoles{.protected_columns = {"x1"}, .categorical = {"x2"}}}) {
    NpyRows rows(file.path(), roles);
    while (const auto chunk = rows.next()) {
      const RowBlock block = chunk->decode();
      Encoding::of(block).encode(block, {.missing = MissingCells::kDropRow});
    }
  }
}

}  // namespace
}  // namespace fairpca

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    fairpca::read_npy({reinterpret_cast<const char*>(data), size});
  } catch (const fairpca::IoError&) {
  } catch (const fairpca::InvalidArgument&) {
  }
  return 0;
}
