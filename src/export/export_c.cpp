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

/// Levels are compared here and cells handed on; add() does with a number what the model needs.
constexpr const char* kCEncode = R"c(
static int level_of(const struct column* column, const char* text) {
  int i;
  for (i = 0; i < column->levels + column->dropped; ++i) {
    if (strcmp(texts[column->text + i], text) == 0) return i;
  }
  return -1;
}

static int encode(const double* numbers, const char* const* categories, double* out) {
  int i, k, number = 0, category = 0;
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

int fairpca_transform(const double* numbers, const char* const* categories, double* out);
)c";

constexpr const char* kCLinearAdd = R"c(
static void add(double x, int k, double* out) {
  int j;
  for (j = 0; j < FAIRPCA_DIMENSIONS; ++j) out[j] += (x - mean[k]) * weights[k][j];
}
)c";

constexpr const char* kCLinearTransform = R"c(
int fairpca_transform(const double* numbers, const char* const* categories, double* out) {
  int j;
  for (j = 0; j < FAIRPCA_DIMENSIONS; ++j) out[j] = 0;
  return encode(numbers, categories, out);
}
)c";

constexpr const char* kCMixtureAdd = R"c(
static void add(double x, int k, double* out) { out[k] = (x - mean[k]) / scale[k]; }
)c";

constexpr const char* kCMixtureTransform = R"c(
/* Coordinates along the axes of component c; returns the log of its share of the density. */
static double describe(const double* x, int c, double* along) {
  double within = 0, across = 0;
  int i, j;
  for (j = 0; j < LATENT; ++j) {
    along[j] = 0;
    for (i = 0; i < ENCODED; ++i) along[j] += frame[c * LATENT + j][i] * (x[i] - center[c][i]);
    within += along[j] * along[j] / variance[c][j];
  }
  for (i = 0; i < ENCODED; ++i) {
    double rest = x[i] - center[c][i];
    for (j = 0; j < LATENT; ++j) rest -= along[j] * frame[c * LATENT + j][i];
    across += rest * rest;
  }
  return log_weight[c] - 0.5 * (within + across / noise_variance[c]);
}

int fairpca_transform(const double* numbers, const char* const* categories, double* out) {
  double x[ENCODED] = {0}, along[COMPONENTS][LATENT], share[COMPONENTS], largest, sum = 0;
  const int place = encode(numbers, categories, x);
  int c, j;
  if (place != 0) return place;
  for (c = 0; c < COMPONENTS; ++c) share[c] = describe(x, c, along[c]);
  largest = share[0];
  for (c = 1; c < COMPONENTS; ++c) largest = share[c] > largest ? share[c] : largest;
  for (c = 0; c < COMPONENTS; ++c) {
    share[c] = largest > -HUGE_VAL ? exp(share[c] - largest) : 1;
    sum += share[c];
  }
  for (j = 0; j < FAIRPCA_DIMENSIONS; ++j) out[j] = 0;
  for (c = 0; c < COMPONENTS; ++c) {
    for (j = 0; j < LATENT; ++j) {
      out[IN_BLOCKS ? c * LATENT + j : j] += share[c] / sum * coordinate_scale[c][j] * along[c][j];
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

std::string c_linear_tables(const Model& model) {
  return c_array("static const double weights[ENCODED][FAIRPCA_DIMENSIONS]",
                 c_rows(weights_of(model)));
}

std::string c_mixture_tables(const Model& model) {
  const PpcaMixture& mixture = *model.mixture;
  const Index count = mixture.size(), q = mixture.latent_dimensions(), p = mixture.dim();
  Vector log_weights(count), noise(count);
  RowMatrix centers(count, p), frames(count * q, p), variances(count, q), stretches(count, q);
  const std::vector<ExportedComponent> parts = exported_components(mixture);
  for (Index c = 0; c < count; ++c) {
    const ExportedComponent& part = parts[static_cast<std::size_t>(c)];
    log_weights(c) = part.log_weight;
    noise(c) = part.gaussian->noise_variance;
    centers.row(c) = part.gaussian->mean.transpose();
    frames.middleRows(c * q, q) = part.gaussian->frame.transpose();
    variances.row(c) = part.gaussian->variance.transpose();
    stretches.row(c) = part.coordinate_scale.transpose();
  }
  return fmt::format("enum {{ COMPONENTS = {}, LATENT = {}, IN_BLOCKS = {:d} }};\n", count, q,
                     mixture.embedding == Embedding::kBlocks) +
         c_array("static const double scale[ENCODED]", c_numbers(model.scale)) +
         c_array("static const double log_weight[COMPONENTS]", c_numbers(log_weights)) +
         c_array("static const double noise_variance[COMPONENTS]", c_numbers(noise)) +
         c_array("static const double center[COMPONENTS][ENCODED]", c_rows(centers)) +
         c_array("static const double frame[COMPONENTS * LATENT][ENCODED]", c_rows(frames)) +
         c_array("static const double variance[COMPONENTS][LATENT]", c_rows(variances)) +
         c_array("static const double coordinate_scale[COMPONENTS][LATENT]", c_rows(stretches));
}

}  // namespace

std::string c_source_of(const Model& model, const ExportSettings& settings) {
  const CTables tables = c_tables(model.encoding);
  std::string text = kCHead;
  text += fmt::format("enum {{\n  FAIRPCA_NUMBERS = {},\n  FAIRPCA_CATEGORIES = {},\n",
                      tables.number_names.size(), tables.category_names.size());
  text += fmt::format("  FAIRPCA_DIMENSIONS = {},\n  COLUMNS = {},\n  ENCODED = {},\n",
                      model.dimensions(), tables.columns.size(), model.mean.size());
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
  if (model.mixture) {
    text += c_mixture_tables(model);
    return text + kCMixtureAdd + kCEncode + kCMixtureTransform;
  }
  return text + c_linear_tables(model) + kCLinearAdd + kCEncode + kCLinearTransform;
}

}  // namespace fairpca
