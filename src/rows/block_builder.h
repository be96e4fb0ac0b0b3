// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fairpca/rows/row_block.h"
#include "rows/text_codes.h"

namespace fairpca {

/// What becomes of one column of a file; -1 where it does not play that part.
struct ColumnUses {
  Index number = -1, category = -1, protection = -1, kept = -1;
  bool is_label = false, is_weight = false;

  bool as_text() const { return category >= 0 || protection >= 0 || kept >= 0 || is_label; }
  bool only_number() const { return number >= 0 && !as_text(); }
  bool ignored() const { return number < 0 && !is_weight && !as_text(); }
};

/// One per name of the header.
std::vector<ColumnUses> column_uses(const Schema& schema, const std::vector<std::string>& header);

/// The texts that mean a missing cell; spaces around them do not matter.
class MissingMarks {
 public:
  explicit MissingMarks(const std::vector<std::string>& more = {});
  bool contains(std::string_view text) const;
  /// Whether one of them reads as a number (`-999`).
  bool any_number() const { return any_number_; }

 private:
  std::vector<std::string> marks_;
  bool any_number_ = false;
};

/// Builds a LevelColumn cell by cell.
class LevelBuilder {
 public:
  explicit LevelBuilder(const MissingMarks& missing) : missing_(&missing) {}

  /// Throws BadCell when the text is not UTF-8.
  void add(std::string_view text) { add_code(code_of(text)); }
  /// The code of a text, which becomes a level if it is not missing.  Throws as add().
  std::int32_t code_of(std::string_view text);
  void add_code(std::int32_t code) { column_.codes.push_back(code); }
  void reserve(Index rows) { column_.codes.reserve(static_cast<std::size_t>(rows)); }
  LevelColumn take() { return std::move(column_); }

 private:
  const MissingMarks* missing_;
  LevelColumn column_;
  TextCodes codes_;  ///< of the levels and of the texts that mean a missing cell
};

/// A RowBlock under construction, for a source that reads cells one after another.
class BlockBuilder {
 public:
  BlockBuilder(std::shared_ptr<const Schema> schema, const MissingMarks& missing, Index first_row,
               Index rows);

  /// The numeric features of a row, to be written to.
  double* numbers(Index row) { return block_.storage.data() + row * block_.storage.cols(); }
  /// Throws BadCell unless 0 <= weight < infinity.
  void add_weight(double weight);
  /// Hands the text to all uses that want text.
  void add_text(const ColumnUses& uses, std::string_view text);
  RowBlock take();

 private:
  RowBlock block_;
  std::vector<LevelBuilder> categorical_, protected_;
  LevelBuilder label_;
};

}  // namespace fairpca
