// SPDX-License-Identifier: BSD-3-Clause
// Plain and fair PCA of a table in memory: what each group pays, the certificate, the model file.
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "fairpca/error.h"
#include "fairpca/fit/fit.h"
#include "fairpca/model/model_file.h"
#include "toy_table.h"

using namespace fairpca;

namespace {

double worst_loss(const Fit& fit) {
  double worst = 0;
  for (const GroupSummary& group : fit.report.groups) worst = std::max(worst, *group.loss);
  return worst;
}

Fit fit_with(const SyntheticData& data, const FitSettings& settings) {
  MatrixRows rows(table_of(data));
  const Fit fit = fit_rows(rows, settings).fit;
  std::printf("%s: %.1f %% of the variance in one component\n", settings.method.c_str(),
              100 * fit.report.explained_variance_ratio);
  for (const GroupSummary& group : fit.report.groups) {
    std::printf("  group %s: error %.4f, %.4f more than with its own PCA\n", group.name.c_str(),
                *group.reconstruction_error, *group.loss);
  }
  return fit;
}

}  // namespace

int main() {
  // Two groups that vary in different directions (Vu et al., 2022).
  const SyntheticData toy = synthesize("rfpca-toy", {.seed = 1});
  FitSettings settings;
  settings.dimensions.wanted = Index{1};
  const Fit plain = fit_with(toy, settings);

  settings.method = "fair-pca";
  settings.options["criterion"] = std::string("loss");
  const Fit fair = fit_with(toy, settings);
  std::printf("no projection has a worst loss below %.6f; this one has %.6f (certified: %s)\n",
              fair.report.bound, fair.report.objective, fair.report.certified ? "yes" : "no");

  const std::filesystem::path file = std::filesystem::temp_directory_path() / "fair_fit.fpca";
  write_model(fair.model, file);
  const Model model = read_model(file);
  std::filesystem::remove(file);
  RowMatrix row(1, 2);
  row << 1.0, -0.5;
  std::printf("(1, -0.5) has coordinate %.4f\n", model.transform(row)(0, 0));

  try {
    settings.options["tolerance"] = 2.0;
    fit_with(toy, settings);
  } catch (const InvalidArgument& error) {
    std::printf("%s: %s\n", std::string(error.message().code()).c_str(), error.what());
  }
  return fair.report.certified && worst_loss(fair) < worst_loss(plain) ? 0 : 1;
}
