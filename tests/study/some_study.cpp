// SPDX-License-Identifier: BSD-3-Clause
#include "study/some_study.h"

#include "random/random_stream.h"

namespace fairpca {

StudyTable StudyTable::random(Index rows, unsigned seed) {
  constexpr Index kColumns = 5;
  RandomStream random(seed, 1);
  StudyTable made;
  made.numbers.resize(rows, kColumns);
  made.job.levels = {"clerk", "nurse", "smith"};
  made.group.levels = {"a", "b"};
  made.label.levels = {"no", "yes"};
  for (Index row = 0; row < rows; ++row) {
    const bool is_b = random.uniform() < 0.4;
    const double common = random.normal();
    for (Index j = 0; j < kColumns; ++j) {
      const double scale = is_b && j < 2 ? 3 : 1;
      made.numbers(row, j) = scale * random.normal() + (is_b ? 0.7 : 0) + 2 * common;
    }
    made.group.codes.push_back(is_b ? 1 : 0);
    made.job.codes.push_back(static_cast<std::int32_t>(3 * random.uniform()));
    made.label.codes.push_back(common + random.normal() > 0 ? 1 : 0);
  }
  return made;
}

Table StudyTable::table() const {
  Table table;
  for (Index j = 0; j < numbers.cols(); ++j) {
    table.schema.features.push_back({"x" + std::to_string(j + 1), ColumnKind::kNumeric});
  }
  table.schema.features.push_back({"job", ColumnKind::kCategorical});
  table.schema.protected_columns = {"group"};
  table.schema.label = "label";
  table.numeric = numbers;
  table.categorical = {job};
  table.protected_levels = {group};
  table.label = label;
  table.rows = numbers.rows();
  return table;
}

OpenRows StudyTable::open() const {
  return [this] { return std::make_unique<MatrixRows>(table()); };
}

StudySpec quick_spec(const std::string& dimensions, StudySettings study) {
  study.dimensions = dimensions;
  if (study.methods.empty()) study.methods = {"fair-pca", "robust-fair-pca"};
  if (study.measures.empty()) study.measures = {"reconstruction_error", "gap", "loss"};
  FitSettings fit;
  fit.preparation.standardize = true;
  return checked_spec(fit, study);
}

}  // namespace fairpca
