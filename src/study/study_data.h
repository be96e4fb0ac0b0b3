// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "fairpca/moments/groups.h"
#include "fairpca/rows/pass_options.h"
#include "measure/measure_input.h"
#include "moments/column_means.h"
#include "study/part_moments.h"
#include "study/row_table.h"

namespace fairpca {

/// The rows from the first one; called once, and again where they are too many to keep.
using OpenRows = std::function<std::unique_ptr<RowSource>()>;

/// Parts of rows as a splits file gives them, by row of the table.
struct GivenSplits {
  std::vector<std::string> names;  ///< of the columns
  std::vector<signed char> parts;  ///< rows x columns: 0 trained on, 1 tested on, -1 unused
  Index rows = 0;
  std::string file;

  std::span<const signed char> of(Index row) const;
};

struct ReadSettings {
  SplitPlan plan;
  std::optional<GivenSplits> given = {};
  MissingCells missing = MissingCells::kError;
  MissingCategory missing_category = MissingCategory::kError;
  MissingGroup missing_group = MissingGroup::kError;
  std::size_t table_bytes = std::size_t{256} << 20;  ///< decoded rows are kept up to this
  double moments_bytes = 0;  ///< moments of more repeats are read one by one; 0: by the machine
  PassOptions pass = {};
};

/// What a study keeps of its rows after the first pass: who they are, in which part, their moments
/// by part, and the rows themselves or how to read them again.
class StudyData {
 public:
  StudyData(ReadSettings settings, OpenRows open)
      : settings_(std::move(settings)), open_(std::move(open)) {}

  const SplitPlan& plan() const { return settings_.plan; }
  const ReadSettings& settings() const { return settings_; }
  const Schema& schema() const { return schema_; }
  const Encoding& encoding() const { return encoding_; }
  const RowKeys& keys() const { return keys_; }
  Index source_rows() const { return source_rows_; }
  std::uint64_t digest() const { return digest_; }
  /// Of each feature of the schema, in all rows that were read.
  const std::vector<Index>& missing_cells() const { return missing_cells_; }
  bool is_in_memory() const { return table_ != nullptr; }
  const std::vector<Message>& warnings() const { return warnings_; }

  /// The code of each row of keys() in a repeat.
  const std::vector<PartCode>& codes(Index repeat) const {
    return codes_[static_cast<std::size_t>(repeat)];
  }
  /// Rows of keys() with these codes.
  std::vector<Index> rows_with(const CodeSet& codes) const;

  /// The rows once more, from the first one, with all their columns.
  std::unique_ptr<RowSource> open() const;

  /// Moments of the rows of several sets.  Cells are filled by the means of `fitted` where missing
  /// cells are, which takes a pass over the rows.
  std::vector<GroupMoments> moments_of(const CodeSet& fitted, const std::vector<CodeSet>& sets,
                                       const PassOptions& pass) const;
  /// What missing cells are filled with after a fit to these rows; empty: nothing is filled.
  Vector fill_of(const CodeSet& fitted) const;
  EncodeOptions encode_options(const CodeSet& fitted) const;

  /// At most `most` of the rows with these codes, chosen by a hash of seed and row number, encoded.
  RowMatrix sample(const CodeSet& codes, Index most) const;

 private:
  friend class StudyReader;
  GroupMoments parted_moments(Index repeat, const EncodeOptions& options,
                              const PassOptions& pass) const;

  ReadSettings settings_;
  OpenRows open_;
  Schema schema_;
  Encoding encoding_;
  RowKeys keys_;
  Index source_rows_ = 0;
  std::uint64_t digest_ = 0;
  std::vector<Index> missing_cells_;
  std::vector<std::vector<PartCode>> codes_;
  std::vector<GroupMoments> parted_;             ///< one per repeat; none where cells are filled
  std::vector<std::vector<ColumnMeans>> means_;  ///< repeat, code; only where cells are filled
  std::shared_ptr<const RowTable> table_;        ///< null: too many rows to keep
  std::shared_ptr<const RowTable> candidates_;   ///< rows of small hashes, for sample()
  std::vector<Index> candidate_row_;             ///< in keys(), of each of them
  std::vector<Message> warnings_;
};

/// Reads the rows once: assigns their parts in the order of the rows, and takes their moments.
/// Same bits for any number of threads.  Throws InvalidArgument as accumulate_moments(), and for a
/// splits file of another length.
StudyData read_study(OpenRows open, ReadSettings settings);

}  // namespace fairpca
