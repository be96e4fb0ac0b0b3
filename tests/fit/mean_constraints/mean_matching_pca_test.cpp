// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/fit/mean_matching_pca.h"

#include <cmath>
#include <random>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fit/eigen_oracles.h"
#include "fit/grouped_rows.h"
#include "fit/number_of.h"
#include "text/codes_of.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace mean_matching_pca_test {

using testing::ElementsAre;

/// Rows with two protected columns and a label.
struct Labelled {
  GroupedRows rows;
  std::vector<std::int32_t> second, label;

  Table table() const {
    Table table = rows.table();
    table.schema.protected_columns.push_back("region");
    table.protected_levels.push_back({{"north", "south", "west"}, second});
    table.schema.label = "hired";
    table.label = {{"no", "yes"}, label};
    return table;
  }

  GroupMoments moments() const {
    MatrixRows source(table());
    return accumulate_moments(source);
  }
};

Labelled labelled_rows(Index p, unsigned seed) {
  Labelled data{random_groups({150, 120}, p, seed), {}, {}};
  std::mt19937_64 engine(seed);
  for (Index i = 0; i < data.rows.rows.rows(); ++i) {
    data.second.push_back(static_cast<std::int32_t>(engine() % 3));
    data.label.push_back(static_cast<std::int32_t>(engine() % 2));
    data.rows.rows(i, data.second.back()) += 1;
  }
  return data;
}

Fit fit_moments_with(const GroupMoments& moments, const OptionValues& options, Index d,
                     const GroupingOptions& grouping = {}) {
  return fit_moments(moments, {.method = "mean-matching-pca",
                               .options = options,
                               .dimensions = {.wanted = d},
                               .grouping = grouping})
      .fit;
}

/// Mean of the projected rows that satisfy a condition.
template <class Condition>
Vector projected_mean(const RowMatrix& rows, const Model& model, const Condition& condition) {
  const RowMatrix z = model.transform(rows);
  Vector sum = Vector::Zero(z.cols());
  double count = 0;
  for (Index i = 0; i < z.rows(); ++i) {
    if (!condition(static_cast<std::size_t>(i))) continue;
    sum += z.row(i).transpose();
    ++count;
  }
  return sum / count;
}

TEST(MeanMatchingPcaTest, AllGroupsHaveTheSameMeanAfterwards) {
  const GroupedRows data = random_groups({100, 150, 50}, 7, 1);
  const Fit matched =
      fit(data, {.method = "mean-matching-pca", .dimensions = {.wanted = Index{3}}});
  EXPECT_EQ(matched.report.status, Status::kOptimal);
  EXPECT_TRUE(matched.report.certified);
  const Vector first =
      projected_mean(data.rows, matched.model, [&](std::size_t i) { return data.codes[i] == 0; });
  for (const int group : {1, 2}) {
    const Vector other = projected_mean(data.rows, matched.model,
                                        [&](std::size_t i) { return data.codes[i] == group; });
    EXPECT_LT((other - first).norm(), 1e-11);
  }
  EXPECT_LT(number_of(matched.report, "mean_difference"), 1e-11);
  EXPECT_EQ(number_of<Index>(matched.report, "excluded_directions"), 2);
}

TEST(MeanMatchingPcaTest, ItIsThePcaOfTheRowsAcrossTheDifferences) {
  const GroupedRows data = random_groups({120, 80}, 6, 2);
  const Fit matched =
      fit(data, {.method = "mean-matching-pca", .dimensions = {.wanted = Index{2}}});
  const RowMatrix x = prepared_rows(data.rows, matched.model);
  const Vector f = (prepared_rows(data.of_group(1), matched.model).colwise().mean() -
                    prepared_rows(data.of_group(0), matched.model).colwise().mean())
                       .transpose();
  const Matrix across = Matrix::Identity(6, 6) - f * f.transpose() / f.squaredNorm();
  const Matrix s = x.transpose() * x / static_cast<double>(x.rows());
  const Matrix v = largest_vectors(across * s * across, 2);
  const Matrix& components = matched.model.projection.components;
  EXPECT_LT((components * components.transpose() - v * v.transpose()).norm(), 1e-9);
  EXPECT_NEAR(matched.report.objective, s.trace() - trace_in(s, v), 1e-10);
  EXPECT_LE(matched.report.optimality_gap(), 1e-12 * s.trace());
}

