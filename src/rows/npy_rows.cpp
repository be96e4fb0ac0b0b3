// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/npy_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "fairpca/counted.h"
#include "fairpca/error.h"
#include "fairpca/files/npy.h"
#include "files/half_float.h"
#include "rows/block_builder.h"
#include "rows/csv_cells.h"
#include "rows/level_slice.h"
#include "rows/mapped_file.h"
#include "rows/message_text.h"
#include "rows/side_file.h"

namespace fairpca {
namespace {

constexpr Index kNpyRowsPerChunk = 4096;

/// A mapped matrix, what its columns are for, and the columns beside it.
struct NpyTable {
  explicit NpyTable(const std::filesystem::path& path) : name(path.string()), file(path) {}

  Index rows() const { return npy.shape[0]; }
  Index cols() const { return npy.shape[1]; }

  std::string name;
  MappedFile file;
  NpyHeader npy;
  RowsRef matrix;
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
void map_matrix(NpyTable& table) {
  const std::string_view bytes = table.file.bytes();
  const auto refuse = [&](const std::string& why) {
    throw IoError(fmt::format("{}: {}", table.name, why));
  };
  try {
    table.npy = parse_npy_header(bytes);
  } catch (const IoError& error) {
    refuse(error.what());
  }
  const NpyHeader& npy = table.npy;
  if (npy.shape.size() != 2) {
    refuse(
        fmt::format("the array has one dimension ({}), rows need two; save array.reshape(-1, 1) "
                    "for one column or array.reshape(1, -1) for one row",
                    counted(npy.shape[0], "number", "numbers")));
  }
  const Index rows = npy.shape[0], cols = npy.shape[1];
  if (rows == 0 || cols == 0) refuse(fmt::format("the array is {} x {}: no rows", rows, cols));
  if (bytes.size() - npy.data_offset < npy.data_bytes()) {
    refuse(fmt::format("the file is cut short: {} x {} numbers need {} bytes, it has {}", rows,
                       cols, npy.data_bytes(), bytes.size() - npy.data_offset));
  }
  if (npy.data_offset % npy.number_bytes() != 0) {
    refuse("its numbers are not aligned in the file; save it again with numpy.save");
  }
  if (npy.is_float16) return;  // no view: read_numbers() converts
  const Index row_stride = npy.fortran_order ? 1 : cols, col_stride = npy.fortran_order ? rows : 1;
  const void* data = bytes.data() + npy.data_offset;
  table.matrix =
      npy.is_float32
          ? RowsRef(static_cast<const float*>(data), rows, cols, row_stride, col_stride)
          : RowsRef(static_cast<const double*>(data), rows, cols, row_stride, col_stride);
}

/// Rows `first` to `first + count`: a view of the file, or of `storage` where they are converted.
RowsRef read_numbers(const NpyTable& table, Index first, Index count, RowMatrix& storage) {
  const NpyHeader& npy = table.npy;
  if (!npy.is_float16) return table.matrix.middle_rows(first, count);
  const char* const data = table.file.bytes().data() + npy.data_offset;
  storage.resize(count, table.cols());
  for (Index row = 0; row < count; ++row) {
    for (Index col = 0; col < table.cols(); ++col) {
      const Index at =
          npy.fortran_order ? col * table.rows() + first + row : (first + row) * table.cols() + col;
      std::uint16_t bits = 0;
      std::memcpy(&bits, data + sizeof(bits) * static_cast<std::size_t>(at), sizeof(bits));
      storage(row, col) = half_float(bits);
    }
  }
  return storage;
}

/// The roles that are about columns of the matrix: those of side files taken out.
ColumnRoles roles_in_matrix(const NpyTable& table, ColumnRoles roles, const NpySideFiles& sides) {
  for (const auto& [name, path] : sides.groups) {
    if (std::find(table.header.begin(), table.header.end(), name) != table.header.end()) {
      throw InvalidArgument(
          fmt::format("the group file {} cannot be named {}: the matrix has a "
                      "column of that name",
                      path.string(), in_quotes(name)));
    }
    std::erase(roles.protected_columns, name);
  }
  if (sides.label && roles.label) {
    throw InvalidArgument("the label is given twice, as a column and as a file");
  }
  if (sides.weight && roles.weight) {
    throw InvalidArgument("the weight is given twice, as a column and as a file");
  }
  return roles;
}

/// Where a role was asked of a column by a name no matrix has.
std::string side_hint(const NpyTable& table, const ColumnRoles& roles, const NpySideFiles& sides) {
  const auto is_elsewhere = [&](const std::string& name) {
    const auto is_named = [&](const auto& side) { return side.first == name; };
    return std::find(table.header.begin(), table.header.end(), name) == table.header.end() &&
           std::none_of(sides.groups.begin(), sides.groups.end(), is_named);
  };
  for (const std::string& name : roles.protected_columns) {
    if (is_elsewhere(name))
      return fmt::format("; groups beside it: --group-file {}=FILE", shown_text(name));
  }
  if (roles.label && is_elsewhere(*roles.label)) return "; labels beside it: --label-file FILE";
  if (roles.weight && is_elsewhere(*roles.weight)) return "; weights beside it: --weight-file FILE";
  return "";
}

Schema resolve(const NpyTable& table, const ColumnRoles& roles, const NpySideFiles& sides) {
  try {
    Schema schema = resolve_columns(table.header, roles_in_matrix(table, roles, sides));
    for (const auto& [name, path] : sides.groups) {
      const auto& names = schema.protected_columns;
      if (std::find(names.begin(), names.end(), name) != names.end()) {
        throw InvalidArgument(fmt::format("two group files are named {}", in_quotes(name)));
      }
      schema.protected_columns.push_back(name);
    }
    return schema;
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("{} (columns x1 to x{}): {}{}", table.name, table.cols(),
                                      error.what(), side_hint(table, roles, sides)));
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
    table.side_groups.push_back(read_level_file(path, rows));
  }
  if (sides.label) {
    table.side_label = read_level_file(*sides.label, rows);
    schema.label = "label";
  }
  if (sides.weight) {
    table.side_weights = read_weight_file(*sides.weight, rows);
    schema.weight = "weight";
  }
}

class NpyChunk final : public RowChunk {
 public:
  NpyChunk(std::shared_ptr<const NpyTable> table, Index first, Index count)
      : table_(std::move(table)), first_(first), count_(count) {}

