// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/moments/moments_file.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "files/archive.h"
#include "files/json_fields.h"
#include "files/messages.h"
#include "moments/messages.h"
#include "rows/encoding_json.h"
#include "text/quoted.h"

namespace fairpca {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

const ArchiveKind kKind = {"moments", 1};
constexpr std::size_t kArraysPerCell = 3;

std::string array_name(std::size_t cell, const char* what) {
  return fmt::format("cells/{}/{}", cell, what);
}

OrderedJson or_null(const std::optional<std::string>& text) {
  return text ? OrderedJson(*text) : OrderedJson(nullptr);
}

OrderedJson cells_json(const std::map<CellKey, Moments>& cells) {
  OrderedJson list = OrderedJson::array();
  for (const auto& [key, moments] : cells) {
    OrderedJson levels = OrderedJson::array();
    for (const std::optional<std::string>& level : key.levels) levels.push_back(or_null(level));
    list.push_back(
        {{"levels", std::move(levels)}, {"label", or_null(key.label)}, {"rows", moments.count()}});
  }
  return list;
}

std::string meta_text(const GroupMoments& moments) {
  const OrderedJson meta = {{"columns", encoding_json(moments.encoding())},
                            {"protected_columns", moments.protected_columns()},
                            {"label_column", or_null(moments.label_column())},
                            {"cells", cells_json(moments.cells())}};
  try {
    return meta.dump(2);
  } catch (const Json::type_error&) {
    reject(files_message<"archive-meta">(
        "kind"_is(kKind.name),
        "reason"_is("the name of a column or a level is not UTF-8; rename it")));
  }
}

/// The lower triangle, column by column.
Matrix pack(const Matrix& lower) {
  const Index p = lower.cols();
  Matrix packed(p * (p + 1) / 2, 1);
  Index at = 0;
  for (Index j = 0; j < p; at += p - j, ++j) {
    packed.col(0).segment(at, p - j) = lower.col(j).tail(p - j);
  }
  return packed;
}

Matrix unpack(const Matrix& packed, Index p) {
  Matrix lower = Matrix::Zero(p, p);
  Index at = 0;
  for (Index j = 0; j < p; at += p - j, ++j) {
    lower.col(j).tail(p - j) = packed.col(0).segment(at, p - j);
  }
  return lower;
}

Archive archive_of(const GroupMoments& moments) {
  Archive archive;
  archive.meta = meta_text(moments);
  std::size_t cell = 0;
  for (const auto& [key, part] : moments.cells()) {
    Matrix weights(1, 2);
    weights << part.weight(), part.squared_weight();
    archive.arrays[array_name(cell, "weights")] = std::move(weights);
    archive.arrays[array_name(cell, "mean")] = part.mean();
    archive.arrays[array_name(cell, "scatter")] = pack(part.lower_scatter());
    ++cell;
  }
  return archive;
}

[[noreturn]] void reject_as_damaged(const std::string& origin, const std::string& reason) {
  reject(files_message<"damaged-archive">("place"_is(Place{.file = origin}), "reason"_is(reason)));
}

std::vector<std::string> parse_protected(JsonFields& fields) {
  std::vector<std::string> names = fields.texts("protected_columns");
  if (std::set<std::string>(names.begin(), names.end()).size() != names.size()) {
    fields.reject("protected_columns", "names a column twice");
  }
  return names;
}

/// The moments of one cell; its arrays are given back to memory.
Moments parse_cell(Archive& archive, std::size_t cell, Index rows, Index p) {
  const std::string weights_name = array_name(cell, "weights"),
                    mean_name = array_name(cell, "mean"),
                    scatter_name = array_name(cell, "scatter");
  const Matrix weights = archive.array(weights_name, 1, 2);
  const Vector mean = archive.array(mean_name, p, 1);
  Matrix lower = unpack(archive.array(scatter_name, p * (p + 1) / 2, 1), p);
  for (const std::string& name : {weights_name, mean_name, scatter_name}) {
    archive.arrays.erase(name);
  }
  try {
    return Moments::from_parts(rows, weights(0, 0), weights(0, 1), mean, std::move(lower));
  } catch (const InvalidArgument& error) {
    reject(moments_message<"impossible-cell">("cell"_is(cell), "problem"_is(error.message())));
  }
}

std::map<CellKey, Moments> parse_cells(const Json& list, Archive& archive, Index p) {
  std::map<CellKey, Moments> cells;
  for (std::size_t i = 0; i < list.size(); ++i) {
    JsonFields fields(list[i], archive.origin, fmt::format("cells[{}]", i));
    CellKey key{fields.optional_texts("levels"), fields.optional_text("label")};
    const Index rows = fields.count("rows");
    fields.finish();
    // Cells are written in order, so a repeated one is out of order too.
    if (!cells.empty() && !(cells.rbegin()->first < key)) {
      reject_as_damaged(archive.origin, fmt::format("cell {} is a repetition or out of order", i));
    }
    Moments moments = parse_cell(archive, i, rows, p);
    cells.emplace_hint(cells.end(), std::move(key), std::move(moments));
  }
  return cells;
}

GroupMoments parse_parts(Archive& archive) {
  const Json meta = Json::parse(archive.meta, nullptr, /*allow_exceptions=*/false);
  JsonFields fields(meta, archive.origin);
  Encoding encoding = parse_encoding(fields.array("columns"), archive.origin);
  std::vector<std::string> protected_columns = parse_protected(fields);
  std::optional<std::string> label_column = fields.optional_text("label_column");
  const Json& list = fields.array("cells");
  fields.finish();
  for (const EncodedColumn& column : encoding.columns()) {
    if (!column.is_dropped && column.dropped_levels.empty()) continue;
    reject_as_damaged(archive.origin, fmt::format("column {} is dropped, which columns of moments "
                                                  "are not",
                                                  in_quotes(column.column.name)));
  }
  if (encoding.columns().empty() && !list.empty()) {
    reject_as_damaged(archive.origin, "there are no columns");
  }
  if (archive.arrays.size() != kArraysPerCell * list.size()) {
    reject_as_damaged(archive.origin,
                      fmt::format("there are {} arrays for {} cells, expected {} for each",
                                  archive.arrays.size(), list.size(), kArraysPerCell));
  }
  std::map<CellKey, Moments> cells = parse_cells(list, archive, encoding.width());
  return GroupMoments::from_parts(std::move(encoding), std::move(protected_columns),
                                  std::move(label_column), std::move(cells));
}

GroupMoments parse(Archive archive) {
  try {
    return parse_parts(archive);
  } catch (const InvalidArgument& error) {
    reject(files_message<"damaged-archive">("place"_is(Place{.file = archive.origin}),
                                            "reason"_is(error.message())));
  }
}

}  // namespace

void write_moments(const GroupMoments& moments, const std::filesystem::path& path) {
  write_archive(archive_of(moments), kKind, path);
}

std::string moments_bytes(const GroupMoments& moments) {
  return archive_bytes(archive_of(moments), kKind);
}

bool is_moments_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::array<char, 4> start = {};
  std::ifstream(path, std::ios::binary).read(start.data(), start.size());
  return std::string_view(start.data(), start.size()) == "PK\x03\x04";
}

GroupMoments read_moments(const std::filesystem::path& path) {
  return parse(read_archive(path, kKind));
}

GroupMoments parse_moments(std::string_view bytes) {
  return parse(parse_archive(bytes, kKind));
}

}  // namespace fairpca