TEST(MeanMatchingPcaTest, SeveralAttributesAreMatchedEachByItself) {
  const Labelled data = labelled_rows(8, 3);
  const Fit matched = fit_moments_with(data.moments(), {}, 3, {.combine = Combine::kPerAttribute});
  EXPECT_EQ(number_of<Index>(matched.report, "excluded_directions"), 3);  // 1 of sex, 2 of region
  const auto mean_of = [&](const std::vector<std::int32_t>& codes, int level) {
    return projected_mean(data.rows.rows, matched.model,
                          [&](std::size_t i) { return codes[i] == level; });
  };
  EXPECT_LT((mean_of(data.rows.codes, 0) - mean_of(data.rows.codes, 1)).norm(), 1e-11);
  EXPECT_LT((mean_of(data.second, 0) - mean_of(data.second, 1)).norm(), 1e-11);
  EXPECT_LT((mean_of(data.second, 0) - mean_of(data.second, 2)).norm(), 1e-11);
}

TEST(MeanMatchingPcaTest, EqualOpportunityMatchesThePositiveRowsOnly) {
  const Labelled data = labelled_rows(6, 4);
  const Fit matched =
      fit_moments_with(data.moments(), {{"positive", std::string("yes")}}, 3, {.columns = {"sex"}});
  const auto mean_of = [&](int group, int label) {
    return projected_mean(data.rows.rows, matched.model, [&](std::size_t i) {
      return data.rows.codes[i] == group && data.label[i] == label;
    });
  };
  EXPECT_LT((mean_of(0, 1) - mean_of(1, 1)).norm(), 1e-11);
  EXPECT_GT((mean_of(0, 0) - mean_of(1, 0)).norm(), 1e-3);
}

TEST(MeanMatchingPcaTest, AFitFromRowsKeepsTheLabelWhenItMatters) {
  const Labelled data = labelled_rows(6, 4);
  Table table = data.table();
  MatrixRows rows(table);
  FitSettings settings{.method = "mean-matching-pca",
                       .options = {{"positive", std::string("yes")}},
                       .dimensions = {.wanted = Index{3}},
                       .grouping = {.columns = {"sex"}}};
  const Fit from_rows = fit_rows(rows, settings).fit;
  const Fit from_moments = fit_moments(data.moments(), settings).fit;
  EXPECT_LT(
      (from_rows.model.projection.components - from_moments.model.projection.components).norm(),
      1e-9);
}

TEST(MeanMatchingPcaTest, TheCovarianceVariantKeepsTheDirectionsOfLeastDifference) {
  const GroupedRows data = random_groups({400, 300}, 6, 5);
  const auto fit_with = [&](double kept, Index d) {
    return fit(data, {.method = "mean-matching-pca",
                      .options = {{"covariance_dimensions", kept}},
                      .dimensions = {.wanted = d}});
  };
  const Fit matched = fit_with(3, 3);
  const auto covariance_of = [&](int group) -> Matrix {
    const RowMatrix x = prepared_rows(data.of_group(group), matched.model);
    const RowMatrix centred = x.rowwise() - x.colwise().mean();
    return centred.transpose() * centred / static_cast<double>(x.rows());
  };
  const Vector f = (prepared_rows(data.of_group(1), matched.model).colwise().mean() -
                    prepared_rows(data.of_group(0), matched.model).colwise().mean())
                       .transpose();
  // The oracle: a basis of the complement, the projected difference, its three smallest |values|.
  const Matrix basis = dense::full_q(f).rightCols(5);
  const dense::SymmetricPairs eigen =
      dense::eigenpairs(basis.transpose() * (covariance_of(1) - covariance_of(0)) * basis);
  std::vector<Index> order = {0, 1, 2, 3, 4};
  std::sort(order.begin(), order.end(), [&](Index i, Index j) {
    return std::abs(eigen.values(i)) < std::abs(eigen.values(j));
  });
  Matrix kept(6, 3);
  for (Index k = 0; k < 3; ++k) {
    kept.col(k) = basis * eigen.vectors.col(order[static_cast<std::size_t>(k)]);
  }
  const Matrix& components = matched.model.projection.components;
  EXPECT_LT((components * components.transpose() - kept * kept.transpose()).norm(), 1e-8);
  // A share of the five directions: 0.6 of them are three.
  EXPECT_NEAR(fit_with(0.6, 2).report.objective, fit_with(3, 2).report.objective, 1e-10);
  EXPECT_GE(fit_with(3, 2).report.objective, fit_with(0, 2).report.objective);
}

