// SPDX-License-Identifier: BSD-3-Clause
#include "rows/encoding_json.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "files/json_fields.h"
#include "files/messages.h"

namespace fairpca {
namespace {

EncodedColumn parse_column(JsonFields fields) {
  EncodedColumn column;
  column.column.name = fields.text("name");
  const std::string kind = fields.text("kind");
  if (kind == "categorical") {
    column.column.kind = ColumnKind::kCategorical;
    column.levels = fields.texts("levels");
    if (fields.has("missing_is_level")) {
      column.missing_is_level = fields.boolean("missing_is_level");
    }
    if (fields.has("dropped_levels")) column.dropped_levels = fields.texts("dropped_levels");
  } else if (kind != "numeric") {
    fields.reject("kind", "is neither numeric nor categorical");
  }
  if (fields.has("dropped")) column.is_dropped = fields.boolean("dropped");
  fields.finish();
  return column;
}

}  // namespace

nlohmann::ordered_json encoding_json(const Encoding& encoding) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const EncodedColumn& column : encoding.columns()) {
    const bool categorical = column.column.kind == ColumnKind::kCategorical;
    Json entry = {{"name", column.column.name}, {"kind", categorical ? "categorical" : "numeric"}};
    if (categorical) entry["levels"] = column.levels;
    // Only where they say something: files without them are those of earlier versions.
    if (column.missing_is_level) entry["missing_is_level"] = true;
    if (!column.dropped_levels.empty()) entry["dropped_levels"] = column.dropped_levels;
    if (column.is_dropped) entry["dropped"] = true;
    list.push_back(std::move(entry));
  }
  return list;
}

Encoding parse_encoding(const nlohmann::json& list, const std::string& file) {
  std::vector<EncodedColumn> columns;
  for (const nlohmann::json& value : list) {
    columns.push_back(parse_column({value, file, fmt::format("columns[{}]", columns.size())}));
  }
  try {
    return Encoding(std::move(columns));
  } catch (const InvalidArgument& error) {
    reject(files_message<"damaged-archive">("place"_is(Place{.file = file}),
                                            "reason"_is(error.message())));
  }
}

}  // namespace fairpca
