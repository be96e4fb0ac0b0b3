// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/open_rows.h"

#include <fstream>
#include <string>
#include <string_view>

#include "rows/messages.h"

namespace fairpca {
namespace {

using std::string_view_literals::operator""sv;

/// The first and last bytes of a regular file; empty for anything else, which cannot be read twice.
struct Ends {
  std::string first, last;
};

Ends ends_of(const std::filesystem::path& path) {
  Ends ends;
  std::error_code ignored;
  if (path == "-" || !std::filesystem::is_regular_file(path, ignored)) return ends;
  std::ifstream file(path, std::ios::binary);
  char bytes[16];
  file.read(bytes, sizeof(bytes));
  ends.first.assign(bytes, static_cast<std::size_t>(file.gcount()));
  file.clear();
  file.seekg(-4, std::ios::end);
  file.read(bytes, 4);
  ends.last.assign(bytes, static_cast<std::size_t>(file.gcount()));
  return ends;
}

/// Throws IoError for formats people have rows in that are not read here.
void reject_known_formats(const std::string& name, const Ends& ends) {
  const std::string_view first = ends.first;
  const Place place{name};
  const auto reject_frame = [&](const char* format) {
    reject(rows_message<"table-format">("place"_is(place), "format"_is(format)));
  };
  if (first.starts_with("PAR1") && ends.last == "PAR1") reject_frame("a Parquet file");
  if (first.starts_with("ARROW1\0\0"sv) || first.starts_with("FEA1\0"sv)) {
    reject_frame("an Arrow file");
  }
  if (first.starts_with("PK\x03\x04"sv)) {
    reject(rows_message<"zip-file">("place"_is(place)));
  }
  if (first.starts_with("\x28\xb5\x2f\xfd"sv) ||
      first.starts_with("\xfd"
                        "7zXZ"sv) ||
      (first.starts_with("BZh") && first.substr(4).starts_with("1AY&SY"))) {
    reject(rows_message<"compressed-file">("place"_is(place)));
  }
}

}  // namespace

std::unique_ptr<RowSource> open_rows(const std::filesystem::path& path, const ColumnRoles& roles,
                                     const OpenOptions& options) {
  const Ends ends = ends_of(path);
  if (ends.first.starts_with("\x93NUMPY")) {
    return std::make_unique<NpyRows>(path, roles, options.npy_sides);
  }
  reject_known_formats(path.string(), ends);
  if (!ends.first.empty() && path.extension() == ".npy") {
    reject(rows_message<"not-npy">("place"_is(Place{path.string()})));
  }
  const NpySideFiles& sides = options.npy_sides;
  if (!sides.groups.empty() || sides.label || sides.weight) {
    reject(rows_message<"side-files-of-csv">("place"_is(Place{path.string()})));
  }
  return std::make_unique<CsvRows>(path, roles, options.csv);
}

}  // namespace fairpca
