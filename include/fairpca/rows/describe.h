// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fairpca/message.h"
#include "fairpca/rows/pass_options.h"
#include "fairpca/rows/row_source.h"

namespace fairpca {

/// What a column holds, as `fit` would read it.
enum class DescribedKind { kNumber, kCategory, kDate, kEmpty };

enum class ColumnRole { kFeature, kProtected, kLabel, kWeight, kDropped };

/// What `fit` should do with a column: take it; leave it out, because it carries nothing (constant,
/// identifier) or says what it must not (a proxy); leave it out, because it would be rejected.
enum class ColumnAdvice { kUse, kLeaveOut, kRejected };

struct CountedLevel {
  std::string level;  ///< its first 200 bytes
  Index rows = 0;
};

struct NumberSummary {
  double minimum = 0, maximum = 0, mean = 0, deviation = 0;
  bool all_whole = false;
};

struct ColumnDescription {
  std::string name;
  ColumnRole role = ColumnRole::kFeature;
  DescribedKind kind = DescribedKind::kEmpty;
  bool is_named_categorical = false;  ///< by the caller
  Index missing = 0;                  ///< rows without a value
  Index distinct = 0;
  bool distinct_is_exact = true;  ///< otherwise within about 5 % (HyperLogLog)
  std::optional<NumberSummary> numbers = {};
  /// The most frequent first; of a number only where there are few values.
  std::vector<CountedLevel> levels = {};
  /// Counts of levels are too small by at most this; 0 where all were counted.
  Index level_error = 0;
  std::vector<Message> remarks = {};
  ColumnAdvice advice = ColumnAdvice::kUse;
};

struct DescribedGroup {
  std::vector<std::pair<std::string, std::string>> levels;  ///< column, level
  std::string name;
  Index rows = 0;
  bool is_small = false;  ///< below min_group_size
  /// Share of each label level among the rows with a label; empty: withheld, or no label.
  std::vector<double> label_shares = {};
};

/// Groups made by the same protected columns.
struct DescribedGroups {
  std::vector<std::string> columns;
  std::vector<DescribedGroup> groups;  ///< as `fit` orders them; rows without a level in none
  Index missing = 0;                   ///< rows without a level in one of the columns
  bool is_complete = true;             ///< false: too many to be counted, and none are listed
};

/// Rows whose missing feature cells are those of `columns`.
struct MissingPattern {
  std::vector<std::size_t> columns;  ///< numbers in Description::columns
  Index rows = 0;
};

/// A table as `fit` would see it, before anything is fitted.
struct Description {
  std::string source;  ///< the file; empty in memory
  Index rows = 0;
  std::vector<ColumnDescription> columns;
  std::vector<DescribedGroups> attributes;  ///< one per protected column
  std::optional<DescribedGroups> crossed;   ///< of all protected columns, where there are several
  bool label_by_attribute = false;          ///< label shares are in `attributes`, not in `crossed`
  std::vector<CountedLevel> label_levels;   ///< ordered as groups; empty: no label, or > 32 levels
  Index incomplete_rows = 0;                ///< with a missing cell in some feature
  std::vector<MissingPattern> missing_patterns;
  bool patterns_are_complete = true;  ///< false: there were too many to be kept
  Index min_group_size = 10;
  std::vector<RenamedColumn> renamed = {};
};

struct DescribeSettings {
  /// Of the columns of a source of texts; other sources were opened with theirs.
  ColumnRoles roles = {};
  std::vector<std::string> na_strings = {};
  std::vector<std::string> dates = {};  ///< columns known to hold dates or times
  bool per_attribute = false;           ///< groups are those of each protected column
  Index min_group_size = 10;
  PassOptions pass = {};
};

/// Describes the rows of `source` in one pass from where it stands.  A CSV file opened with
/// CsvOptions::as_text is described cell by cell, none of which is rejected; other sources as they
/// deliver their columns.
///
/// Memory: per column at most 1,000 levels (less from 300 columns on) and 4 KB.  Same result for
/// any pass.threads.  Throws InvalidArgument as resolve_columns does, except for a table without
/// features, and IoError where the file is wrong.
Description describe_rows(RowSource& source, const DescribeSettings& settings = {});

}  // namespace fairpca