TEST(MeanMatchingPcaTest, EqualMeansLeavePlainPca) {
  GroupedRows data = random_groups({60, 60}, 5, 6);
  for (Index i = 0; i < data.rows.rows(); ++i)
    data.codes[static_cast<std::size_t>(i)] = static_cast<int>(i % 2);
  for (Index i = 1; i < data.rows.rows(); i += 2) data.rows.row(i) = data.rows.row(i - 1);
  const Fit matched =
      fit(data, {.method = "mean-matching-pca", .dimensions = {.wanted = Index{2}}});
  const Fit plain = fit(data, {.method = "pca", .dimensions = {.wanted = Index{2}}});
  EXPECT_NEAR(matched.report.objective, plain.report.objective, 1e-10);
  EXPECT_THAT(codes_of(matched.report.warnings), ElementsAre("means-equal-already"));
}

TEST(MeanMatchingPcaTest, TooManyDimensionsAreRejectedWithTheMost) {
  const GroupedRows data = random_groups({60, 60, 60}, 5, 7);
  const auto run = [&](double kept, Index d) {
    fit(data, {.method = "mean-matching-pca",
               .options = {{"covariance_dimensions", kept}},
               .dimensions = {.wanted = d}});
  };
  const auto expect_most = [&](double kept, Index d, const char* most) {
    const Message rejection = rejection_of([&] { run(kept, d); });
    EXPECT_EQ(rejection.code(), "too-few-directions");
    EXPECT_EQ(rejection.option(), "dimensions");
    EXPECT_EQ(rejection.argument("value"), std::to_string(d));
    EXPECT_EQ(rejection.argument("most"), most);
  };
  expect_most(0, 4, "3");
  expect_most(1, 2, "1");
  EXPECT_NO_THROW(run(0, 3));
}

TEST(MeanMatchingPcaTest, LabelsThatAreNotThereAreRejected) {
  const Labelled data = labelled_rows(5, 8);
  const Message unknown = rejection_of([&] {
    fit_moments_with(data.moments(), {{"positive", std::string("maybe")}}, 2, {.columns = {"sex"}});
  });
  EXPECT_EQ(unknown.code(), "label-unknown");
  EXPECT_EQ(unknown.argument("label"), "maybe");
  EXPECT_EQ(unknown.place().column, "hired");
  MatrixRows unlabelled(data.rows.table());
  const GroupMoments moments = accumulate_moments(unlabelled);
  EXPECT_EQ(rejection_of([&] {
              fit_moments_with(moments, {{"positive", std::string("yes")}}, 2);
            }).code(),
            "no-label-column");
  const Message negative = rejection_of([&] {
    fit_moments_with(data.moments(), {{"covariance_dimensions", -1.0}}, 2);
  });
  EXPECT_EQ(negative.code(), "option-value");
  EXPECT_EQ(negative.option(), "covariance_dimensions");
  EXPECT_EQ(negative.argument("value"), "-1");
}

}  // namespace mean_matching_pca_test
}  // namespace fairpca
