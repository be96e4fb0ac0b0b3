// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fairpca/message.h"

namespace fairpca {

enum class ColumnKind { kNumeric, kCategorical };

struct FeatureColumn {
  std::string name;
  ColumnKind kind = ColumnKind::kNumeric;
  bool operator==(const FeatureColumn&) const = default;
};

/// What the caller wants of the columns of a table, by name.
///
/// `chosen` and `dropped` also take patterns, in which * stands for any text and ? for one
/// character; a name that is in the table is never read as a pattern.
struct ColumnRoles {
  std::vector<std::string> protected_columns = {};
  std::optional<std::string> label = {};
  std::optional<std::string> weight = {};
  /// When not empty, only these columns are features, in the order of the table.  A pattern passes
  /// over protected, label and weight columns; `keep_protected` adds the protected ones.
  std::vector<std::string> chosen = {};
  std::vector<std::string> dropped = {};  ///< of all columns, or of the chosen ones
  /// Features read as categories though they look like numbers.
  std::vector<std::string> categorical = {};
  std::vector<std::string> kept = {};  ///< text handed through unchanged (RowBlock::kept)
  bool keep_protected = false;         ///< protected columns are features as well
  /// When set, exactly these columns are features, in this order and of these kinds, wherever they
  /// stand in the table; other columns are ignored.  A model sets it when it reads new rows.
  std::optional<std::vector<FeatureColumn>> features = {};
};

/// A column that has the name of an earlier one in its table.
struct RenamedColumn {
  std::string given, name;   ///< in the table, here
  std::size_t position = 0;  ///< in the table, from 1
  bool operator==(const RenamedColumn&) const = default;
};

/// The columns a source delivers, settled before its first block.
struct Schema {
  std::vector<FeatureColumn> features = {};  ///< in the order of the source
  std::vector<std::string> protected_columns = {};
  std::optional<std::string> label = {};
  std::optional<std::string> weight = {};
  std::vector<std::string> kept = {};
  std::vector<RenamedColumn> renamed = {};  ///< of the whole table, whatever their roles
  bool operator==(const Schema&) const = default;
};

/// Gives each repeated name a number, as pandas does: a, a, a becomes a, a.1, a.2 (numbers that
/// make a name which is already there are left out).  Returns what was renamed.
std::vector<RenamedColumn> rename_repeated(std::vector<std::string>& names);

/// What whoever reads the rows should hear about the columns: those renamed, in one warning.
std::vector<Message> column_warnings(const Schema& schema, const std::string& file = "");

/// Resolves `roles` against the names in a header.
///
/// Kinds of features not fixed by `roles` are left kNumeric for the source to settle from the
/// cells. Throws InvalidArgument for names that are not there and patterns that match nothing (all
/// of them, with the nearest names), a duplicate name, a column with two roles that exclude each
/// other, or no feature left; `file` is the place that they name.
Schema resolve_columns(const std::vector<std::string>& header, const ColumnRoles& roles,
                       const std::string& file = "");

/// Up to three of `names` nearest to `name` in edit distance, whatever their case, for error
/// messages.  Where some differ from it in case alone, only those.
std::vector<std::string> nearest_names(const std::string& name,
                                       const std::vector<std::string>& names);

}  // namespace fairpca
