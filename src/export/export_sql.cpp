// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "export/formats.h"
#include "export/sql_text.h"

namespace fairpca {
namespace {

constexpr const char* kSqlHead =
    "-- Coordinates of rows under a fairpca model.  A missing cell is NULL; categories are "
    "compared\n"
    "-- as text.  A row with a cell that the model does not take has NULL for coordinates.\n";

/// `text` between `quote`s, those inside doubled.
std::string sql_quoted(const std::string& text, char quote) {
  require_no_zero_byte(text, "SQL");
  std::string quoted(1, quote);
  for (const char c : text) quoted.append(c == quote ? 2 : 1, c);
  return quoted + quote;
}

/// The encoded columns, centred, one expression after another.
class SqlColumns {
 public:
  SqlColumns(const Model& model, const EncodeOptions& options) : model_(model), options_(options) {
    for (const EncodedColumn& column : model.encoding.columns()) {
      if (column.is_dropped) continue;
      if (column.column.kind == ColumnKind::kNumeric) {
        add_number(column);
      } else {
        add_levels(column);
      }
    }
  }

  const std::vector<std::string>& expressions() const { return expressions_; }

 private:
  double next_mean() const { return model_.mean(static_cast<Index>(expressions_.size())); }

  /// What a missing cell becomes.
  std::string missing() const {
    return options_.missing == MissingCells::kMean ? sql_number(next_mean()) : "NULL";
  }

  void add(const std::string& encoded) { expressions_.push_back(encoded + sql_minus(next_mean())); }

  void add_number(const EncodedColumn& column) {
    const std::string cell =
        fmt::format("CAST(source.{} AS DOUBLE PRECISION)", sql_quoted(column.column.name, '"'));
    const bool fills = options_.missing == MissingCells::kMean;
    add(fills ? fmt::format("COALESCE({}, {})", cell, missing()) : cell);
  }

  void add_levels(const EncodedColumn& column) {
    std::string cell =
        fmt::format("CAST(source.{} AS VARCHAR)", sql_quoted(column.column.name, '"'));
    if (column.missing_is_level) {
      cell = fmt::format("COALESCE({}, {})", cell, sql_quoted(std::string(kMissingLevel), '\''));
    }
    // One expression that is NULL makes the whole row so.
    std::string unseen = unseen_case(column, cell);
    for (const std::string& level : column.levels) {
      add(fmt::format("CASE WHEN {0} IS NULL THEN {1} WHEN {0} = {2} THEN 1e0{3} ELSE 0e0 END",
                      cell, missing(), sql_quoted(level, '\''), unseen));
      unseen.clear();
    }
  }

  std::string unseen_case(const EncodedColumn& column, const std::string& cell) const {
    if (options_.unseen == UnseenLevel::kZeros) return "";
    std::vector<std::string> known;
    for (const auto* levels : {&column.levels, &column.dropped_levels}) {
      for (const std::string& level : *levels) known.push_back(sql_quoted(level, '\''));
    }
    return fmt::format(" WHEN {} NOT IN ({}) THEN NULL", cell, fmt::join(known, ", "));
  }

  const Model& model_;
  const EncodeOptions& options_;
  std::vector<std::string> expressions_;
};

/// The coordinates of a linear model, in terms of x1, x2...
std::vector<std::string> linear_coordinates(const Model& model) {
  const RowMatrix weights = weights_of(model);
  std::vector<std::string> coordinates;
  for (Index j = 0; j < weights.cols(); ++j) {
    std::vector<std::string> terms;
    for (Index k = 0; k < weights.rows(); ++k) {
      terms.push_back(fmt::format("x{} * {}", k + 1, sql_number(weights(k, j))));
    }
    coordinates.push_back(nested_sum(terms));
  }
  return coordinates;
}

}  // namespace

std::string sql_of(const Model& model, const ExportSettings& settings) {
  const SqlColumns columns(model, settings.encode);
  SqlSelect select;
  std::vector<std::string> encoded, named;
  for (const std::string& column : settings.kept) {
    const std::string name = sql_quoted(column, '"');
    select.kept.push_back(fmt::format("k{}", select.kept.size() + 1));
    named.push_back(fmt::format("{} AS {}", select.kept.back(), name));
    encoded.push_back(fmt::format("source.{} AS {}", name, select.kept.back()));
  }
  for (const std::string& expression : columns.expressions()) {
    const std::size_t k = encoded.size() - select.kept.size() + 1;
    encoded.push_back(fmt::format("{} AS x{}", expression, k));
  }
  select.text = sql_select(encoded, fmt::format("{} AS source", sql_quoted(settings.table, '"')));
  const std::vector<std::string> coordinates =
      model.mixture ? mixture_coordinates(model, select) : linear_coordinates(model);
  for (const std::string& coordinate : coordinates) {
    const std::size_t j = named.size() - select.kept.size() + 1;
    named.push_back(fmt::format("{} AS pc{}", coordinate, j));
  }
  return fmt::format("{}{}", kSqlHead, sql_select(named, sql_nested(select.text)));
}

}  // namespace fairpca