  /// Rows stored one after another are done with once their chunk is.
  ~NpyChunk() override {
    if (table_->npy.fortran_order) return;
    const std::size_t row_bytes = table_->npy.data_bytes() / table_->npy.shape[0];
    table_->file.release(table_->npy.data_offset + first_ * row_bytes, count_ * row_bytes);
  }

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
      throw InvalidArgument(fmt::format("{}: row {}, column {}: {}", table_->name, first_ + row + 1,
                                        in_quotes(table_->header[col]), bad.why));
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

class NpyRows::Mapping {
 public:
  Mapping(const std::filesystem::path& path, const ColumnRoles& roles, const NpySideFiles& sides) {
    auto table = std::make_shared<NpyTable>(path);
    map_matrix(*table);
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
    const Index count = std::min(kNpyRowsPerChunk, table_->rows() - next_row_);
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
    : mapping_(std::make_unique<Mapping>(path, roles, sides)) {}

NpyRows::~NpyRows() = default;

const Schema& NpyRows::schema() const {
  return *mapping_->table().schema;
}

std::unique_ptr<RowChunk> NpyRows::next() {
  return mapping_->next();
}

void NpyRows::rewind() {
  mapping_->rewind();
}

std::string NpyRows::name() const {
  return mapping_->table().name;
}

double NpyRows::fraction_read() const {
  return mapping_->fraction_read();
}

}  // namespace fairpca
