// SPDX-License-Identifier: BSD-3-Clause
// Fair PCA against published figures; skipped where the data sets are absent.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fairpca/fit/fair_pca.h"
#include "fit/data_sets.h"
#include "fit/eigen_oracles.h"

namespace fairpca {
namespace fair_pca_data_test {

/// Columns of a small CSV of numbers, by name.
using Table = std::map<std::string, std::vector<double>>;

Table read_table(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line, cell;
  std::getline(file, line);
  std::vector<std::string> names;
  for (std::stringstream header(line); std::getline(header, cell, ',');) names.push_back(cell);
  std::map<std::string, std::vector<double>> table;
  while (std::getline(file, line)) {
    std::stringstream cells(line);
    for (const std::string& name : names) {
      std::getline(cells, cell, ',');
      table[name].push_back(std::stod(cell));
    }
  }
  return table;
}

#define SKIP_WITHOUT(path) \
  if (!std::filesystem::exists(path)) GTEST_SKIP() << (path) << " is not there: set FAIRPCA_DATA"

/// Max group loss per d, measured with the authors' EigOpt code on this table standardised with
/// the N - 1 deviation and centred per group.
TEST(FairPcaDataTest, CreditLossesAreThoseOfEigOpt) {
  const auto path = data_set("rfpca/default_credit.csv.gz");
  SKIP_WITHOUT(path);
  constexpr double kEigOpt[] = {0.030189, 0.022287, 0.204505, 0.078388, 0.049908, 0.123583,
                                0.229788, 0.313850, 0.310668, 0.283065, 0.221330, 0.106414,
                                0.011953, 0.008826, 0.008099, 0.002321, 0.001987, 0.001414,
                                0.001349, 0.000967, 0.000573};
  const PreparedMoments moments = prepared(moments_of_file(path, {.protected_columns = {"group"}}),
                                           {.standardize = true, .center = Center::kGroup});
  ASSERT_EQ(moments.covariance.rows(), 22);
  const double n = static_cast<double>(moments.rows);
  for (Index d = 1; d <= 21; ++d) {
    SCOPED_TRACE(d);
    SpectralSolver spectral;
    const ProjectionSolution fair = solve_fair_pca(second_moments(moments), d, {}, spectral);
    EXPECT_EQ(fair.status, Status::kOptimal);
    EXPECT_NEAR(fair.objective * (n - 1) / n, kEigOpt[d - 1], 1e-5);
    EXPECT_LE(fair.objective - fair.bound, 1e-10 * fair.objective);
    EXPECT_LE(spectral.solves(), 20);
  }
}

/// Every dimension of the 14 tables: a gap of 1e-10 within 20 eigen-solves, 12 as a rule.
TEST(FairPcaDataTest, FourteenTablesAreSolvedWithinTheBudget) {
  SKIP_WITHOUT(data_set("rfpca/biodeg.csv"));
  int problems = 0, within_twelve = 0;
  for (const std::string& file : rfpca_files()) {
    const PreparedMoments moments =
        prepared(moments_of_file(data_set("rfpca/" + file), {.protected_columns = {"group"}}),
                 {.standardize = true});
    for (Index d = 1; d < moments.covariance.rows(); ++d) {
      SCOPED_TRACE(fmt::format("{} {}", file, d));
      SpectralSolver spectral;
      const ProjectionSolution fair = solve_fair_pca(second_moments(moments), d, {}, spectral);
      EXPECT_EQ(fair.status, Status::kOptimal);
      EXPECT_TRUE(fair.certified);
      EXPECT_LE(spectral.solves(), 20);
      ++problems;
      within_twelve += spectral.solves() <= 12 ? 1 : 0;
    }
  }
  EXPECT_GE(within_twelve, 0.9 * problems);
}

/// The larger loss of the replication's fair projection, from its stored errors.  The stored
/// `lossFair_max` is its solver's own estimate, on the faces up to 9e-5 below what is attained.
double larger_loss(const Table& errors, std::size_t row) {
  return std::max(errors.at("re_FairA")[row] - errors.at("re_Ahat")[row],
                  errors.at("re_FairB")[row] - errors.at("re_Bhat")[row]);
}

/// A third party's replication: PCA fitted on overall-centred rows and measured on group-centred
/// ones, the fair projections fitted on group-centred rows.  `factor` turns our unit into theirs.
void expect_no_worse_than_replication(const GroupMoments& rows, const std::vector<Group>& groups,
                                      Preparation preparation, double factor,
                                      const std::string& name, Index last) {
  auto errors = read_table(data_set("published_results/fairpca_replication_" + name + "_re.csv"));
  const Matrix covariance = prepare(rows, groups, preparation).covariance;
  preparation.center = Center::kGroup;
  const PreparedMoments centred = prepare(rows, groups, preparation);
  const Matrix& a = centred.groups[0].second_moment;
  const Matrix& b = centred.groups[1].second_moment;
  SpectralSolver spectral;
  for (Index d = 1; d <= last; ++d) {
    SCOPED_TRACE(d);
    const auto row = static_cast<std::size_t>(d - 1);
    const Matrix v = spectral.top(covariance, d).vectors;
    EXPECT_NEAR(factor * (a.trace() - trace_in(a, v)), errors.at("re_A")[row], 1e-6);
    EXPECT_NEAR(factor * (b.trace() - trace_in(b, v)), errors.at("re_B")[row], 1e-6);
    const ProjectionSolution fair = solve_fair_pca({a, b}, d, {}, spectral);
    EXPECT_EQ(fair.status, Status::kOptimal);
    EXPECT_LE(factor * fair.objective, larger_loss(errors, row) + 1e-9);
  }
}

TEST(FairPcaDataTest, CreditIsNoWorseThanTheReplication) {
  const auto path = data_set("extra/default_credit_uci.csv.gz");
  SKIP_WITHOUT(path);
  const GroupMoments rows = moments_of_file(
      path, {.protected_columns = {"EDUCATION"}, .dropped = {"ID", "default_payment_next_month"}});
  Group low, high;
  low.name = "low";
  high.name = "high";
  for (const auto& [key, cell] : rows.cells()) {
    (key.levels[0] == "1" || key.levels[0] == "2" ? high : low).cells.push_back(key);
  }
  const double n = static_cast<double>(rows.rows());  // they divide by the N - 1 deviation
  expect_no_worse_than_replication(rows, {low, high}, {.standardize = true}, (n - 1) / n, "credit",
                                   21);
}

/// 13232 faces of 1764 pixels: a minute, so only on request.
TEST(FairPcaDataTest, FacesAreNoWorseThanTheReplication) {
  if (std::getenv("FAIRPCA_LONG_TESTS") == nullptr) GTEST_SKIP() << "set FAIRPCA_LONG_TESTS";
  const auto path = data_set("lfw/lfw_49x36.csv.gz");
  SKIP_WITHOUT(path);
  const GroupMoments rows = moments_of_file(path, {.protected_columns = {"group"}});
  expect_no_worse_than_replication(rows, form_groups(rows), {.divide_by = 765}, 1, "lfw_sex", 20);
}

}  // namespace fair_pca_data_test
}  // namespace fairpca
