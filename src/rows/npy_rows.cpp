// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/npy_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "fairpca/error.h"
#include "files/half_float.h"
#include "files/npy.h"
#include "files/regular_file.h"
#include "rows/block_builder.h"
#include "rows/chunk_digests.h"
#include "rows/csv_cells.h"
#include "rows/level_slice.h"
#include "rows/messages.h"
#include "rows/side_file.h"

namespace fairpca {
namespace {

constexpr Index kNpyRowsPerChunk = 4096;
constexpr Index kNpyDoublesPerChunk = 1 << 22;  // 32 MB

/// A matrix in a file, what its columns are for, and the columns beside it.
struct NpyTable {
  explicit NpyTable(const std::filesystem::path& path)
      : file(path), name(file.name()), digests(name) {}

  Index rows() const { return npy.shape[0]; }
  Index cols() const { return npy.shape[1]; }
  /// The same for all four kinds of storing a matrix.
  Index rows_per_chunk() const {
    return std::clamp<Index>(kNpyDoublesPerChunk / cols(), 1, kNpyRowsPerChunk);
  }

  RegularFile file;
  std::string name;
  NpyHeader npy;
  mutable ChunkDigests digests;
  std::vector<std::string> header;
  std::vector<ColumnUses> uses;  ///< one per column of the matrix
  std::shared_ptr<const Schema> schema;
  bool is_view = false;  ///< its columns are the features, all of them, and nothing else
  MissingMarks missing;
  std::vector<LevelColumn> side_groups;  ///< the last protected columns of the schema
  std::optional<LevelColumn> side_label;
  std::vector<double> side_weights;
};

/// Reads the header and checks it against the size of the file.
void read_header(NpyTable& table) {
  constexpr std::size_t kEnoughForAHeader = 1 << 17;
  const Place place{table.name};
  table.npy = parse_npy_header(table.file.start(kEnoughForAHeader), table.name);
  const NpyHeader& npy = table.npy;
  if (npy.shape.size() != 2) {
    reject(rows_message<"npy-vector">("place"_is(place),
                                      "numbers"_is(Counted{npy.shape[0], "number", "numbers"})));
  }
  const Index rows = table.rows(), cols = table.cols();
  if (rows == 0 || cols == 0) {
    reject(
        rows_message<"npy-without-rows">("place"_is(place), "rows"_is(rows), "columns"_is(cols)));
  }
  if (table.file.size() - npy.data_offset < npy.data_bytes()) {
    reject(rows_message<"npy-cut-short">("place"_is(place), "rows"_is(rows), "columns"_is(cols),
                                         "needed"_is(npy.data_bytes()),
                                         "bytes"_is(table.file.size() - npy.data_offset)));
  }
}

/// Rows `first` to `first + count` of the file as they are stored there, checked against what an
/// earlier pass has read.
void read_bytes(const NpyTable& table, Index first, Index count, char* out) {
  const NpyHeader& npy = table.npy;
  const std::size_t number = npy.number_bytes();
  const auto read = [&](Index from, Index numbers, Index to) {
    table.file.read(npy.data_offset + number * static_cast<std::size_t>(from), out + number * to,
                    number * static_cast<std::size_t>(numbers));
  };
  if (npy.fortran_order) {
    for (Index col = 0; col < table.cols(); ++col) {
      read(col * table.rows() + first, count, col * count);
    }
  } else {
    read(first * table.cols(), count * table.cols(), 0);
  }
  table.digests.check(static_cast<std::size_t>(first / table.rows_per_chunk()), first, count,
                      {out, number * static_cast<std::size_t>(count * table.cols())});
}

/// Rows `first` to `first + count`: the view is of `storage`, which holds numbers of the file's
/// type in the file's order; half-precision numbers as doubles.
RowsRef read_numbers(const NpyTable& table, Index first, Index count, RowMatrix& storage) {
  const NpyHeader& npy = table.npy;
  const Index numbers = count * table.cols();
  const Index row_stride = npy.fortran_order ? 1 : table.cols();
  const Index col_stride = npy.fortran_order ? count : 1;
  if (npy.is_float16) {
    std::vector<std::uint16_t> halves(static_cast<std::size_t>(numbers));
    read_bytes(table, first, count, reinterpret_cast<char*>(halves.data()));
    storage.resize(1, numbers);
    std::transform(halves.begin(), halves.end(), storage.data(), half_float);
    return RowsRef(storage.data(), count, table.cols(), row_stride, col_stride);
  }
  const std::size_t bytes = npy.number_bytes() * static_cast<std::size_t>(numbers);
  storage.resize(1, static_cast<Index>((bytes + sizeof(double) - 1) / sizeof(double)));
  char* const out = reinterpret_cast<char*>(storage.data());
  read_bytes(table, first, count, out);
  return npy.is_float32 ? RowsRef(reinterpret_cast<const float*>(out), count, table.cols(),
                                  row_stride, col_stride)
                        : RowsRef(storage.data(), count, table.cols(), row_stride, col_stride);
}

/// The roles that are about columns of the matrix: those of side files taken out.
ColumnRoles roles_in_matrix(const NpyTable& table, ColumnRoles roles, const NpySideFiles& sides) {
  for (const auto& [name, path] : sides.groups) {
    if (std::find(table.header.begin(), table.header.end(), name) != table.header.end()) {
      reject(rows_message<"side-file-name">("place"_is(Place{path.string()}),
                                            "name"_is(Quoted{name})));
    }
    std::erase(roles.protected_columns, name);
  }
  const auto reject_role = [&](const char* role) {
    reject(rows_message<"role-given-twice">("place"_is(Place{table.name}), "role"_is(role)));
  };
  if (sides.label && roles.label) reject_role("the label");
  if (sides.weight && roles.weight) reject_role("the weight");
  return roles;
}

/// Where a role was asked of a column by a name no matrix has: a file beside it can have it.
void offer_side_file(const NpyTable& table, const ColumnRoles& roles, const NpySideFiles& sides,
                     InvalidArgument& error) {
  const auto is_elsewhere = [&](const std::string& name) {
    const auto is_named = [&](const auto& side) { return side.first == name; };
    return std::find(table.header.begin(), table.header.end(), name) == table.header.end() &&
           std::none_of(sides.groups.begin(), sides.groups.end(), is_named);
  };
  const auto offer = [&](const char* option, const char* value) {
    error.offer({option, value}, "reads it from a file beside the matrix");
  };
  const std::vector<std::string>& groups = roles.protected_columns;
  if (std::any_of(groups.begin(), groups.end(), is_elsewhere)) {
    offer("group_file", "NAME=FILE");
  } else if (roles.label && is_elsewhere(*roles.label)) {
    offer("label_file", "FILE");
  } else if (roles.weight && is_elsewhere(*roles.weight)) {
    offer("weight_file", "FILE");
  }
}

Schema resolve(const NpyTable& table, const ColumnRoles& roles, const NpySideFiles& sides) {
  try {
    Schema schema = resolve_columns(table.header, roles_in_matrix(table, roles, sides), table.name);
    for (const auto& [name, path] : sides.groups) {
      const auto& names = schema.protected_columns;
      if (std::find(names.begin(), names.end(), name) != names.end()) {
        reject(rows_message<"side-file-twice">("place"_is(Place{path.string()}),
                                               "name"_is(Quoted{name})));
      }
      schema.protected_columns.push_back(name);
    }
    return schema;
  } catch (InvalidArgument& error) {
    offer_side_file(table, roles, sides, error);
    throw;
  }
}

bool features_are_all_columns(const NpyTable& table) {
  for (std::size_t i = 0; i < table.uses.size(); ++i) {
    if (!table.uses[i].only_number() || table.uses[i].number != static_cast<Index>(i)) return false;
  }
  return true;
}

void read_sides(NpyTable& table, Schema& schema, const NpySideFiles& sides) {
  const Index rows = table.rows();
  for (const auto& [name, path] : sides.groups) {
    table.side_groups.push_back(read_level_file(path, rows, sides.stop_wanted));
  }
  if (sides.label) {
    table.side_label = read_level_file(*sides.label, rows, sides.stop_wanted);
    schema.label = "label";
  }
  if (sides.weight) {
    table.side_weights = read_weight_file(*sides.weight, rows, sides.stop_wanted);
    schema.weight = "weight";
  }
}

class NpyChunk final : public RowChunk {
 public:
  NpyChunk(std::shared_ptr<const NpyTable> table, Index first, Index count)
      : table_(std::move(table)), first_(first), count_(count) {}

