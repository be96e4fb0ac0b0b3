// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/synthetic_rows.h"

#include "fairpca/rows/matrix_rows.h"

namespace fairpca {
namespace {

/// A source that owns the rows it views.
class SyntheticRows final : public RowSource {
 public:
  explicit SyntheticRows(SyntheticData data) : data_(std::move(data)), rows_(table()) {}

  const Schema& schema() const override { return rows_.schema(); }
  std::unique_ptr<RowChunk> next() override { return rows_.next(); }
  void rewind() override { rows_.rewind(); }
  double fraction_read() const override { return rows_.fraction_read(); }

 private:
  Table table() const {
    Table table;
    for (const std::string& name : data_.columns) {
      table.schema.features.push_back({name, ColumnKind::kNumeric});
    }
    table.schema.protected_columns = {"group"};
    table.numeric = data_.rows;
    LevelColumn groups{.levels = {"0", "1"}, .codes = {}};
    for (const int group : data_.group) groups.codes.push_back(group);
    table.protected_levels = {std::move(groups)};
    table.rows = data_.rows.rows();
    return table;
  }

  SyntheticData data_;
  MatrixRows rows_;
};

}  // namespace

std::unique_ptr<RowSource> synthetic_rows(const std::string& name,
                                          const SyntheticOptions& options) {
  return std::make_unique<SyntheticRows>(synthesize(name, options));
}

}  // namespace fairpca
