// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "export/formats.h"

namespace fairpca {
namespace {

constexpr const char* kCHead =
    R"c(/* Coordinates of a row under a fairpca model.  C99; nothing else is needed.

   int fairpca_transform(const double* numbers, const char* const* categories, double* out);

   numbers: FAIRPCA_NUMBERS of them, in the order of fairpca_number_names; NaN is a missing cell.
   categories: FAIRPCA_CATEGORIES texts in UTF-8, in the order of fairpca_category_names; NULL is a
   missing cell.  out: room for FAIRPCA_DIMENSIONS coordinates.
   Returns 0; or, for the first cell that the model does not take, its place counted from 1, numbers
   before categories, and `out` is then not to be used.  Allocates nothing; for any thread. */
#include <math.h>
#include <string.h>

)c";

constexpr const char* kCBody = R"c(
static int level_of(const struct column* column, const char* text) {
  int i;
  for (i = 0; i < column->levels + column->dropped; ++i) {
    if (strcmp(texts[column->text + i], text) == 0) return i;
  }
  return -1;
}

static void add(double x, int k, double* out) {
  int j;
  for (j = 0; j < FAIRPCA_DIMENSIONS; ++j) out[j] += (x - mean[k]) * weights[k][j];
}

int fairpca_transform(const double* numbers, const char* const* categories, double* out);

int fairpca_transform(const double* numbers, const char* const* categories, double* out) {
  int i, k, number = 0, category = 0;
  for (i = 0; i < FAIRPCA_DIMENSIONS; ++i) out[i] = 0;
  for (i = 0; i < COLUMNS; ++i) {
    const struct column* column = &columns[i];
    if (!column->is_category) {
      const double x = numbers[number++];
      if (isfinite(x)) {
        add(x, column->first, out);
      } else if (!isnan(x) || !FILLS_MISSING) {
        return number;
      }
    } else {
      const char* text = categories[category++];
      int level;
      if (text == NULL && column->missing_is_level) text = missing_level;
      if (text == NULL && FILLS_MISSING) continue;
      if (text == NULL) return FAIRPCA_NUMBERS + category;
      level = level_of(column, text);
      if (level < 0 && !TAKES_UNSEEN) return FAIRPCA_NUMBERS + category;
      for (k = 0; k < column->levels; ++k) add(level == k, column->first + k, out);
    }
  }
  return 0;
}
)c";

/// A string literal of printable ASCII, whatever the text; no trigraphs.
std::string c_literal(std::string_view text) {
  require_no_zero_byte(text, "a C string");
  std::string literal = "\"";
  for (const char c : text) {
    const bool is_plain = c >= ' ' && c <= '~' && c != '"' && c != '\\' && c != '?';
    literal +=
        is_plain ? std::string(1, c) : fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  }
  return literal + "\"";
}

/// What is in the tables of the C file, as text.
struct CTables {
  std::vector<std::string> columns, texts, number_names, category_names;
};

CTables c_tables(const Encoding& encoding) {
  CTables tables;
  std::size_t first = 0;
  for (const EncodedColumn& column : encoding.columns()) {
    if (column.is_dropped) continue;
    const bool is_category = column.column.kind == ColumnKind::kCategorical;
    (is_category ? tables.category_names : tables.number_names)
        .push_back(c_literal(column.column.name));
    tables.columns.push_back(fmt::format("{{{:d}, {}, {}, {}, {}, {:d}}}", is_category, first,
                                         column.levels.size(), column.dropped_levels.size(),
                                         tables.texts.size(), column.missing_is_level));
    for (const auto* levels : {&column.levels, &column.dropped_levels}) {
      for (const std::string& level : *levels) tables.texts.push_back(c_literal(level));
    }
    first += is_category ? column.levels.size() : 1;
  }
  return tables;
}

/// `TYPE NAME = {...};` one entry per line; texts end in NULL, so that no array is empty.
std::string c_array(const std::string& declaration, std::vector<std::string> entries,
                    bool ends_in_null = false) {
  if (ends_in_null) entries.emplace_back("NULL");
  return fmt::format("{} = {{\n  {}\n}};\n", declaration, fmt::join(entries, ",\n  "));
}

std::vector<std::string> c_rows(const RowMatrix& numbers) {
  std::vector<std::string> rows;
  for (Index k = 0; k < numbers.rows(); ++k) {
    const double* row = numbers.data() + k * numbers.cols();
    rows.push_back(fmt::format("{{{}}}", fmt::join(row, row + numbers.cols(), ", ")));
  }
  return rows;
}

std::vector<std::string> c_numbers(const Vector& numbers) {
  std::vector<std::string> texts;
  for (const double x : numbers) texts.push_back(fmt::format("{}", x));
  return texts;
}

}  // namespace

std::string c_source_of(const Model& model, const ExportSettings& settings) {
  const CTables tables = c_tables(model.encoding);
  const RowMatrix weights = weights_of(model);
  std::string text = kCHead;
  text += fmt::format("enum {{\n  FAIRPCA_NUMBERS = {},\n  FAIRPCA_CATEGORIES = {},\n",
                      tables.number_names.size(), tables.category_names.size());
  text += fmt::format("  FAIRPCA_DIMENSIONS = {},\n  COLUMNS = {},\n  ENCODED = {},\n",
                      weights.cols(), tables.columns.size(), weights.rows());
  text += fmt::format("  FILLS_MISSING = {:d},\n  TAKES_UNSEEN = {:d}\n}};\n\n",
                      settings.encode.missing == MissingCells::kMean,
                      settings.encode.unseen == UnseenLevel::kZeros);
  text += c_array("const char* const fairpca_number_names[]", tables.number_names, true);
  text += c_array("const char* const fairpca_category_names[]", tables.category_names, true);
  text += "\n/* Its levels are columns `first`... of the tables, their names texts[text]... */\n";
  text += "struct column { int is_category, first, levels, dropped, text, missing_is_level; };\n";
  text += c_array("static const struct column columns[COLUMNS]", tables.columns);
  text += fmt::format("static const char missing_level[] = {};\n", c_literal(kMissingLevel));
  text += c_array("static const char* const texts[]", tables.texts, true);
  text += c_array("static const double mean[ENCODED]", c_numbers(model.mean));
  text += c_array("static const double weights[ENCODED][FAIRPCA_DIMENSIONS]", c_rows(weights));
  return text + kCBody;
}

}  // namespace fairpca