  RowBlock decode() const override {
    RowBlock block = table_->is_view ? view() : copy();
    block.source = table_->name;
    const std::size_t own = block.protected_levels.size() - table_->side_groups.size();
    for (std::size_t i = 0; i < table_->side_groups.size(); ++i) {
      block.protected_levels[own + i] = slice_levels(table_->side_groups[i], first_, count_);
    }
    if (table_->side_label) block.label = slice_levels(*table_->side_label, first_, count_);
    if (!table_->side_weights.empty()) {
      const auto begin = table_->side_weights.begin() + first_;
      block.weights.assign(begin, begin + count_);
    }
    return block;
  }

 private:
  RowBlock view() const {
    RowBlock block;
    block.schema = table_->schema;
    block.first_row = first_;
    block.rows = count_;
    block.numeric = read_numbers(*table_, first_, count_, block.storage);
    block.protected_levels.resize(table_->side_groups.size());
    return block;
  }

  RowBlock copy() const {
    BlockBuilder builder(table_->schema, table_->missing, first_, count_);
    RowMatrix storage;
    const RowsRef numbers = read_numbers(*table_, first_, count_, storage);
    for (Index row = 0; row < count_; ++row) {
      for (std::size_t col = 0; col < table_->uses.size(); ++col) {
        copy_cell(builder, numbers, row, static_cast<Index>(col));
      }
    }
    return builder.take();
  }

