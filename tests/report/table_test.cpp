// SPDX-License-Identifier: BSD-3-Clause
#include "report/table.h"

#include <algorithm>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/path_table.h"
#include "report/sample_results.h"
#include "report/text_columns.h"
#include "text/display_width.h"

namespace fairpca {
namespace table_test {

using ::testing::HasSubstr;
using ::testing::Not;

const TableStyle kWide = {.width = 200};

/// Columns of the widest line.
std::size_t width_of(const std::string& text) {
  std::size_t widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    widest = std::max(widest, display_width(line));
  }
  return widest;
}

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// A fit whose groups are `count` copies, group g with an error of g mod 17 and a loss of g.
Fit fit_with_groups(std::size_t count) {
  Fit fit = sample_fit();
  const GroupSummary first = fit.model.groups.front();
  fit.model.groups.clear();
  for (std::size_t g = 0; g < count; ++g) {
    fit.model.groups.push_back(first);
    fit.model.groups.back().name = "group" + std::to_string(g) + ".";
    fit.model.groups.back().loss = static_cast<double>(g);
    fit.model.groups.back().reconstruction_error = static_cast<double>(g % 17);
  }
  return fit;
}

/// The line that starts with `start`, its cells separated by single blanks.
std::string line_of(const std::string& text, const std::string& start) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(start)) continue;
    std::istringstream words(line);
    std::string joined;
    for (std::string word; words >> word;) joined += (joined.empty() ? "" : " ") + word;
    return joined;
  }
  return "no line starts with " + start;
}

TEST(FitTableTest, ShowsAllRowsAndEachGroupWithItsShareErrorAndLoss) {
  const std::string text = fit_table(sample_fit());
  EXPECT_EQ(line_of(text, "group"), "group rows share reconstruction error loss");
  EXPECT_EQ(line_of(text, "all rows"), "all rows 105 100.00 % 1");
  EXPECT_EQ(line_of(text, "Female"), "Female 100 95.24 % 0.5 0.125");
  EXPECT_EQ(line_of(text, "X"), "X 5 - - -");
  EXPECT_THAT(text, HasSubstr("explained variance: 75.00 %"));
  EXPECT_THAT(text, HasSubstr("status: optimal"));
}

TEST(FitTableTest, SaysWhenOverallNumbersAndTheCertificateAreNotOfAllRows) {
  Fit fit = sample_fit();
  fit.report.overall_rows = 100;
  fit.report.withheld = "group 'X' has 5 rows";
  const std::string text = fit_table(fit);
  EXPECT_EQ(line_of(text, "published groups"), "published groups 100 100.00 % 1");
  EXPECT_EQ(line_of(text, "status"), "status: optimal, objective withheld: group 'X' has 5 rows");
  Evaluation evaluation = sample_evaluation();
  evaluation.overall_rows = 48;
  EXPECT_EQ(line_of(evaluation_table(fit.model, evaluation), "published groups"),
            "published groups 48 1.5 62.50 %");
}

TEST(FitTableTest, ABoundThatIsNotCertifiedIsNotCalledProvenWithoutSayingSo) {
  Fit fit = sample_fit();
  fit.report.certified = false;
  EXPECT_THAT(fit_table(fit), HasSubstr("not certified"));
  EXPECT_THAT(fit_table(sample_fit()), Not(HasSubstr("not certified")));
}

TEST(FitTableTest, ShowsHowAlikeTheProjectedGroupsAre) {
  Fit fit = sample_fit();
  EXPECT_THAT(fit_table(fit), Not(HasSubstr("MMD")));
  MmdSummary mmd;
  mmd.mmd2 = 0.000999;
  mmd.mmd2_pca = 0.173;
  mmd.tau = 0.001;
  mmd.bandwidth = 2.1456;
  mmd.feasible = true;
  fit.report.mmd = mmd;
  EXPECT_EQ(line_of(fit_table(fit, kWide), "MMD"),
            "MMD^2: 0.000999 (plain PCA 0.173), tau 0.001, bandwidth 2.146");
  fit.report.mmd->feasible = false;
  fit.report.mmd->mmd2 = 0.002;
  fit.report.mmd->p_value = 0.03;
  EXPECT_EQ(
      line_of(fit_table(fit, kWide), "MMD"),
      "MMD^2: 0.002 (plain PCA 0.173), tau 0.001 (not reached), bandwidth 2.146, p-value 0.03");
}

