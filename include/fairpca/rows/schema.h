// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fairpca {

enum class ColumnKind { kNumeric, kCategorical };

struct FeatureColumn {
  std::string name;
  ColumnKind kind = ColumnKind::kNumeric;
  bool operator==(const FeatureColumn&) const = default;
};

/// What the caller wants of the columns of a table, by name.
struct ColumnRoles {
  std::vector<std::string> protected_columns = {};
  std::optional<std::string> label = {};
  std::optional<std::string> weight = {};
  std::vector<std::string> dropped = {};
  /// Features read as categories though they look like numbers.
  std::vector<std::string> categorical = {};
  std::vector<std::string> kept = {};  ///< text handed through unchanged (RowBlock::kept)
  bool keep_protected = false;         ///< protected columns are features as well
  /// When set, exactly these columns are features, in this order and of these kinds, wherever they
  /// stand in the table; other columns are ignored.  A model sets it when it reads new rows.
  std::optional<std::vector<FeatureColumn>> features = {};
};

/// The columns a source delivers, settled before its first block.
struct Schema {
  std::vector<FeatureColumn> features = {};  ///< in the order of the source
  std::vector<std::string> protected_columns = {};
  std::optional<std::string> label = {};
  std::optional<std::string> weight = {};
  std::vector<std::string> kept = {};
  bool operator==(const Schema&) const = default;
};

/// Resolves `roles` against the names in a header.
///
/// Kinds of features not fixed by `roles` are left kNumeric for the source to settle from the
/// cells. Throws InvalidArgument for a name that is not there (offering the nearest ones), a
/// duplicate name, a column with two roles that exclude each other, or no feature left; `file` is
/// the place that they name.
Schema resolve_columns(const std::vector<std::string>& header, const ColumnRoles& roles,
                       const std::string& file = "");

/// Up to three of `names` nearest to `name` in edit distance, for error messages.
std::vector<std::string> nearest_names(const std::string& name,
                                       const std::vector<std::string>& names);

}  // namespace fairpca