  void copy_cell(BlockBuilder& builder, const RowsRef& numbers, Index row, Index col) const {
    const ColumnUses& uses = table_->uses[col];
    const double value = numbers(row, col);
    if (uses.number >= 0) builder.numbers(row)[uses.number] = value;
    try {
      if (uses.is_weight) builder.add_weight(value);
    } catch (const BadCell& bad) {
      reject(bad.at("place"_is(Place{table_->name, first_ + row + 1, table_->header[col]})));
    }
    if (uses.as_text()) builder.add_text(uses, text_of(value));
  }

  /// The shortest text that reads back as the number, of the type it is stored in.
  std::string text_of(double value) const {
    if (std::isnan(value)) return "";
    return table_->npy.number_bytes() < sizeof(double)
               ? fmt::format("{}", static_cast<float>(value))
               : fmt::format("{}", value);
  }

  std::shared_ptr<const NpyTable> table_;
  Index first_, count_;
};

}  // namespace

class NpyRows::Reader {
 public:
  Reader(const std::filesystem::path& path, const ColumnRoles& roles, const NpySideFiles& sides) {
    auto table = std::make_shared<NpyTable>(path);
    read_header(*table);
    for (Index col = 1; col <= table->cols(); ++col) {
      table->header.push_back(fmt::format("x{}", col));
    }
    Schema schema = resolve(*table, roles, sides);
    std::vector<std::string> all = table->header;
    for (const auto& side : sides.groups) all.push_back(side.first);
    table->uses = column_uses(schema, all);
    table->uses.resize(table->header.size());
    table->is_view = features_are_all_columns(*table);
    read_sides(*table, schema, sides);
    table->schema = std::make_shared<const Schema>(std::move(schema));
    table_ = std::move(table);
  }

  const NpyTable& table() const { return *table_; }

  std::unique_ptr<RowChunk> next() {
    const Index count = std::min(table_->rows_per_chunk(), table_->rows() - next_row_);
    if (count == 0) return nullptr;
    const Index first = std::exchange(next_row_, next_row_ + count);
    return std::make_unique<NpyChunk>(table_, first, count);
  }

  void rewind() { next_row_ = 0; }

  double fraction_read() const {
    return static_cast<double>(next_row_) / static_cast<double>(table_->rows());
  }

 private:
  std::shared_ptr<const NpyTable> table_;
  Index next_row_ = 0;
};

NpyRows::NpyRows(const std::filesystem::path& path, const ColumnRoles& roles,
                 const NpySideFiles& sides)
    : reader_(std::make_unique<Reader>(path, roles, sides)) {}

NpyRows::~NpyRows() = default;

const Schema& NpyRows::schema() const {
  return *reader_->table().schema;
}

std::unique_ptr<RowChunk> NpyRows::next() {
  return reader_->next();
}

void NpyRows::rewind() {
  reader_->rewind();
}

std::string NpyRows::name() const {
  return reader_->table().name;
}

double NpyRows::fraction_read() const {
  return reader_->fraction_read();
}

}  // namespace fairpca