TEST(FitTableTest, ShowsTheDifferencesOfMeansAndCovariancesThatAreMeasured) {
  Fit fit = sample_fit();
  EXPECT_THAT(fit_table(fit), Not(HasSubstr("difference")));
  fit.report.numbers = {{"mean_difference", 0.1}};
  EXPECT_THAT(fit_table(fit), Not(HasSubstr("difference")));  // no bound to compare it with
  fit.report.means = {.delta = 0.125, .mean_difference = 0.1, .mean_difference_before = 2.5};
  EXPECT_EQ(line_of(fit_table(fit, kWide), "largest"),
            "largest difference of means: 0.1 (before projection 2.5), delta 0.125");
  fit.report.covariances = CovarianceSummary();
  fit.report.covariances->covariance_difference = 0.25;
  fit.report.covariances->covariance_difference_before = 0.75;
  fit.report.covariances->leaked_variance = 0.0125;
  EXPECT_EQ(line_of(fit_table(fit, kWide), "largest"),
            "largest difference of means: 0.1 (before projection 2.5), delta 0.125, "
            "of covariances: 0.25 (before projection 0.75), leaked variance 1.25 %");
}

TEST(EvaluationTableTest, ShowsGroupsAndTheGapAndHidesSmallGroups) {
  const std::string text = evaluation_table(sample_fit().model, sample_evaluation());
  EXPECT_EQ(line_of(text, "all rows"), "all rows 52 1.5 62.50 %");
  EXPECT_EQ(line_of(text, "Female"), "Female 48 1.25 50.00 % 0.5 -0.125");
  EXPECT_EQ(line_of(text, "X"), "X 4 - - - -");
  EXPECT_EQ(line_of(text, "gap"), "gap between groups: 0.25");
}

TEST(EvaluationTableTest, ALossBelowTheRoundingOfVariancesIsZeroAndALargerOneIsNot) {
  Evaluation evaluation = sample_evaluation();
  evaluation.groups[0].loss = -1.8e-15;  // the model's total variance is 4
  evaluation.groups[0].loss_overall = 1e-12;
  EXPECT_EQ(line_of(evaluation_table(sample_fit().model, evaluation), "Female"),
            "Female 48 1.25 50.00 % 0 1e-12");
  Fit fit = sample_fit();
  fit.model.groups[0].loss = 4.4e-16;
  EXPECT_EQ(line_of(fit_table(fit), "Female"), "Female 100 95.24 % 0.5 0");
}

TEST(ModelTableTest, NamesTheLargestLoadingsFirst) {
  const std::string text = model_table(sample_fit().model);
  EXPECT_EQ(line_of(text, "pc1"), "pc1 75.00 % 0.80 age, -0.60 work=Gov, 0.00 work=Private");
}

TEST(ModelTableTest, ShowsSettingsAsTheInterfaceSpellsThem) {
  Model model = sample_fit().model;
  model.provenance.options["max-iterations"] = "3\x1b";
  const std::string text = model_table(model, {.spelling = sample_spelling});
  EXPECT_THAT(text, HasSubstr("  <standardize|true>\n"));
  EXPECT_THAT(text, HasSubstr("  <max_iterations|3\\x1b>\n"));
}

TEST(TextColumnsTest, ColumnsLineUpAlsoBehindLettersOfSeveralBytes) {
  TextColumns columns({"group", "rows"});
  columns.add({"Añejo", "7"});
  columns.add({"x", "1234"});
  EXPECT_EQ(columns.text(),
            "group  rows\n"
            "-----------\n"
            "Añejo     7\n"
            "x      1234\n");
}

TEST(FitTableTest, OfManyGroupsTheWorstComeFirstAndTheRestAreCounted) {
  Fit fit = fit_with_groups(201);
  fit.model.method = "fair-pca";
  fit.model.groups[200].loss = std::nullopt;  // hidden: no worse than any
  const std::string text = fit_table(fit, {.spelling = sample_spelling});
  EXPECT_THAT(text, HasSubstr("The 20 groups with the largest loss:\n"));
  EXPECT_LT(text.find("group199."), text.find("group198."));
  EXPECT_THAT(text, HasSubstr("group180."));
  EXPECT_THAT(text, Not(HasSubstr("group179.")));
  EXPECT_THAT(text, Not(HasSubstr("group200.")));
  EXPECT_THAT(text, HasSubstr("\nand 181 more groups; <all_groups|> shows them\n"));
  fit.model.method = "pca";
  EXPECT_THAT(fit_table(fit), HasSubstr("The 20 groups with the largest reconstruction error:\n"));
  EXPECT_LT(fit_table(fit).find("group16."), fit_table(fit).find("group33."));
  EXPECT_THAT(fit_table(fit), Not(HasSubstr("group1.")));
}

