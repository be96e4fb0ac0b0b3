// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/open_rows.h"

#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "rows/absent_table.h"
#include "rows/frame_format.h"
#include "rows/messages.h"

namespace fairpca {
namespace {

using std::string_view_literals::operator""sv;

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// Throws IoError for spreadsheets: the ZIP of an Excel workbook lists its parts at both ends.
void reject_spreadsheets(const std::string& name, const FileEnds& ends) {
  const auto reject_format = [&](const char* format) {
    reject(rows_message<"spreadsheet">("place"_is(Place{name}), "format"_is(format)));
  };
  const std::string_view first = ends.first;
  if (first.starts_with("\xd0\xcf\x11\xe0"sv)) reject_format("an Excel workbook (.xls)");
  if (!first.starts_with("PK\x03\x04"sv)) return;
  constexpr std::string_view kParts = "[Content_Types].xml";
  if (holds(first, kParts) || holds(ends.last, kParts) || name.ends_with(".xlsx")) {
    reject_format("an Excel workbook (.xlsx)");
  }
  if (holds(first.substr(0, 128), "opendocument.spreadsheet")) {
    reject_format("a LibreOffice spreadsheet (.ods)");
  }
}

/// Throws IoError for formats people have rows in that are not read here.
void reject_known_formats(const std::string& name, const FileEnds& ends) {
  const std::string_view first = ends.first;
  const Place place{name};
  if (const std::optional<FrameFormat> format = frame_format(ends)) {
    const bool is_parquet = *format == FrameFormat::kParquet;
    reject(rows_message<"table-format">(
        "place"_is(place), "format"_is(is_parquet ? "a Parquet file" : "an Arrow file")));
  }
  reject_spreadsheets(name, ends);
  for (const char* kind : {"model", "moments"}) {
    if (!first.starts_with("PK\x03\x04"sv)) break;
    if (!holds(first, fmt::format("\"format\":\"fairpca-{}\"", kind))) continue;
    reject(rows_message<"own-file">("place"_is(place), "kind"_is(kind)));
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
  if (path != "-") reject_absent_table(path);
  const FileEnds ends = file_ends(path);
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
