// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "fairpca/error.h"
#include "fairpca/rows/csv_rows.h"
#include "fairpca/rows/encoding.h"
#include "fuzz/memory_file.h"

namespace fairpca {
namespace {

/// What one pass delivers, in one number each.
struct Pass {
  Index rows = 0, cells = 0;
  bool operator==(const Pass&) const = default;
};

Pass read_once(RowSource& source) {
  Pass pass;
  while (const auto chunk = source.next()) {
    const RowBlock block = chunk->decode();
    if (block.first_row != pass.rows) std::abort();
    pass.rows += block.rows;
    const EncodedBlock encoded = Encoding::of(block, MissingCells::kDropRow)
                                     .encode(block, {.missing = MissingCells::kDropRow});
    pass.cells += encoded.rows.rows() * encoded.rows.cols();
  }
  return pass;
}

/// The first byte chooses how the rest is read.
void read_csv(std::string_view input) {
  static MemoryFile file;
  const unsigned choice = static_cast<unsigned char>(input[0]);
  file.set(input.substr(1));
  CsvOptions options;
  options.delimiter = ",;\t|"[choice & 3];
  options.header = (choice & 4) == 0;
  options.max_field_bytes = (choice & 8) == 0 ? 1 << 20 : 16;
  options.max_columns = 1000;
  if ((choice & 16) != 0) options.na_strings = {"?", "-1"};
  ColumnRoles roles;
  if ((choice & 32) != 0) roles.protected_columns = {"x1"};
  if ((choice & 64) != 0) roles.label = "x2";
  if ((choice & 128) != 0) roles.weight = "x3";
  CsvRows rows(file.path(), roles, options);
  const Pass first = read_once(rows);
  rows.rewind();
  if (read_once(rows) != first) std::abort();
}

}  // namespace
}  // namespace fairpca

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  try {
    fairpca::read_csv({reinterpret_cast<const char*>(data), size});
  } catch (const fairpca::IoError&) {
  } catch (const fairpca::InvalidArgument&) {
  }
  return 0;
}
