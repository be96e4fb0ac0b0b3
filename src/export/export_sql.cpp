// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include <fmt/format.h>

#include "export/formats.h"

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

/// In full, with an exponent: without it some databases read a decimal of few digits.
std::string sql_number(double value) {
  std::string text = fmt::format("{}", value);
  return text.find('e') == std::string::npos ? text + "e0" : text;
}

/// ` - 2e0`; never two minus signs side by side, which begin a comment.
std::string sql_minus(double value) {
  return (value < 0 ? " + " : " - ") + sql_number(std::abs(value));
}

/// A sum that is nested no deeper than databases allow, however many terms there are.
std::string nested_sum(const std::vector<std::string>& terms) {
  constexpr std::size_t kTogether = 8;
  if (terms.size() <= kTogether) return fmt::format("{}", fmt::join(terms, " + "));
  std::vector<std::string> sums;
  for (std::size_t first = 0; first < terms.size(); first += kTogether) {
    const std::size_t last = std::min(first + kTogether, terms.size());
    const std::vector<std::string> part(terms.begin() + static_cast<std::ptrdiff_t>(first),
                                        terms.begin() + static_cast<std::ptrdiff_t>(last));
    sums.push_back("\n    (" + nested_sum(part) + ")");
  }
  return nested_sum(sums);
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

}  // namespace

std::string sql_of(const Model& model, const ExportSettings& settings) {
  const SqlColumns columns(model, settings.encode);
  std::vector<std::string> outer, inner;
  for (std::size_t i = 0; i < settings.kept.size(); ++i) {
    const std::string name = sql_quoted(settings.kept[i], '"');
    outer.push_back(fmt::format("k{} AS {}", i + 1, name));
    inner.push_back(fmt::format("source.{} AS k{}", name, i + 1));
  }
  for (std::size_t k = 0; k < columns.expressions().size(); ++k) {
    inner.push_back(fmt::format("{} AS x{}", columns.expressions()[k], k + 1));
  }
  const RowMatrix weights = weights_of(model);
  for (Index j = 0; j < weights.cols(); ++j) {
    std::vector<std::string> terms;
    for (Index k = 0; k < weights.rows(); ++k) {
      terms.push_back(fmt::format("x{} * {}", k + 1, sql_number(weights(k, j))));
    }
    outer.push_back(fmt::format("{} AS pc{}", nested_sum(terms), j + 1));
  }
  return fmt::format(
      "{}SELECT\n  {}\nFROM (\n  SELECT\n    {}\n  FROM {} AS source\n) AS encoded\n", kSqlHead,
      fmt::join(outer, ",\n  "), fmt::join(inner, ",\n    "), sql_quoted(settings.table, '"'));
}

}  // namespace fairpca
