// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "fairpca/error.h"
#include "fairpca/rows/arrow_rows.h"
#include "fairpca/rows/encoding.h"
#include "rows/arrow_builder.h"

namespace fairpca {
namespace {

/// What the input says, zeros when it is used up.
class Choices {
 public:
  explicit Choices(std::string_view bytes) : bytes_(bytes) {}

  unsigned byte() {
    if (bytes_.empty()) return 0;
    const auto byte = static_cast<unsigned char>(bytes_.front());
    bytes_.remove_prefix(1);
    return byte;
  }
  std::size_t below(std::size_t count) { return byte() % count; }
  bool rarely() { return byte() == 1; }
  std::string text(std::size_t bytes) {
    std::string text(bytes, '\0');
    for (char& c : text) c = static_cast<char>(byte());
    return text;
  }

 private:
  std::string_view bytes_;
};

constexpr std::size_t kLargestCell = 32;

/// Lengths that no array has, which are to be found; others cannot be by whoever reads.
void damage(Choices& choices, std::int64_t& number) {
  constexpr std::int64_t kNumbers[] = {-1, 0, std::numeric_limits<std::int64_t>::min(),
                                       std::numeric_limits<std::int64_t>::max(),
                                       (std::int64_t{1} << 48) + 1};
  if (choices.rarely()) number = kNumbers[choices.below(std::size(kNumbers))];
}

std::string format_of(Choices& choices) {
  static const char* const kFormats[] = {
      "g",         "f",          "e",   "l",   "L",   "i",   "I",    "s",       "S",   "c",
      "C",         "b",          "n",   "u",   "U",   "z",   "Z",    "vu",      "vz",  "d:10,2",
      "d:9,-3,32", "d:70,5,256", "tdD", "tdm", "tts", "ttn", "tsu:", "tsn:UTC", "tDm", "+l"};
  const std::size_t chosen = choices.below(std::size(kFormats) + 1);
  return chosen < std::size(kFormats) ? kFormats[chosen] : choices.text(choices.below(6)).c_str();
}

/// Offsets of texts within `most` bytes; they may fall and be negative.
template <class Offset>
void bound_offsets(std::string& cells, std::size_t most) {
  for (std::size_t at = 0; at + sizeof(Offset) <= cells.size(); at += sizeof(Offset)) {
    Offset offset = 0;
    std::memcpy(&offset, cells.data() + at, sizeof(offset));
    offset = static_cast<Offset>(offset % static_cast<Offset>(most + 1));
    std::memcpy(cells.data() + at, &offset, sizeof(offset));
  }
}

/// Fills an array of `cells` cells, all of which the buffers hold, and then says wrong things.
void fill_array(Choices& choices, std::size_t cells, MadeArray& array) {
  const std::size_t offset = choices.below(20);
  array.length = static_cast<std::int64_t>(cells);
  array.offset = static_cast<std::int64_t>(offset);
  std::string data(kLargestCell * (cells + offset + 1), '\0');
  const std::string drawn = choices.text(std::min<std::size_t>(data.size(), choices.byte()));
  for (std::size_t i = 0; i < data.size() && !drawn.empty(); ++i) data[i] = drawn[i % drawn.size()];
  const std::string texts = choices.text(choices.below(40));
  if (array.format == "u" || array.format == "z") bound_offsets<std::int32_t>(data, texts.size());
  if (array.format == "U" || array.format == "Z") bound_offsets<std::int64_t>(data, texts.size());
  std::optional<std::string> present;
  if (choices.below(2) == 0) {
    present = choices.text(2);
    present->resize((cells + offset) / 8 + 1, present->front());
  }
  array.buffers = {present, data, texts};
  if (array.format.starts_with('v')) {
    array.buffers.emplace_back(arrow_builder::bytes_of(
        std::vector<std::int64_t>{static_cast<std::int64_t>(texts.size())}));
  }
  if (array.format == "n") array.buffers.clear();
  if (choices.rarely() && !array.buffers.empty()) {
    array.buffers[choices.below(array.buffers.size())] = std::nullopt;
  }
  if (choices.rarely() && !array.format.starts_with('v')) array.buffers.resize(choices.below(3));
  damage(choices, array.length);
  damage(choices, array.offset);
}

struct Column {
  std::string format, dictionary;  ///< the latter of values, if not empty
};

MadeArray column_of(Choices& choices, const Column& column, std::size_t place, std::size_t cells) {
  static const char* const kNames[] = {"x1", "x2", "x3", "x4"};
  MadeArray array{.format = column.format, .name = kNames[place]};
  fill_array(choices, cells, array);
  if (column.dictionary.empty()) return array;
  array.dictionary = std::make_shared<MadeArray>(MadeArray{.format = column.dictionary});
  fill_array(choices, choices.below(8), *array.dictionary);
  return array;
}

MadeStream stream_of(Choices& choices) {
  std::vector<Column> columns(1 + choices.below(4));
  for (Column& column : columns) {
    column.format = format_of(choices);
    if (choices.below(4) == 0) column.dictionary = format_of(choices);
  }
  MadeStream made;
  for (std::size_t batches = 1 + choices.below(3); batches > 0; --batches) {
    const std::size_t cells = choices.below(40);
    std::vector<MadeArray> arrays;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      arrays.push_back(column_of(choices, columns[i], i, cells));
    }
    MadeArray batch = batch_of(std::move(arrays));
    batch.offset = static_cast<std::int64_t>(choices.below(3));
    batch.length = static_cast<std::int64_t>(choices.below(cells + 2));
    if (choices.below(4) == 0) batch.buffers[0] = choices.text(8);
    damage(choices, batch.length);
    damage(choices, batch.offset);
    made.batches.push_back(std::move(batch));
  }
  made.schema = made.batches.front();
  if (choices.rarely()) made.batches.back().children.pop_back();
  if (choices.rarely()) made.schema.format = format_of(choices);
  return made;
}

ColumnRoles roles_of(unsigned choice) {
  ColumnRoles roles;
  if ((choice & 1) != 0) roles.protected_columns = {"x1"};
  if ((choice & 2) != 0) roles.label = "x2";
  if ((choice & 4) != 0) roles.weight = "x3";
  if ((choice & 8) != 0) roles.categorical = {"x4"};
  if ((choice & 16) != 0) roles.kept = {"x1"};
  return roles;
}

Index read_once(RowSource& source) {
  Index rows = 0;
  while (const auto chunk = source.next()) {
    const RowBlock block = chunk->decode();
    if (block.first_row != rows) std::abort();
    rows += block.rows;
    Encoding::of(block, MissingCells::kDropRow).encode(block, {.missing = MissingCells::kDropRow});
  }
  return rows;
}

void read_stream(const MadeStream& made, unsigned choice) {
  ArrowTable table = arrow_table_of(made);
  table.may_be_empty = (choice & 32) != 0;
  table.as_text = (choice & 64) != 0;
  if ((choice & 128) != 0) table.known_levels = {{"x1", {"True", "1", "0.00001"}}};
  ArrowRows rows(table, roles_of(choice));
  const Index first = read_once(rows);
  rows.rewind();
  if (read_once(rows) != first) std::abort();
}

}  // namespace
}  // namespace fairpca

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fairpca::Choices choices({reinterpret_cast<const char*>(data), size});
  const unsigned choice = choices.byte();
  const fairpca::MadeStream made = fairpca::stream_of(choices);
  try {
    fairpca::read_stream(made, choice);
  } catch (const fairpca::IoError&) {
  } catch (const fairpca::InvalidArgument&) {
  }
  if (!made.balance->is_even()) std::abort();
  return 0;
}
