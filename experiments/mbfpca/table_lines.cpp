// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/mbfpca/table_lines.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace fairpca {
namespace {

constexpr std::size_t kStoredSplits = 10;
constexpr const char* kLoadingsMetrics = "published_results/mbfpca_loadings_metrics.csv";
constexpr const char* kPerSplit = "published_results/mbfpca_uci_per_split.csv";

/// Fills what is missing of `values` from the rows of a stored file that are of the line.
void fill_from(const PublishedTable& table, const TableLine& line, const std::string& settings,
               const std::string& column, std::vector<double>& values) {
  const std::string dimensions = fmt::format("{}", line.dimensions);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const bool is_it = table.text(row, "dataset") == line.set->id &&
                       table.text(row, "method") == line.published &&
                       table.text(row, "param") == settings && table.text(row, "d") == dimensions;
    if (!is_it) continue;
    double& value = values.at(static_cast<std::size_t>(table.number(row, "split")));
    if (std::isnan(value)) value = table.number(row, column);
  }
}

bool has_loadings_column(const std::string& column) {
  return column.starts_with("expvar") || column.starts_with("mmd2");
}

}  // namespace

std::string TableLine::row() const {
  return fmt::format("{}, d = {}", set->title, dimensions);
}

std::vector<TableLine> table_lines(const UciSet& set, Index dimensions) {
  const std::string mu = dimensions == 2 ? "0.01" : "0.1";
  return {{&set, dimensions, "PCA", "PCA", "", "", UciMethods::kLinear, kPcaArm},
          {&set, dimensions, "FPCA (0.1, 0.01)", "FPCA", "0.1;0.01", "0.1", UciMethods::kLinear,
           kFpcaArm},
          {&set, dimensions, fmt::format("FPCA (0, {})", mu), "FPCA", fmt::format("0;{}", mu), "0",
           UciMethods::kLinear, kFpcaMeanArm},
          {&set, dimensions, "MbF-PCA (1e-3)", "MBF-PCA", "1e-3", "1e-3", UciMethods::kRelaxed,
           kMbfArm, kMbfOwnArm},
          {&set, dimensions, "MbF-PCA (1e-6)", "MBF-PCA", "1e-6", "1e-6", UciMethods::kStrict,
           kMbfArm, kMbfOwnArm}};
}

std::vector<double> line_values(StudyRuns& runs, const TableLine& line, const std::string& measure,
                                MeasuredRows rows, bool is_own) {
  return values_over_splits(runs.result(line.study()),
                            {.arm = is_own ? line.own_arm : line.arm,
                             .dimensions = fmt::format("{}", line.dimensions),
                             .measure = measure,
                             .rows = rows});
}

std::vector<double> stored_values(const StudyRuns& runs, const TableLine& line,
                                  const std::string& column) {
  std::vector<double> values(kStoredSplits, std::numeric_limits<double>::quiet_NaN());
  if (has_loadings_column(column)) {
    fill_from(PublishedTable(runs.data_file(kLoadingsMetrics)), line, line.loading, column, values);
  }
  fill_from(PublishedTable(runs.data_file(kPerSplit)), line, line.settings, column, values);
  return values;
}

std::vector<std::string> stored_files() {
  return {kLoadingsMetrics, kPerSplit};
}

}  // namespace fairpca
