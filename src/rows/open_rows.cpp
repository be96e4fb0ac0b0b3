// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/open_rows.h"

#include <fstream>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "fairpca/error.h"

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
void refuse_known_formats(const std::string& name, const Ends& ends) {
  const std::string_view first = ends.first;
  const auto refuse_frame = [&](const char* format) {
    throw IoError(fmt::format(
        "{}: this is {}; the command line reads CSV and NPY: read it through the Python package "
        "fairpca, which takes pyarrow, pandas and polars tables, or convert it to CSV",
        name, format));
  };
  if (first.starts_with("PAR1") && ends.last == "PAR1") refuse_frame("a Parquet file");
  if (first.starts_with("ARROW1\0\0"sv) || first.starts_with("FEA1\0"sv)) {
    refuse_frame("an Arrow file");
  }
  if (first.starts_with("PK\x03\x04"sv)) {
    throw IoError(fmt::format(
        "{}: this is a ZIP (an Excel workbook, an NPZ file?); save the table as CSV", name));
  }
  if (first.starts_with("\x28\xb5\x2f\xfd"sv) ||
      first.starts_with("\xfd"
                        "7zXZ"sv) ||
      (first.starts_with("BZh") && first.substr(4).starts_with("1AY&SY"))) {
    throw IoError(fmt::format(
        "{}: this is compressed, but not by gzip; unpack it first, or pipe it: zstdcat, xzcat or "
        "bzcat {} | fairpca ... -",
        name, name));
  }
}

}  // namespace

std::unique_ptr<RowSource> open_rows(const std::filesystem::path& path, const ColumnRoles& roles,
                                     const OpenOptions& options) {
  const Ends ends = ends_of(path);
  if (ends.first.starts_with("\x93NUMPY")) {
    return std::make_unique<NpyRows>(path, roles, options.npy_sides);
  }
  refuse_known_formats(path.string(), ends);
  if (!ends.first.empty() && path.extension() == ".npy") {
    throw IoError(fmt::format(
        "{}: not an NPY file: it does not start with NPY's magic bytes; save it again with "
        "numpy.save, or rename it if it is CSV",
        path.string()));
  }
  const NpySideFiles& sides = options.npy_sides;
  if (!sides.groups.empty() || sides.label || sides.weight) {
    throw InvalidArgument(fmt::format(
        "{}: group, label and weight files go with an NPY matrix; in a CSV name the columns "
        "(--group, --label, --weight)",
        path.string()));
  }
  return std::make_unique<CsvRows>(path, roles, options.csv);
}

}  // namespace fairpca
