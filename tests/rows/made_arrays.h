// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fairpca {

/// An array as a producer would hold it, with every field open to be set wrongly.
struct MadeArray {
  std::string format;
  std::string name = "";
  std::int64_t length = 0;
  std::int64_t offset = 0;
  std::int64_t null_count = -1;
  std::vector<std::optional<std::string>> buffers = {};  ///< nothing: a null pointer
  std::vector<MadeArray> children = {};
  std::shared_ptr<MadeArray> dictionary = {};
  std::string metadata = {};  ///< as the interface has it
};

namespace arrow_builder {

inline std::string bits_of(const std::vector<bool>& bits, std::int64_t offset) {
  std::string bytes((bits.size() + static_cast<std::size_t>(offset) + 7) / 8, '\x55');
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const std::size_t at = i + static_cast<std::size_t>(offset);
    const auto mask = static_cast<char>(1 << (at % 8));
    bytes[at / 8] = static_cast<char>(bits[i] ? bytes[at / 8] | mask : bytes[at / 8] & ~mask);
  }
  return bytes;
}

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), sizeof(T) * values.size()};
}

template <class T>
std::optional<std::string> validity_of(const std::vector<std::optional<T>>& cells,
                                       std::int64_t offset) {
  std::vector<bool> bits;
  bool any_missing = false;
  for (const auto& cell : cells) {
    bits.push_back(cell.has_value());
    any_missing = any_missing || !cell;
  }
  if (!any_missing) return std::nullopt;
  return bits_of(bits, offset);
}

}  // namespace arrow_builder

/// A column of numbers that begins `offset` cells into its buffers; what stands before, and where
/// cells are missing, is of no meaning.
template <class T>
MadeArray number_column(const std::string& name, const std::string& format,
                        const std::vector<std::optional<T>>& cells, std::int64_t offset = 0) {
  std::vector<T> values(static_cast<std::size_t>(offset), T(77));
  for (const auto& cell : cells) values.push_back(cell.value_or(T(99)));
  return {.format = format,
          .name = name,
          .length = static_cast<std::int64_t>(cells.size()),
          .offset = offset,
          .buffers = {arrow_builder::validity_of(cells, offset), arrow_builder::bytes_of(values)}};
}

inline MadeArray boolean_column(const std::string& name,
                                const std::vector<std::optional<bool>>& cells,
                                std::int64_t offset = 0) {
  std::vector<bool> bits;
  for (const auto& cell : cells) bits.push_back(cell.value_or(true));
  return {
      .format = "b",
      .name = name,
      .length = static_cast<std::int64_t>(cells.size()),
      .offset = offset,
      .buffers = {arrow_builder::validity_of(cells, offset), arrow_builder::bits_of(bits, offset)}};
}

using Texts = std::vector<std::optional<std::string>>;

template <class Offset>
MadeArray texts_at_offsets(const std::string& name, const std::string& format, const Texts& cells,
                           std::int64_t offset) {
  std::string bytes = "before";
  std::vector<Offset> offsets(static_cast<std::size_t>(offset), 1);
  offsets.push_back(static_cast<Offset>(bytes.size()));
  for (const auto& cell : cells) {
    bytes += cell.value_or("");
    offsets.push_back(static_cast<Offset>(bytes.size()));
  }
  return {.format = format,
          .name = name,
          .length = static_cast<std::int64_t>(cells.size()),
          .offset = offset,
          .buffers = {arrow_builder::validity_of(cells, offset), arrow_builder::bytes_of(offsets),
                      bytes}};
}

/// Views of 16 bytes; each long text has a buffer of its own.
inline MadeArray text_views(const std::string& name, const Texts& cells, std::int64_t offset) {
  MadeArray made{.format = "vu",
                 .name = name,
                 .length = static_cast<std::int64_t>(cells.size()),
                 .offset = offset,
                 .buffers = {arrow_builder::validity_of(cells, offset), std::string()}};
  std::string views(static_cast<std::size_t>(16 * offset), '\x7f');
  std::vector<std::int64_t> sizes;
  for (const auto& cell : cells) {
    const std::string text = cell.value_or("");
    std::string view(16, '\0');
    const auto length = static_cast<std::int32_t>(text.size());
    std::memcpy(view.data(), &length, 4);
    if (text.size() <= 12) {
      std::memcpy(view.data() + 4, text.data(), text.size());
    } else {
      const auto buffer = static_cast<std::int32_t>(sizes.size());
      const std::int32_t at = 3;
      std::memcpy(view.data() + 4, text.data(), 4);
      std::memcpy(view.data() + 8, &buffer, 4);
      std::memcpy(view.data() + 12, &at, 4);
      made.buffers.emplace_back("..." + text);
      sizes.push_back(static_cast<std::int64_t>(text.size()) + 3);
    }
    views += view;
  }
  made.buffers[1] = views;
  made.buffers.emplace_back(arrow_builder::bytes_of(sizes));
  return made;
}

/// In the layout that `format` says: u, U or vu.
inline MadeArray text_column(const std::string& name, const std::string& format, const Texts& cells,
                             std::int64_t offset = 0) {
  if (format == "vu") return text_views(name, cells, offset);
  return format == "u" ? texts_at_offsets<std::int32_t>(name, format, cells, offset)
                       : texts_at_offsets<std::int64_t>(name, format, cells, offset);
}

/// Indices (of the type `Index`, with its format) into `values`.
template <class Place>
MadeArray dictionary_column(const std::string& name, const std::string& format,
                            const std::vector<std::optional<Place>>& places, MadeArray values,
                            std::int64_t offset = 0) {
  MadeArray made = number_column<Place>(name, format, places, offset);
  made.dictionary = std::make_shared<MadeArray>(std::move(values));
  return made;
}

/// A batch; its rows are those of its first column.
inline MadeArray batch_of(std::vector<MadeArray> columns) {
  MadeArray batch{.format = "+s", .length = columns.empty() ? 0 : columns[0].length};
  batch.null_count = 0;
  batch.buffers = {std::nullopt};
  batch.children = std::move(columns);
  return batch;
}

}  // namespace fairpca
