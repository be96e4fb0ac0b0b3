// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/fit.h"

#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "fairpca/model/model_file.h"
#include "fairpca/version.h"
#include "files/temporary_folder.h"
#include "fit/grouped_rows.h"
#include "text/codes_of.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace fit_test {

using ::testing::ElementsAre;

std::string bytes_of(const Model& model) {
  const TemporaryFolder folder;
  const auto path = folder.file("model.fpca");
  write_model(model, path);
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

TEST(FitRowsTest, ModelBytesDoNotDependOnTheNumberOfThreads) {
  const GroupedRows data = random_groups({9000, 7000}, 11, 1);  // several chunks
  for (const std::string method : {"pca", "ppca"}) {
    FitSettings settings{.method = method, .dimensions = {Index{4}}};
    const std::string one = bytes_of(fit(data, settings).model);
    for (const int threads : {2, 3, 7}) {
      settings.pass.threads = threads;
      EXPECT_EQ(bytes_of(fit(data, settings).model), one) << method << ' ' << threads;
    }
  }
}

TEST(FitRowsTest, MomentsGiveTheModelTheirRowsGive) {
  const GroupedRows data = random_groups({70, 50}, 5, 2);
  const FitSettings settings{.dimensions = {Index{2}}, .preparation = {.standardize = true}};
  MatrixRows source(data.table());
  const GroupMoments moments = accumulate_moments(source);
  const TimedFit from_moments = fit_moments(moments, settings);
  Model from_rows = fit(data, settings).model;
  EXPECT_FALSE(from_moments.fit.model.bandwidth);
  EXPECT_TRUE(from_rows.bandwidth);
  from_rows.bandwidth.reset();  // it needs rows
  EXPECT_EQ(bytes_of(from_moments.fit.model), bytes_of(from_rows));
  EXPECT_EQ(from_moments.seconds.read, 0);
}

TEST(FitRowsTest, TheLabelIsNamedInTheModelAndChangesNothingElse) {
  const GroupedRows data = random_groups({70, 50}, 5, 3);
  Table table = data.table();
  table.schema.label = "income";
  table.label.levels = {"no", "yes"};
  for (int i = 0; i < 120; ++i) table.label.codes.push_back(i % 3 == 0 ? 1 : 0);
  MatrixRows labelled(table);
  Model with_label = fit_rows(labelled, {}).fit.model;
  EXPECT_EQ(with_label.label_column, "income");
  with_label.label_column.reset();
  EXPECT_EQ(bytes_of(with_label), bytes_of(fit(data, {}).model));
}

TEST(FitRowsTest, IntegerWeightsAreRepeatedRows) {
  GroupedRows data = random_groups({40, 30}, 4, 4);
  Table weighted = data.table();
  weighted.schema.weight = "w";
  GroupedRows repeated = data;
  repeated.codes.clear();
  std::vector<Index> rows;
  for (Index i = 0; i < 70; ++i) {
    weighted.weights.push_back(static_cast<double>(1 + i % 3));
    for (Index k = 0; k <= i % 3; ++k) {
      rows.push_back(i);
      repeated.codes.push_back(data.codes[static_cast<std::size_t>(i)]);
    }
  }
  repeated.rows = data.rows(rows, Eigen::all);
  MatrixRows source(weighted);
  const Fit ours = fit_rows(source, {}).fit;
  const Fit oracle = fit(repeated, {});
  EXPECT_NEAR(ours.report.reconstruction_error, oracle.report.reconstruction_error, 1e-11);
  EXPECT_NEAR(*ours.report.groups[1].loss, *oracle.report.groups[1].loss, 1e-11);
  EXPECT_LE((ours.model.projection.components - oracle.model.projection.components).norm(), 1e-9);
  EXPECT_EQ(ours.model.rows, 70);
}

TEST(FitRowsTest, TheModelSaysWhereItComesFrom) {
  const Model model = fit(random_groups({70, 50}, 5, 5), {.dimensions = {Index{3}}}).model;
  EXPECT_EQ(model.method, "pca");
  EXPECT_EQ(model.requested_dimensions, 3);
  EXPECT_EQ(model.rows, 120);
  EXPECT_EQ(model.weight, 120);
  EXPECT_EQ(model.protected_columns, std::vector<std::string>{"sex"});
  EXPECT_EQ(model.provenance.program_version, kVersion);
  EXPECT_EQ(model.provenance.status, "optimal");
  EXPECT_TRUE(model.provenance.certified);
  EXPECT_TRUE(model.bandwidth.has_value());
}

TEST(FitRowsTest, SmallGroupsAreWarnedOfAndTheirNumbersStayOutOfTheModel) {
  const GroupedRows data = random_groups({60, 9, 1}, 4, 6);
  const Fit result = fit(data, {.method = "ppca"});
  std::map<std::string, std::string> warned;
  for (const Message& warning : result.report.warnings) {
    warned[warning.argument("group")] = warning.code();
  }
  EXPECT_EQ(warned["level 1"], "small-group");
  EXPECT_EQ(warned["level 2"], "single-row-group");
  EXPECT_FALSE(warned.contains("level 0"));
  ASSERT_EQ(result.model.groups.size(), 3u);
  EXPECT_TRUE(result.model.groups[0].reconstruction_error.has_value());
  for (const std::size_t g : {1u, 2u}) {
    EXPECT_FALSE(result.model.groups[g].reconstruction_error.has_value());
    EXPECT_FALSE(result.model.groups[g].loss.has_value());
    EXPECT_TRUE(std::isnan(result.model.groups[g].log_likelihood.value()));
    EXPECT_FALSE(result.model.groups[g].weight.has_value());
    EXPECT_FALSE(result.report.groups[g].reconstruction_error.has_value());
  }
  const Fit asked = fit(data, {.min_group_size = 0});
  EXPECT_TRUE(asked.model.groups[2].reconstruction_error.has_value());
  EXPECT_THAT(codes_of(asked.report.warnings), ElementsAre("single-row-group"));
}

TEST(FitRowsTest, WithoutProtectedColumnsThereAreNoGroups) {
  GroupedRows data = random_groups({50}, 4, 7);
  data.levels.clear();
  const Fit result = fit(data, {});
  EXPECT_TRUE(result.report.groups.empty());
  EXPECT_TRUE(result.report.warnings.empty());
}

TEST(FitRowsTest, MissingCellsOfMomentsAreRejectedAndSoAreNoRows) {
  for (const MissingCells missing : {MissingCells::kMean, MissingCells::kModel}) {
    const Message rejection =
        rejection_of([&] { fit_moments(GroupMoments(), {.method = "ppca", .missing = missing}); });
    EXPECT_EQ(rejection.code(), "missing-cells-of-moments");
    EXPECT_EQ(rejection.option(), "missing");
    EXPECT_EQ(rejection.argument("value"), missing == MissingCells::kMean ? "mean" : "model");
  }
  EXPECT_EQ(rejection_of([] { fit_moments(GroupMoments(), {}); }).code(), "no-rows");
}

TEST(FitRowsTest, AMissingCellIsRejectedWithWhatCanBeDoneAboutIt) {
  GroupedRows data = random_groups({20, 20}, 3, 10);
  data.rows(4, 1) = std::numeric_limits<double>::quiet_NaN();
  for (const std::string method : {"pca", "ppca"}) {
    const Message rejection = rejection_of([&] { fit(data, {.method = method}); });
    EXPECT_EQ(rejection.code(), "missing-cell");
    EXPECT_EQ(rejection.place().row, 5);
    EXPECT_EQ(rejection.place().column, "c2");
    std::vector<Setting> ways = {{"missing", "mean"}, {"missing", "drop-row"}};
    if (method == "ppca") ways.push_back({"missing", "model"});
    EXPECT_EQ(rejection.ways_out(), ways);
  }
}

TEST(FitRowsTest, AMeanFarFromTheRowsIsNotedAndWhereItsRoundingDecidesWarnedOf) {
  GroupedRows data = random_groups({60, 40}, 3, 11);
  data.rows.col(0).array() += 1e7;
  const Fit noted = fit(data, {});
  EXPECT_THAT(codes_of(noted.report.notes), ElementsAre("mean-rounding"));
  EXPECT_EQ(noted.report.notes[0].argument("column"), "c1");
  EXPECT_EQ(noted.report.status, Status::kOptimal);
  data.rows.col(0).array() += 1e12;
  const Fit warned = fit(data, {});
  EXPECT_THAT(codes_of(warned.report.warnings), ElementsAre("mean-rounding-decides"));
  EXPECT_EQ(warned.report.warnings[0].argument("column"), "c1");
  EXPECT_EQ(warned.report.status, Status::kConverged);
}

TEST(FitRowsTest, NumbersOfWarningsAreWithheldWithTheOthers) {
  const GroupedRows data = random_groups({60, 60, 3}, 4, 12);
  const FitSettings settings{
      .method = "fair-pca", .options = {{"nested", true}}, .dimensions = {Index{2}}};
  const auto cost_of = [](const Fit& fit) {
    for (const Message& warning : fit.report.warnings) {
      if (warning.code() == "nesting-cost") return warning;
    }
    throw std::runtime_error("no warning of the cost of nesting");
  };
  FitSettings open = settings;
  open.min_group_size = 0;
  EXPECT_GT(std::stod(cost_of(fit(data, open)).argument("objective")), 0);
  const Message hidden = cost_of(fit(data, settings));
  EXPECT_EQ(hidden.argument("objective"), "(withheld)");
  EXPECT_EQ(hidden.text().find_first_of("0123456789"), std::string::npos) << hidden.text();
}

TEST(FitRowsTest, AnObserverStopsThePass) {
  const GroupedRows data = random_groups({9000}, 3, 9);
  FitSettings settings;
  settings.pass.observer = [](const PassProgress&) { return Flow::kStop; };
  EXPECT_THROW(fit(data, settings), Stopped);
}

}  // namespace fit_test
}  // namespace fairpca