TEST(FitTableTest, AFewGroupsOrAllOnRequestKeepTheirOrder) {
  for (const std::string& text :
       {fit_table(fit_with_groups(20)), fit_table(fit_with_groups(201), {.all_groups = true})}) {
    EXPECT_LT(text.find("group0."), text.find("group1."));
    EXPECT_LT(text.find("group18."), text.find("group19."));
    EXPECT_THAT(text, Not(HasSubstr("more group")));
    EXPECT_THAT(text, Not(HasSubstr("The 20")));
  }
}

TEST(EvaluationTableTest, TheSmallestLogLikelihoodIsTheWorst) {
  Model model = sample_fit().model;
  model.method = "fair-mixture-ppca";
  Evaluation evaluation = sample_evaluation();
  evaluation.log_likelihood = -1;
  const GroupEvaluation first = evaluation.groups.front();
  evaluation.groups.assign(30, first);
  for (std::size_t g = 0; g < 30; ++g) {
    evaluation.groups[g].name = "group" + std::to_string(g) + ".";
    evaluation.groups[g].log_likelihood = -static_cast<double>(g);
  }
  const std::string text = evaluation_table(model, evaluation);
  EXPECT_THAT(text, HasSubstr("The 20 groups with the smallest log-likelihood:\n"));
  EXPECT_LT(text.find("group29."), text.find("group28."));
  EXPECT_THAT(text, HasSubstr("and 10 more groups"));
}

TEST(FitTableTest, OnlyTheWorstGroupIsMarkedAndNoneWhereAllAreAlike) {
  Fit fit = fit_with_groups(3);
  fit.model.method = "fair-pca";
  const std::string text = fit_table(fit, {.color = true});
  EXPECT_THAT(text, HasSubstr("\x1b[1mgroup "));
  EXPECT_THAT(text, HasSubstr("\x1b[33mgroup2."));
  EXPECT_THAT(text, Not(HasSubstr("\x1b[33mgroup1.")));
  for (GroupSummary& group : fit.model.groups) group.loss = 0.25 * (1 + 1e-9 * *group.loss);
  EXPECT_THAT(fit_table(fit, {.color = true}), Not(HasSubstr("\x1b[33m")));
  EXPECT_THAT(fit_table(fit), Not(HasSubstr("\x1b")));
}

TEST(TableWidthTest, NoLineIsWiderThanTheStyleSays) {
  Fit fit = fit_with_groups(60);
  fit.report.means = {.delta = 0.125, .mean_difference = 0.1, .mean_difference_before = 2.5};
  fit.report.covariances = CovarianceSummary();
  fit.model.provenance.options["weight"] = std::string(150, 'w');
  fit.model.encoding = Encoding({{{std::string(90, 'a'), ColumnKind::kNumeric}, {}},
                                 {{"работа", ColumnKind::kCategorical},
                                  {std::string(90, 'b'), "東京都東京都東京都東京都東京都東京都"}}});
  Evaluation evaluation = sample_evaluation();
  evaluation.log_likelihood = -123456.7e8;
  const GroupEvaluation first = evaluation.groups.front();
  evaluation.groups.assign(fit.model.groups.size(), first);
  for (std::size_t g = 0; g < fit.model.groups.size(); ++g) {
    const std::string name = "Greater than 45, 東京都, African-American, Female " +
                             std::to_string(g) + std::string(g, 'x');
    fit.model.groups[g].name = name;
    fit.model.groups[g].rows = 123456789;
    fit.model.groups[g].loss = -1.23456e-5;
    evaluation.groups[g].name = name;
    evaluation.groups[g].rows = 123456789;
    evaluation.groups[g].loss = evaluation.groups[g].loss_overall = -1.23456e-5;
    evaluation.groups[g].reconstruction_error = 1.23456e-5;
    evaluation.groups[g].log_likelihood = -1.23456e+12;
  }
  for (const std::size_t width : {40u, 60u, 80u, 132u}) {
    SCOPED_TRACE(width);
    for (const bool all : {false, true}) {
      const TableStyle style = {.width = width, .all_groups = all};
      EXPECT_LE(width_of(fit_table(fit, style)), width);
      EXPECT_LE(width_of(evaluation_table(fit.model, evaluation, style)), width);
      EXPECT_LE(width_of(model_table(fit.model, style)), width);
    }
  }
}

