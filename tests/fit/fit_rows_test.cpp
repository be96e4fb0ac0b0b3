// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/fit_rows.h"

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "fairpca/model/model_file.h"
#include "fairpca/version.h"
#include "files/temporary_folder.h"
#include "fit/grouped_rows.h"

namespace fairpca {
namespace fit_rows_test {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

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
  EXPECT_EQ(bytes_of(from_moments.fit.model), bytes_of(fit(data, settings).model));
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
  EXPECT_FALSE(model.bandwidth.has_value());
}

TEST(FitRowsTest, SmallGroupsAreToldOfAndTheirNumbersStayOutOfTheModel) {
  const GroupedRows data = random_groups({60, 9, 1}, 4, 6);
  const Fit result = fit(data, {.method = "ppca"});
  EXPECT_THAT(
      result.report.warnings,
      Contains(HasSubstr("group 'level 1' has 9 rows, fewer than the minimum group size of 10")));
  EXPECT_THAT(result.report.warnings, Contains(HasSubstr("group 'level 2' has a single row")));
  ASSERT_EQ(result.model.groups.size(), 3u);
  EXPECT_TRUE(result.model.groups[0].reconstruction_error.has_value());
  for (const std::size_t g : {1u, 2u}) {
    EXPECT_FALSE(result.model.groups[g].reconstruction_error.has_value());
    EXPECT_FALSE(result.model.groups[g].loss.has_value());
    EXPECT_TRUE(std::isnan(result.model.groups[g].measures.at("log_likelihood")));
    EXPECT_FALSE(result.model.groups[g].weight.has_value());
    EXPECT_FALSE(result.report.groups[g].reconstruction_error.has_value());
  }
  const Fit asked = fit(data, {.min_group_size = 0});
  EXPECT_TRUE(asked.model.groups[2].reconstruction_error.has_value());
  EXPECT_THAT(asked.report.warnings, testing::ElementsAre(HasSubstr("has a single row")));
}

TEST(FitRowsTest, WithoutProtectedColumnsThereAreNoGroups) {
  GroupedRows data = random_groups({50}, 4, 7);
  data.levels.clear();
  const Fit result = fit(data, {});
  EXPECT_TRUE(result.report.groups.empty());
  EXPECT_TRUE(result.report.warnings.empty());
}

TEST(FitRowsTest, SettingsAreRefusedBeforeARowIsRead) {
  GroupedRows data = random_groups({50}, 4, 8);
  data.rows(0, 0) = std::numeric_limits<double>::infinity();  // reading it would be another error
  const auto expect_refused = [&](const FitSettings& settings, const std::string& message) {
    EXPECT_THAT([&] { fit(data, settings); }, ThrowsMessage<InvalidArgument>(HasSubstr(message)));
  };
  expect_refused({.method = "pcaa"}, "no method is called 'pcaa'");
  expect_refused({.options = {{"lambda", 1.0}}}, "pca has no option 'lambda'");
  expect_refused({.missing = MissingCells::kModel}, "pca has no model of missing cells");
  expect_refused({.min_group_size = -1}, "min_group_size must be >= 0, got -1");
  FitSettings no_threads;
  no_threads.pass.threads = 0;
  expect_refused(no_threads, "threads must be >= 1, got 0");
}

TEST(FitRowsTest, MeansCannotReplaceMissingCellsInMoments) {
  EXPECT_THAT([] { fit_moments(GroupMoments(), {.missing = MissingCells::kMean}); },
              ThrowsMessage<InvalidArgument>(HasSubstr("that needs the rows, read several times")));
  EXPECT_THAT([] { fit_moments(GroupMoments(), {}); },
              ThrowsMessage<InvalidArgument>(HasSubstr("there are no rows to fit")));
}

TEST(FitRowsTest, AnObserverStopsThePass) {
  const GroupedRows data = random_groups({9000}, 3, 9);
  FitSettings settings;
  settings.pass.observer = [](const PassProgress&) { return Flow::kStop; };
  EXPECT_THROW(fit(data, settings), Stopped);
}

}  // namespace fit_rows_test
}  // namespace fairpca
