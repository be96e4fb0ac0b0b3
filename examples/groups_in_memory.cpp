// SPDX-License-Identifier: BSD-3-Clause
// A table in memory with a protected column: fit a PCA, see what each group pays, save the model,
// and project a new row with it.
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>

#include "fairpca/fit/fit_rows.h"
#include "fairpca/model/model_file.h"
#include "fairpca/rows/matrix_rows.h"
#include "fairpca/synthetic/synthetic.h"

int main() {
  using namespace fairpca;

  // Two groups that vary in different directions (Vu et al., 2022).
  const SyntheticData toy = synthesize("rfpca-toy", {.seed = 1});
  Table table;
  for (const std::string& name : toy.columns) table.schema.features.push_back({name});
  table.schema.protected_columns = {"group"};
  table.numeric = toy.rows;
  table.rows = toy.rows.rows();
  LevelColumn group{.levels = {"0", "1"}, .codes = {}};
  for (const int code : toy.group) group.codes.push_back(code);
  table.protected_levels = {group};

  FitSettings settings;
  settings.method = "pca";
  settings.dimensions.wanted = Index{1};
  MatrixRows rows(table);
  const Fit fit = fit_rows(rows, settings).fit;

  std::printf("%td rows, %.1f %% of the variance in one component\n", fit.model.rows,
              100 * fit.report.explained_variance_ratio);
  for (const GroupSummary& summary : fit.report.groups) {
    std::printf(
        "group %s: %td rows, error %.4f, of which %.4f would be spared by a PCA of its own\n",
        summary.name.c_str(), summary.rows, *summary.reconstruction_error, *summary.loss);
  }

  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / "groups_in_memory.fpca";
  write_model(fit.model, file);
  const Model model = read_model(file);
  std::filesystem::remove(file);

  RowMatrix row(1, 2);
  row << 1.0, -0.5;
  const double coordinate = model.transform(row)(0, 0);
  std::printf("(1, -0.5) has coordinate %.4f\n", coordinate);
  return std::isfinite(coordinate) && fit.report.certified ? 0 : 1;
}
