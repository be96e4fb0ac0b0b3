// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fairpca/rows/encoding.h"
#include "fairpca/rows/row_source.h"

namespace fairpca {

/// A source whose blocks pass through a function; it refers to the source it is made of.
class AdaptedRows final : public RowSource {
 public:
  /// `adapt` is called on any thread, several at once, with blocks whose schema is `schema`
  /// already.
  using Adapt = std::function<void(RowBlock&)>;
  AdaptedRows(RowSource& source, Schema schema, Adapt adapt);

  const Schema& schema() const override { return *schema_; }
  std::unique_ptr<RowChunk> next() override;
  void rewind() override { source_.rewind(); }
  bool can_rewind() const override { return source_.can_rewind(); }
  bool numbers_stay() const override { return source_.numbers_stay(); }
  double fraction_read() const override { return source_.fraction_read(); }
  std::string name() const override { return source_.name(); }
  std::vector<Message> warnings() const override { return source_.warnings(); }

 private:
  RowSource& source_;
  std::shared_ptr<const Schema> schema_;
  std::shared_ptr<const Adapt> adapt_;
};

/// The rows of the block that count, in order: not those of weight 0, nor those that kDropRow
/// leaves out; missing cells of `missing_is_level` are a level and leave no row out.
std::vector<Index> counted_rows(const RowBlock& block, MissingCells missing,
                                const std::vector<std::string>& missing_is_level);

/// Throws InvalidArgument, with file, row and column, for the first row of the block that has no
/// protected level.  Rows of weight 0, and those that kDropRow leaves out, do not count; missing
/// cells of `missing_is_level` are a level and leave no row out.
void require_protected_levels(const RowBlock& block, MissingCells missing,
                              const std::vector<std::string>& missing_is_level = {});

/// Gives rows that kDropRow leaves out weight 0: a later pass over fewer columns leaves out the
/// same.
void weigh_complete_rows(RowBlock& block, const std::vector<std::string>& missing_is_level);

}  // namespace fairpca
