// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/mbfpca/stored_loadings.h"

#include <fmt/format.h>

namespace fairpca {

std::string StoredLoadings::file(const UciSet& set, Index dimensions) {
  return fmt::format("published_results/mbfpca_loadings_{}_d{}.csv.gz", set.id, dimensions);
}

StoredLoadings::StoredLoadings(const StudyRuns& runs, const UciSet& set, Index dimensions)
    : table_(runs.data_file(file(set, dimensions))), dimensions_(dimensions) {}

std::vector<std::size_t> StoredLoadings::rows_of(const TableLine& line) const {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table_.rows(); ++row) {
    const bool is_it =
        table_.text(row, "method") == line.published && table_.text(row, "param") == line.loading;
    if (is_it) rows.push_back(row);
  }
  return rows;
}

Matrix StoredLoadings::loadings(const TableLine& line, Index split) const {
  const std::string wanted = fmt::format("{}", split);
  std::vector<std::size_t> rows = rows_of(line);
  std::erase_if(rows, [&](std::size_t row) { return table_.text(row, "split") != wanted; });
  Matrix loadings(static_cast<Index>(rows.size()), dimensions_);
  for (Index i = 0; i < loadings.rows(); ++i) {
    for (Index j = 0; j < dimensions_; ++j) {
      loadings(i, j) = table_.number(rows[static_cast<std::size_t>(i)], fmt::format("pc{}", j + 1));
    }
  }
  return loadings;
}

std::vector<double> StoredLoadings::communality(const TableLine& line,
                                                const std::string& feature) const {
  std::vector<double> values;
  for (const std::size_t row : rows_of(line)) {
    if (table_.text(row, "feature") != feature) continue;
    double sum = 0;
    for (Index j = 0; j < dimensions_; ++j) {
      const double loading = table_.number(row, fmt::format("pc{}", j + 1));
      sum += loading * loading;
    }
    values.push_back(sum);
  }
  return values;
}

}  // namespace fairpca
