// SPDX-License-Identifier: BSD-3-Clause
#include "study/read_study_folder.h"

#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "files/temporary_folder.h"
#include "study/findings.h"
#include "study/some_study.h"
#include "study/study_cbor.h"
#include "study/study_files.h"

namespace fairpca {
namespace {

namespace fs = std::filesystem;

std::string text_in(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

void put_text(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

StudyTable table_of_groups(int groups) {
  StudyTable table = StudyTable::random(600, 8);
  table.group.levels.clear();
  for (int g = 0; g < groups; ++g) table.group.levels.push_back("group " + std::to_string(g));
  for (std::size_t row = 0; row < table.group.codes.size(); ++row) {
    table.group.codes[row] = static_cast<std::int32_t>(row) % groups;
  }
  return table;
}

/// Every number of the findings, as a text.
std::string text_of(const Findings& findings) {
  std::string text;
  for (const DimensionFindings& dimension : findings.dimensions) {
    text += dimension.dimensions + '\n';
    for (const ComparedMethod& method : dimension.methods) {
      text += method.method + ' ' + method.setting + ' ' + method.problem;
      for (const ComparedNumber& number : method.numbers) {
        text += fmt::format(" {} {} {} {} {}", number.number.value, number.number.interval.low,
                            number.number.interval.high, number.is_best, number.is_like_best);
      }
      text += '\n';
    }
    for (const NotionFinding& notion : dimension.notions) {
      text += notion.group + '|' + notion.other;
      for (const MethodFinding& method : notion.methods) {
        text += fmt::format(" {} {} {} {}", method.method, method.difference,
                            method.difference_interval.low, method.cost_interval.high);
      }
      text += '\n';
    }
  }
  return text + findings.suggested.method + findings.suggested.dimensions;
}

void expect_same_study(const StudyResult& run, const fs::path& folder) {
  const StudyResult read = read_study_folder(folder);
  EXPECT_TRUE(read.is_complete);
  EXPECT_EQ(results_csv(read), text_in(folder / "results.csv"));
  EXPECT_EQ(features_csv(read), text_in(folder / "features.csv"));
  EXPECT_EQ(fits_csv(read), text_in(folder / "fits.csv"));
  EXPECT_EQ(fronts_csv(read), text_in(folder / "fronts.csv"));
  EXPECT_EQ(projections_csv(read), text_in(folder / "projections.csv"));
  EXPECT_EQ(tuning_csv(read), tuning_csv(run));
  EXPECT_EQ(text_of(find_out(read)), text_of(find_out(run)));
  EXPECT_EQ(read.notes, run.notes);
  EXPECT_EQ(read.warnings, run.warnings);
  EXPECT_EQ(read.origin.settings, run.origin.settings);
  EXPECT_EQ(read.origin.data_digest, run.origin.data_digest);
  EXPECT_EQ(read.origin.program_version, run.origin.program_version);
  EXPECT_EQ(read.origin.command, run.origin.command);
  EXPECT_EQ(read.columns.used, run.columns.used);
  EXPECT_EQ(read.plan.label_levels, run.plan.label_levels);
  EXPECT_EQ(read.plan.training_rows, run.plan.training_rows);
  EXPECT_EQ(read.plan.test_rows, run.plan.test_rows);
  EXPECT_EQ(read.spec.fit.preparation.standardize, run.spec.fit.preparation.standardize);
  ASSERT_EQ(read.plan.groups.size(), run.plan.groups.size());
  for (std::size_t g = 0; g < run.plan.groups.size(); ++g) {
    EXPECT_EQ(read.plan.groups[g].name, run.plan.groups[g].name);
    EXPECT_EQ(read.plan.groups[g].rows, run.plan.groups[g].rows);
    EXPECT_EQ(read.plan.groups[g].attribute, run.plan.groups[g].attribute);
  }
  ASSERT_EQ(read.splits.size(), run.splits.size());
  EXPECT_EQ(read.splits.back().digest, run.splits.back().digest);
  EXPECT_EQ(read.splits.back().test, run.splits.back().test);
}

void expect_round_trip(const StudyTable& table, const StudySpec& spec) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "study";
  expect_same_study(run_study(table.open(), spec, {.folder = path, .command = "fairpca compare x"}),
                    path);
}

TEST(ReadStudyFolderTest, AStudyIsReadBackAsItWasRun) {
  expect_round_trip(table_of_groups(2), quick_spec("2,3,0.8"));
  expect_round_trip(table_of_groups(6), quick_spec("2"));
}

TEST(ReadStudyFolderTest, SplitsTuningAndFailedMethodsAreReadBack) {
  const StudyTable table = table_of_groups(2);
  expect_round_trip(table, quick_spec("2", {.splits = {.folds = 3}, .tune = true}));
  expect_round_trip(table, quick_spec("8"));  // possible for pca alone
}

TEST(ReadStudyFolderTest, AllMeasuresAndNoLabelAreReadBack) {
  StudyTable table = table_of_groups(3);
  StudySettings all;
  all.measures = {"reconstruction_error", "gap", "group_auc_linear", "mmd2_u", "communality"};
  expect_round_trip(table, quick_spec("1", all));
  struct Unlabelled : StudyTable {
    OpenRows open_rows() const {
      return [this] {
        Table made = table();
        made.schema.label.reset();
        made.label = {};
        return std::make_unique<MatrixRows>(made);
      };
    }
  };
  const Unlabelled unlabelled{table};
  const TemporaryFolder folder;
  const StudyResult run =
      run_study(unlabelled.open_rows(), quick_spec("2"), {folder.path() / "study"});
  EXPECT_FALSE(read_study_folder(folder.path() / "study").plan.label.has_value());
  expect_same_study(run, folder.path() / "study");
}

TEST(ReadStudyFolderTest, HostileNamesAreReadBack) {
  StudyTable table = table_of_groups(2);
  table.group.levels = {"<script>\",\n]]>", std::string("\x01\0=../", 6) + std::string(300, 'x')};
  expect_round_trip(table, quick_spec("2"));
}

/// A finished study, to be damaged.
class HostileFolderTest : public testing::Test {
 protected:
  void SetUp() override {
    static const StudyTable table = table_of_groups(2);
    run_study(table.open(), quick_spec("2"), {path_});
  }

  /// What is said of the folder as it is now.
  std::string problem() const {
    try {
      read_study_folder(path_);
    } catch (const IoError& error) {
      return error.message().text();
    }
    return "";
  }

  /// The shared facts, changed.
  template <class Change>
  std::string problem_of_shared(const Change& change) const {
    const fs::path path = path_ / "tasks/shared.cbor";
    const std::string before = text_in(path);
    nlohmann::json json = parse_cbor(before, "shared");
    change(json);
    put_text(path, cbor_bytes(json));
    const std::string said = problem();
    put_text(path, before);
    return said;
  }

  template <class Change>
  std::string problem_of_task(const Change& change) const {
    const fs::path path = path_ / "tasks/split-1/pca-d2.cbor";
    const std::string before = text_in(path);
    nlohmann::json json = parse_cbor(before, "task");
    change(json);
    put_text(path, cbor_bytes(json));
    const std::string said = problem();
    put_text(path, before);
    return said;
  }

  std::string problem_of_declaration(const std::string& from, const std::string& to) const {
    const fs::path path = path_ / "study.json";
    const std::string before = text_in(path);
    std::string text = before;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    put_text(path, text);
    const std::string said = problem();
    put_text(path, before);
    return said;
  }

  TemporaryFolder folder_;
  fs::path path_ = folder_.path() / "study";
};

using testing::HasSubstr;

TEST_F(HostileFolderTest, WhatIsNoStudyOrNotFinishedIsNamedWithTheWayOut) {
  EXPECT_EQ(problem(), "");
  EXPECT_THROW(read_study_folder(folder_.path()), IoError);
  EXPECT_THROW(read_study_folder(folder_.path() / "nothing"), IoError);
  EXPECT_THROW(read_study_folder(path_ / "study.json"), IoError);
  for (const char* file : {"tasks/split-1/pca-d2.cbor", "tasks/shared.cbor", "results.csv"}) {
    SCOPED_TRACE(file);
    const std::string before = text_in(path_ / file);
    fs::remove(path_ / file);
    EXPECT_THAT(problem(), HasSubstr(file));
    EXPECT_THAT(problem(), HasSubstr("not finished"));
    EXPECT_THAT(problem(), HasSubstr("resume"));
    put_text(path_ / file, before);
  }
}

TEST_F(HostileFolderTest, FilesCutAnywhereAreNamed) {
  for (const char* file : {"study.json", "tasks/shared.cbor", "tasks/split-1/pca-d2.cbor"}) {
    const std::string before = text_in(path_ / file);
    for (int part = 0; part < 40; ++part) {
      SCOPED_TRACE(testing::Message() << file << ' ' << part);
      put_text(path_ / file, before.substr(0, before.size() * static_cast<std::size_t>(part) / 40));
      EXPECT_THAT(problem(), HasSubstr(file));
    }
    put_text(path_ / file, before + "x");
    EXPECT_THAT(problem(), HasSubstr(file));
    put_text(path_ / file, before);
  }
}

TEST_F(HostileFolderTest, BytesChangedAnywhereAreReadOrNamed) {
  for (const char* file : {"study.json", "tasks/shared.cbor", "tasks/split-1/fair-pca-d2.cbor"}) {
    const std::string before = text_in(path_ / file);
    const std::size_t step = std::max<std::size_t>(before.size() / 150, 1);
    for (std::size_t at = 0; at < before.size(); at += step) {
      std::string changed = before;
      changed[at] = static_cast<char>(changed[at] ^ 0x5b);
      put_text(path_ / file, changed);
      const std::string said = problem();
      if (!said.empty()) {
        EXPECT_THAT(said, HasSubstr(path_.filename().string())) << file << ' ' << at;
      }
    }
    put_text(path_ / file, before);
  }
}

TEST_F(HostileFolderTest, NestingThatWouldExhaustTheStackIsRejected) {
  put_text(path_ / "tasks/split-1/pca-d2.cbor", std::string(2'000'000, '\x81'));
  EXPECT_THAT(problem(), HasSubstr("pca-d2.cbor"));
  put_text(path_ / "study.json", std::string(2'000'000, '['));
  EXPECT_THAT(problem(), HasSubstr("study.json"));
}

TEST_F(HostileFolderTest, CountsAndSizesThatCannotBeAreNamed) {
  const auto damaged = HasSubstr("damaged");
  EXPECT_THAT(problem_of_shared([](auto& json) { json["plan"]["rows"] = -1; }), damaged);
  EXPECT_THAT(problem_of_shared([](auto& json) { json["plan"]["used_rows"] = 1e300; }), damaged);
  EXPECT_THAT(problem_of_shared([](auto& json) { json["plan"]["used_rows"] = 601; }), damaged);
  EXPECT_THAT(problem_of_shared([](auto& json) { json["plan"]["groups"][0]["rows"] = 601; }),
              damaged);
  EXPECT_THAT(problem_of_shared([](auto& json) { json["plan"]["groups"].erase(0); }), damaged);
  EXPECT_THAT(problem_of_shared([](auto& json) { json["drawn"]["groups"][3] = 2; }), damaged);
  EXPECT_THAT(problem_of_shared([](auto& json) { json["drawn"]["groups"].push_back(0); }), damaged);
  EXPECT_THAT(problem_of_shared([](auto& json) { json["fronts"][0]["groups"].push_back("c"); }),
              damaged);
  EXPECT_THAT(problem_of_shared([](auto& json) { json["fronts"] = nlohmann::json::array(); }),
              damaged);
  EXPECT_THAT(problem_of_shared([](auto& json) { json["more"] = 1; }), damaged);
  EXPECT_THAT(problem_of_task([](auto& json) { json["iterations"] = 1e300; }), damaged);
  EXPECT_THAT(problem_of_task([](auto& json) { json["test"][0][1] = 99; }), damaged);
  EXPECT_THAT(problem_of_task([](auto& json) { json["test"][0][0] = "beauty"; }), damaged);
  EXPECT_THAT(problem_of_task([](auto& json) { json["drawn"]["columns"] = 4; }), damaged);
  EXPECT_THAT(problem_of_task([](auto& json) { json["dimensions"] = "3"; }), damaged);
  EXPECT_THAT(problem_of_task([](auto& json) { json["status"] = "<script>"; }), damaged);
  EXPECT_THAT(problem_of_task([](auto& json) { json["version"] = 3; }), HasSubstr("version"));
}

TEST_F(HostileFolderTest, ADeclarationThatNoStudyWritesIsNamed) {
  EXPECT_THAT(problem_of_declaration("\"version\": 2", "\"version\": 9"), HasSubstr("version 9"));
  EXPECT_THAT(problem_of_declaration("fairpca study", "another"), HasSubstr("no study"));
  EXPECT_THAT(problem_of_declaration("\"cv\": \"0\"", "\"cv\": \"-3\""), HasSubstr("damaged"));
  EXPECT_THAT(problem_of_declaration("\"cv\": \"0\"", "\"cv\": 7"), HasSubstr("cv"));
  EXPECT_THAT(problem_of_declaration("\"seed\":", "\"seeds\":"), HasSubstr("seed"));
  EXPECT_THAT(problem_of_declaration("\"fair-pca\"", "\"../../x\""), HasSubstr("methods"));
  EXPECT_THAT(problem_of_declaration("\"split\": 1", "\"split\": 4"), HasSubstr("split"));
  EXPECT_THAT(problem_of_declaration("\"train\": ", "\"train\": 9"), HasSubstr("rows"));
}

}  // namespace
}  // namespace fairpca
