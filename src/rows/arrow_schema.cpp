// SPDX-License-Identifier: BSD-3-Clause
#include "rows/arrow_schema.h"

#include <cstring>
#include <string_view>

#include <fmt/format.h>

#include "rows/messages.h"
#include "text/shown_text.h"

namespace fairpca {
namespace {

std::string_view take_text(const char*& at) {
  std::int32_t bytes = 0;
  std::memcpy(&bytes, at, sizeof(bytes));
  at += sizeof(bytes);
  if (bytes < 0) bytes = 0;
  const std::string_view text(at, static_cast<std::size_t>(bytes));
  at += bytes;
  return text;
}

/// The value of `key` among the metadata: a count, then keys and values, each behind its length.
std::string_view metadata_value(const char* metadata, std::string_view key) {
  if (metadata == nullptr) return "";
  std::int32_t count = 0;
  std::memcpy(&count, metadata, sizeof(count));
  metadata += sizeof(count);
  for (std::int32_t i = 0; i < count; ++i) {
    const std::string_view found = take_text(metadata);
    const std::string_view value = take_text(metadata);
    if (found == key) return value;
  }
  return "";
}

/// The JSON array of pandas that names the columns which are an index.
std::string_view index_columns(const ArrowSchema& schema) {
  std::string_view text = metadata_value(schema.metadata, "pandas");
  const std::size_t key = text.find("\"index_columns\"");
  if (key == text.npos) return "";
  text.remove_prefix(key);
  return text.substr(0, text.find(']'));
}

bool is_unnamed_index(const std::string& name, std::string_view index_columns) {
  return name.starts_with("__index_level_") &&
         index_columns.find(fmt::format("\"{}\"", name)) != index_columns.npos;
}

std::string name_of(const ArrowSchema& child) {
  return child.name == nullptr ? "" : child.name;
}

bool is_table(const ArrowSchema& schema) {
  return schema.format != nullptr && std::string_view(schema.format) == "+s" &&
         schema.dictionary == nullptr && schema.n_children >= 0 &&
         (schema.n_children == 0 || schema.children != nullptr);
}

/// Names and types of the columns that are read; `take` is given the number of each.
template <class Take>
void for_each_field(const ArrowSchema& schema, const std::string& file, const Take& take) {
  if (!is_table(schema)) {
    reject(
        arrow_message<"stream-schema">(stream_named(file), "found"_is(arrow_type(schema).found)));
  }
  const std::string_view index = index_columns(schema);
  for (std::int64_t i = 0; i < schema.n_children; ++i) {
    if (schema.children[i] == nullptr) {
      reject(
          arrow_message<"damaged-stream">(stream_named(file), "reason"_is("a column is missing")));
    }
    const std::string name = name_of(*schema.children[i]);
    if (!is_unnamed_index(name, index)) take(i, name, arrow_type(*schema.children[i]));
  }
}

}  // namespace

void read_arrow_fields(const ArrowSchema& schema, ArrowLayout& layout) {
  for_each_field(
      schema, layout.name, [&](std::int64_t child, const std::string& name, ArrowType type) {
        if (!is_utf8(name)) {
          reject(rows_message<"column-name-not-utf-8">(
              "place"_is(Place{layout.name}), "name"_is(Quoted{name}), "position"_is(child + 1)));
        }
        ArrowField& field = layout.fields.emplace_back();
        field.name = name;
        field.given = name;
        field.type = std::move(type);
        field.child = child;
      });
  layout.children = schema.n_children;
}

bool has_same_fields(const ArrowSchema& schema, const ArrowLayout& layout) {
  std::size_t count = 0;
  bool is_same = true;
  for_each_field(
      schema, layout.name, [&](std::int64_t child, const std::string& name, const ArrowType& type) {
        if (count < layout.fields.size()) {
          const ArrowField& field = layout.fields[count];
          is_same = is_same && field.given == name && field.child == child && field.type == type;
        }
        ++count;
      });
  return is_same && count == layout.fields.size() && schema.n_children == layout.children;
}

void spell_as_known(const std::map<std::string, std::vector<std::string>>& known_levels,
                    ArrowLayout& layout) {
  for (ArrowField& field : layout.fields) {
    const auto known = known_levels.find(field.name);
    if (known != known_levels.end()) field.spelling = spelling_of(field.type, known->second);
  }
}

}  // namespace fairpca
