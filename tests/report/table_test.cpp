// SPDX-License-Identifier: BSD-3-Clause
#include "report/table.h"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample_results.h"
#include "report/text_columns.h"

namespace fairpca {
namespace table_test {

using ::testing::HasSubstr;
using ::testing::Not;

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
  EXPECT_EQ(line_of(fit_table(fit), "MMD"),
            "MMD^2: 0.000999 (plain PCA 0.173), tau 0.001, bandwidth 2.146");
  fit.report.mmd->feasible = false;
  fit.report.mmd->mmd2 = 0.002;
  fit.report.mmd->p_value = 0.03;
  EXPECT_EQ(
      line_of(fit_table(fit), "MMD"),
      "MMD^2: 0.002 (plain PCA 0.173), tau 0.001 (not reached), bandwidth 2.146, p-value 0.03");
}

TEST(FitTableTest, ShowsTheDifferencesOfMeansAndCovariancesThatAreMeasured) {
  Fit fit = sample_fit();
  EXPECT_THAT(fit_table(fit), Not(HasSubstr("difference")));
  fit.report.numbers = {{"mean_difference", 0.1}};
  EXPECT_THAT(fit_table(fit), Not(HasSubstr("difference")));  // no bound to compare it with
  fit.report.means = {.delta = 0.125, .mean_difference = 0.1, .mean_difference_before = 2.5};
  EXPECT_EQ(line_of(fit_table(fit), "largest"),
            "largest difference of means: 0.1 (before projection 2.5), delta 0.125");
  fit.report.covariances = CovarianceSummary();
  fit.report.covariances->covariance_difference = 0.25;
  fit.report.covariances->covariance_difference_before = 0.75;
  fit.report.covariances->leaked_variance = 0.0125;
  EXPECT_EQ(line_of(fit_table(fit), "largest"),
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
  const std::string text = model_table(sample_fit().model, sample_spelling);
  EXPECT_EQ(line_of(text, "pc1"), "pc1 75.00 % 0.80 age, -0.60 work=Gov, 0.00 work=Private");
}

TEST(ModelTableTest, ShowsSettingsAsTheInterfaceSpellsThem) {
  Model model = sample_fit().model;
  model.provenance.options["max-iterations"] = "3\x1b";
  const std::string text = model_table(model, sample_spelling);
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
