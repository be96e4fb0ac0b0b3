// SPDX-License-Identifier: BSD-3-Clause
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "fairpca/fit/pca.h"
#include "fit/data_sets.h"

namespace fairpca {
namespace pca_data_test {

/// Rows of numbers under a header.
std::vector<std::vector<double>> published_table(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::vector<std::vector<double>> table;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::istringstream cells(line);
    std::vector<double>& row = table.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(std::stod(cell));
  }
  return table;
}

/// Group A: every level of EDUCATION but 1 and 2; group B: these two.
std::vector<Group> education_groups(const GroupMoments& moments) {
  std::vector<Group> groups = {{"low", {}, {}}, {"high", {}, {}}};
  for (const auto& [key, cell] : moments.cells()) {
    const std::string& level = *key.levels.front();
    groups[level == "1" || level == "2" ? 1 : 0].cells.push_back(key);
  }
  return groups;
}

// A third party's replication of Samadi et al.: PCA of the credit data, errors about the groups'
// own means, and the errors of each group's own PCA.  It divides variances by N - 1.
TEST(PcaDataTest, GroupErrorsAndLossesOnCreditAreThePublishedOnes) {
  const auto data = data_set("extra/default_credit_uci.csv.gz");
  const auto results = data_set("published_results/fairpca_replication_credit_re.csv");
  if (!exists(data) || !exists(results)) GTEST_SKIP() << data << " is not there: set FAIRPCA_DATA";
  ColumnRoles roles;
  roles.protected_columns = {"EDUCATION"};
  roles.dropped = {"ID", "default_payment_next_month"};
  const GroupMoments moments = moments_of_file(data, roles);
  const Preparation preparation = {.standardize = true, .center = Center::kGroup};
  const PreparedMoments prepared = prepare(moments, education_groups(moments), preparation);
  ASSERT_EQ(prepared.rows, 30000);
  const double to_sample = 29999.0 / 30000.0;

  const auto table = published_table(results);
  ASSERT_EQ(table.size(), 22u);
  for (const std::vector<double>& row : table) {
    FitInput input;
    input.moments = &moments;
    input.prepared = &prepared;
    input.preparation = preparation;
    input.dimensions = {static_cast<Index>(row[0])};
    const Fit fit = fit_pca(input);
    EXPECT_TRUE(fit.report.certified);
    for (const std::size_t g : {0u, 1u}) {
      const GroupSummary& group = fit.report.groups[g];
      const double error = row[1 + g], own_error = row[5 + g];
      EXPECT_NEAR(to_sample * *group.reconstruction_error, error, 1e-11 * 22) << row[0];
      const double ours = to_sample * (*group.reconstruction_error - *group.loss);
      EXPECT_LE(ours, own_error + 1e-11 * 22) << row[0];
      EXPECT_GE(ours, own_error - 1e-4) << row[0];
    }
  }
}

}  // namespace pca_data_test
}  // namespace fairpca
