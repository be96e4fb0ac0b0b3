// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/moments/moments_file.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "fairpca/error.h"
#include "fairpca/files/archive.h"
#include "rows/message_text.h"

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

OrderedJson columns_json(const Encoding& encoding) {
  OrderedJson list = OrderedJson::array();
  for (const EncodedColumn& column : encoding.columns()) {
    const bool categorical = column.column.kind == ColumnKind::kCategorical;
    OrderedJson entry = {{"name", column.column.name},
                         {"kind", categorical ? "categorical" : "numeric"}};
    if (categorical) entry["levels"] = column.levels;
    list.push_back(std::move(entry));
  }
  return list;
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
  const OrderedJson meta = {{"columns", columns_json(moments.encoding())},
                            {"protected_columns", moments.protected_columns()},
                            {"label_column", or_null(moments.label_column())},
                            {"cells", cells_json(moments.cells())}};
  try {
    return meta.dump(2);
  } catch (const Json::type_error&) {
    throw InvalidArgument(
        "the moments cannot be written: the name of a column or a level is not UTF-8; rename it");
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

std::optional<std::string> text_or_null(const Json& value) {
  if (value.is_null()) return std::nullopt;
  return value.get<std::string>();
}

Encoding parse_columns(const Json& list) {
  std::vector<EncodedColumn> columns;
  for (const Json& entry : list) {
    EncodedColumn& column = columns.emplace_back();
    column.column.name = entry.at("name").get<std::string>();
    const std::string kind = entry.at("kind").get<std::string>();
    if (kind == "categorical") {
      column.column.kind = ColumnKind::kCategorical;
      column.levels = entry.at("levels").get<std::vector<std::string>>();
    } else if (kind != "numeric") {
      throw InvalidArgument(fmt::format("column {} is of kind {}, not numeric or categorical",
                                        in_quotes(column.column.name), in_quotes(kind)));
    }
  }
  return Encoding(std::move(columns));
}

std::vector<std::string> parse_protected(const Json& list) {
  auto names = list.get<std::vector<std::string>>();
  if (std::set<std::string>(names.begin(), names.end()).size() != names.size()) {
    throw InvalidArgument("a protected column is named twice");
  }
  return names;
}

CellKey parse_key(const Json& entry) {
  CellKey key;
  for (const Json& level : entry.at("levels").get_ref<const Json::array_t&>()) {
    key.levels.push_back(text_or_null(level));
  }
  key.label = text_or_null(entry.at("label"));
  return key;
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
    throw InvalidArgument(fmt::format("cell {}: {}", cell, error.what()));
  }
}

GroupMoments parse_parts(Archive& archive) {
  const Json meta = Json::parse(archive.meta);
  Encoding encoding = parse_columns(meta.at("columns").get_ref<const Json::array_t&>());
  std::map<CellKey, Moments> cells;
  const auto& list = meta.at("cells").get_ref<const Json::array_t&>();
  if (encoding.columns().empty() && !list.empty()) throw InvalidArgument("there are no columns");
  if (archive.arrays.size() != kArraysPerCell * list.size()) {
    throw InvalidArgument(fmt::format("there are {} arrays for {} cells, expected {} for each",
                                      archive.arrays.size(), list.size(), kArraysPerCell));
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    CellKey key = parse_key(list[i]);
    if (!list[i].at("rows").is_number_unsigned()) {
      throw InvalidArgument(fmt::format("cell {}: rows is not a whole number", i));
    }
    // Cells are written in order, so a repeated one is out of order too.
    if (!cells.empty() && !(cells.rbegin()->first < key)) {
      throw InvalidArgument(fmt::format("cell {} is a repetition or out of order", i));
    }
    Moments moments = parse_cell(archive, i, list[i].at("rows").get<Index>(), encoding.width());
    cells.emplace_hint(cells.end(), std::move(key), std::move(moments));
  }
  return GroupMoments::from_parts(std::move(encoding),
                                  parse_protected(meta.at("protected_columns")),
                                  text_or_null(meta.at("label_column")), std::move(cells));
}

/// What the JSON library says, without its own name for the problem in front.
std::string_view json_problem(std::string_view text) {
  const std::size_t end = text.starts_with("[json.exception.") ? text.find("] ") : text.npos;
  return end == text.npos ? text : text.substr(end + 2);
}

GroupMoments parse(Archive archive) {
  try {
    return parse_parts(archive);
  } catch (const InvalidArgument& error) {
    throw IoError(fmt::format("{}: damaged: {}", archive.origin, error.what()));
  } catch (const Json::exception& error) {
    throw IoError(
        fmt::format("{}: damaged: meta.json: {}", archive.origin, json_problem(error.what())));
  }
}

}  // namespace

void write_moments(const GroupMoments& moments, const std::filesystem::path& path) {
  write_archive(archive_of(moments), kKind, path);
}

GroupMoments read_moments(const std::filesystem::path& path) {
  return parse(read_archive(path, kKind));
}

GroupMoments parse_moments(std::string_view bytes) {
  return parse(parse_archive(bytes, kKind));
}

}  // namespace fairpca