TEST(TextColumnsTest, ATableTooWideBreaksItsHeadersThenCutsNamesThenFollowsInBlocks) {
  TextColumns columns({"group", "reconstruction error", "log-likelihood"});
  columns.add({"a long name", "0.5", "-2"});
  EXPECT_EQ(columns.text({.width = 49}), columns.text());
  EXPECT_EQ(columns.text({.width = 43}),
            "             reconstruction\n"
            "group                 error  log-likelihood\n"
            "-------------------------------------------\n"
            "a long name             0.5              -2\n");
  EXPECT_EQ(columns.text({.width = 38}),
            "            reconstruction        log-\n"
            "group                error  likelihood\n"
            "--------------------------------------\n"
            "a long…ame             0.5          -2\n");
  EXPECT_EQ(columns.text({.width = 30}),
            "             reconstruction\n"
            "group                 error\n"
            "---------------------------\n"
            "a long name             0.5\n"
            "\n"
            "                   log-\n"
            "group        likelihood\n"
            "-----------------------\n"
            "a long name          -2\n");
}

TEST(PathTableTest, ManyGroupsHaveLinesOfTheirOwn) {
  FairnessPath path;
  path.dimensions = 2;
  for (int g = 0; g < 50; ++g) path.groups.push_back("group" + std::to_string(g) + ".");
  for (const char* name : {"pca", "fair-pca", "robust-fair-pca lambda=0.5", "max-gap"}) {
    PathMark mark{.name = name};
    for (int g = 0; g < 50; ++g) mark.point.group_errors.push_back(1.0 / (1 + g));
    path.marks.push_back(mark);
  }
  const std::string text = path_table(path);
  EXPECT_LE(width_of(text), 80u);
  EXPECT_EQ(line_of(text, "group1."), "group1. 0.5 0.5 0.5 0.5");
  EXPECT_THAT(text, Not(HasSubstr("group20.")));
  EXPECT_THAT(text, HasSubstr("and 30 more groups; "));
  EXPECT_EQ(lines_of(path_table(path, {.all_groups = true})), lines_of(text) + 30 - 2);
  path.groups.resize(2);
  for (PathMark& mark : path.marks) mark.point.group_errors.resize(2);
  EXPECT_EQ(line_of(path_table(path, kWide), "projection"),
            "projection error gap error group0. error group1. status");
}

TEST(TextColumnsTest, ColumnsLineUpBehindWideLettersAndAccents) {
  TextColumns columns({"group", "rows"});
  columns.add({"東京", "7"});
  columns.add({"e\u0301te\u0301", "1234"});
  EXPECT_EQ(columns.text(),
            "group  rows\n"
            "-----------\n"
            "東京      7\n"
            "e\u0301te\u0301    1234\n");
}

TEST(TextColumnsTest, NothingInANameReachesTheTerminalAsAControlCharacter) {
  EXPECT_EQ(name_cell("a\x1b[31m\n\x7f"), "a\\x1b[31m\\x0a\\x7f");
  EXPECT_EQ(name_cell("\xc2\x9b"
                      "31m"),
            "\\x9b31m");  // the one-character form of ESC [
  EXPECT_EQ(name_cell("caf\xc3\xa9 \xc2\xa9"), "caf\xc3\xa9 \xc2\xa9");
  Fit fit = sample_fit();
  fit.model.groups[0].name = "\x1b[2J";
  EXPECT_THAT(fit_table(fit), Not(HasSubstr("\x1b")));
}

TEST(TextColumnsTest, NumbersThatAreAbsentOrNotFiniteAreDashes) {
  EXPECT_EQ(number_cell(std::nullopt), "-");
  EXPECT_EQ(number_cell(std::numeric_limits<double>::quiet_NaN()), "-");
  EXPECT_EQ(percent_cell(std::numeric_limits<double>::infinity()), "-");
  EXPECT_EQ(number_cell(1.0 / 3), "0.333333");
  EXPECT_EQ(percent_cell(0.5), "50.00 %");
}

}  // namespace table_test
}  // namespace fairpca
