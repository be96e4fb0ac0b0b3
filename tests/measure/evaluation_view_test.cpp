// SPDX-License-Identifier: BSD-3-Clause
#include "measure/evaluation_view.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fairpca/rows/matrix_rows.h"
#include "measure/score_rows.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace evaluation_view_test {

constexpr Index kColumns = 6;

RowMatrix normal_rows(Index n, Index p, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  RowMatrix rows(n, p);
  for (double& entry : rows.reshaped()) entry = normal(engine);
  return rows;
}

/// Rows with a protected column of three groups, and their moments.
struct Rows {
  RowMatrix rows;
  std::vector<std::int32_t> codes;

  explicit Rows(Index n, unsigned seed) : rows(normal_rows(n, kColumns, seed)) {
    for (Index k = 0; k < kColumns; ++k) rows.col(k) *= 1.0 + static_cast<double>(k);
    for (Index i = 0; i < n; ++i) {
      codes.push_back(static_cast<std::int32_t>(i % 5 % 3));
      rows.row(i).array() += 2.0 * codes.back();
    }
  }

  GroupMoments moments() const {
    MatrixRows source(table());
    return accumulate_moments(source);
  }

  Table table() const {
    Table table;
    for (Index k = 1; k <= kColumns; ++k) {
      table.schema.features.push_back({fmt::format("c{}", k), ColumnKind::kNumeric});
    }
    table.schema.protected_columns = {"sex"};
    table.protected_levels = {{{"a", "b", "c"}, codes}};
    table.numeric = rows;
    table.rows = rows.rows();
    return table;
  }

  /// Rows of one group (-1: all) as the model sees them.
  RowMatrix seen_by(const Model& model, int group) const {
    std::vector<Index> chosen;
    for (Index i = 0; i < rows.rows(); ++i) {
      if (group < 0 || codes[static_cast<std::size_t>(i)] == group) chosen.push_back(i);
    }
    const RowMatrix raw = rows(chosen, Eigen::all);
    return (raw.rowwise() - model.mean.transpose()) * model.scale.cwiseInverse().asDiagonal();
  }
};

/// A model of some other rows: nothing in it is optimal for the rows evaluated.
Model some_model(const GroupMoments& moments, Index d, const Vector& kept) {
  Model model;
  model.method = "pca";
  model.requested_dimensions = d;
  model.encoding = moments.encoding();
  model.mean = Vector::LinSpaced(kColumns, -1, 1);
  model.scale = Vector::LinSpaced(kColumns, 0.5, 2);
  const Matrix square = normal_rows(kColumns, kColumns, 77);
  model.projection.components = dense::full_q(square).leftCols(kept.size());
  model.projection.encode_scale = kept;
  model.projection.decode_scale = Vector::Ones(kept.size());
  return model;
}

Matrix reconstruction(const Model& model) {
  const Matrix& v = model.projection.components;
  return v * model.projection.encode_scale.asDiagonal() * v.transpose();
}

double mean_error(const RowMatrix& rows, const Matrix& p) {
  return (rows - rows * p).rowwise().squaredNorm().mean();
}

dense::SymmetricPairs eigenpairs_of(const RowMatrix& rows) {
  return dense::eigenpairs(rows.transpose() * rows / static_cast<double>(rows.rows()));
}

Evaluation evaluation_of(const Model& model, const MeasuredPart& part,
                         const std::vector<Group>& groups, const MeasureSettings& settings = {}) {
  Evaluation evaluation;
  add_measures({.model = model, .groups = groups, .evaluated = part, .settings = settings},
               evaluation);
  return evaluation;
}

/// From moments alone.
Evaluation evaluation_of(const Model& model, const GroupMoments& moments,
                         Center center = Center::kOverall) {
  return evaluation_of(model, {.moments = &moments}, form_groups(moments), {.center = center});
}

class EvaluateTest : public ::testing::TestWithParam<Center> {};

// d = 2, once as a projection and once as a fractional reconstruction on three components.
TEST_P(EvaluateTest, NumbersAreMeansOverTheRows) {
  const Rows data(200, 1);
  const GroupMoments moments = data.moments();
  for (const Vector& kept : {Vector{{1.0, 1.0}}, Vector{{1.0, 0.6, 0.4}}}) {
    const Model model = some_model(moments, 2, kept);
    const Evaluation result = evaluation_of(model, moments, GetParam());
    const Matrix p = reconstruction(model);
    const RowMatrix all = data.seen_by(model, -1);
    EXPECT_EQ(result.rows, 200);
    EXPECT_NEAR(result.reconstruction_error, mean_error(all, p), 1e-11);
    EXPECT_NEAR(result.explained_variance_ratio,
                1 - mean_error(all, p) / all.rowwise().squaredNorm().mean(), 1e-12);
    const Matrix overall_frame = eigenpairs_of(all).vectors.rightCols(2);
    double lowest = 1e300, highest = 0;
    ASSERT_EQ(result.groups.size(), 3u);
    for (int g = 0; g < 3; ++g) {
      const GroupEvaluation& group = result.groups[static_cast<std::size_t>(g)];
      RowMatrix rows = data.seen_by(model, g);
      if (GetParam() == Center::kGroup) rows = rows.rowwise() - rows.colwise().mean().eval();
      const double error = mean_error(rows, p), total = rows.rowwise().squaredNorm().mean();
      EXPECT_EQ(group.rows, rows.rows());
      EXPECT_EQ(group.levels.front().second, std::string(1, static_cast<char>('a' + g)));
      EXPECT_NEAR(group.reconstruction_error, error, 1e-11);
      EXPECT_NEAR(group.explained_variance_ratio, 1 - error / total, 1e-12);
      EXPECT_NEAR(group.loss, eigenpairs_of(rows).values.tail(2).sum() - (total - error), 1e-11);
      EXPECT_NEAR(group.loss_overall,
                  error - mean_error(rows, overall_frame * overall_frame.transpose()), 1e-10);
      lowest = std::min(lowest, error);
      highest = std::max(highest, error);
    }
    EXPECT_NEAR(result.gap, highest - lowest, 1e-11);
  }
}

INSTANTIATE_TEST_SUITE_P(Centers, EvaluateTest,
                         ::testing::Values(Center::kOverall, Center::kGroup));

TEST(EvaluationTest, OverallErrorIsTheMeanOfTheGroupsWeightedByTheirRows) {
  const Rows data(150, 2);
  const GroupMoments moments = data.moments();
  const Evaluation result = evaluation_of(some_model(moments, 2, Vector::Ones(2)), moments);
  double sum = 0;
  for (const GroupEvaluation& group : result.groups) {
    sum += static_cast<double>(group.rows) * group.reconstruction_error;
  }
  EXPECT_NEAR(sum / 150, result.reconstruction_error, 1e-12 * result.reconstruction_error);
}

TEST(EvaluationTest, NoProjectionOfTheSameDimensionLosesLessThanTheGroupsOwnPca) {
  const Rows data(150, 3);
  const GroupMoments moments = data.moments();
  for (const Index d : {1, 3, 6}) {
    Model model = some_model(moments, d, Vector::Ones(d));
    for (const GroupEvaluation& group : evaluation_of(model, moments).groups) {
      EXPECT_GE(group.loss, 0);
      EXPECT_GE(group.loss, group.loss_overall - 1e-11);
    }
    // The best projection for group b has no loss there.
    model.projection.components = eigenpairs_of(data.seen_by(model, 1)).vectors.rightCols(d);
    EXPECT_NEAR(evaluation_of(model, moments).groups[1].loss, 0, 1e-11);
  }
}

TEST(EvaluationTest, OnlyGroupsOfTheMinimumSizeHaveNumbers) {
  const GroupMoments moments = Rows(60, 4).moments();  // groups of 24, 24 and 12 rows
  for (const auto& [min_group_size, published] : {std::pair<Index, int>{0, 3}, {20, 2}, {30, 0}}) {
    const Evaluation result =
        evaluation_of(some_model(moments, 2, Vector::Ones(2)), {.moments = &moments},
                      form_groups(moments), {.min_group_size = min_group_size});
    const auto counted =
        std::count_if(result.groups.begin(), result.groups.end(),
                      [](const GroupEvaluation& group) { return std::isfinite(group.loss); });
    EXPECT_EQ(counted, published);
  }
}

TEST(EvaluationTest, ErrorsAndLossesAreThereWhateverMeasuresWereAskedFor) {
  const GroupMoments moments = Rows(60, 4).moments();
  const Model model = some_model(moments, 2, Vector::Ones(2));
  const Evaluation all = evaluation_of(model, moments);
  const Evaluation one = evaluation_of(model, {.moments = &moments}, form_groups(moments),
                                       {.measures = {"relative_error"}});
  EXPECT_EQ(one.gap, all.gap);
  EXPECT_EQ(one.groups[2].loss, all.groups[2].loss);
  for (const MeasuredValue& value : one.measures) EXPECT_EQ(value.measure, "relative_error");
  EXPECT_FALSE(one.measures.empty());
}

TEST(EvaluationTest, WithoutGroupsThereIsNoGap) {
  const GroupMoments moments = Rows(60, 4).moments();
  const Evaluation result =
      evaluation_of(some_model(moments, 2, Vector::Ones(2)), {.moments = &moments}, {});
  EXPECT_TRUE(result.groups.empty());
  EXPECT_EQ(result.gap, 0);
}

TEST(EvaluationTest, MomentsEncodedOtherwiseAreRejected) {
  const GroupMoments moments = Rows(60, 4).moments();
  Model model = some_model(moments, 2, Vector::Ones(2));
  std::vector<EncodedColumn> columns = moments.encoding().columns();
  columns.front().column.name = "other";
  model.encoding = Encoding(columns);
  EXPECT_EQ(rejection_of([&] { evaluation_of(model, moments); }).code(), "different-encoding");
}

/// The projection of `some_model` as one of two components about different means.
Model mixture_model(const GroupMoments& moments) {
  Model model = some_model(moments, 2, Vector{{1.0, 1.0}});
  model.method = "mixture-ppca";
  PpcaComponent component{.weight = 0.5,
                          .mean = Vector::Zero(kColumns),
                          .frame = model.projection.components,
                          .variance = Vector::Constant(2, 5),
                          .noise_variance = 1};
  model.mixture.emplace();
  model.mixture->components = {component, component};
  model.mixture->components[1].mean.setConstant(1.5);
  model.projection = {};
  return model;
}

TEST(EvaluateMixtureTest, NumbersAreMeansOverTheRows) {
  const Rows data(9000, 8);  // three blocks
  const Model model = mixture_model(data.moments());
  std::vector<Evaluation> results;
  for (const int threads : {1, 3}) {
    MatrixRows source(data.table());
    const ScoredTable table = score_rows(source, model, {}, {.threads = threads, .observer = {}});
    results.push_back(evaluation_of(
        model, table.part(), form_groups(table.moments),
        {.measures = {"reconstruction_error", "log_likelihood", "loss"}, .has_intervals = false}));
  }
  EXPECT_EQ(results[0].reconstruction_error, results[1].reconstruction_error);
  EXPECT_EQ(*results[0].log_likelihood, *results[1].log_likelihood);
  EXPECT_NEAR(*results[0].log_likelihood, model.log_likelihood(data.rows).mean(), 1e-10);
  for (int g = 0; g < 3; ++g) {
    const GroupEvaluation& group = results[0].groups[static_cast<std::size_t>(g)];
    const RowMatrix seen = data.seen_by(model, g);
    RowMatrix raw = seen * model.scale.asDiagonal();
    raw.rowwise() += model.mean.transpose();
    RowMatrix approximation = model.reconstruct(raw);
    approximation = (approximation.rowwise() - model.mean.transpose()) *
                    model.scale.cwiseInverse().asDiagonal();
    const double error = (seen - approximation).rowwise().squaredNorm().mean();
    EXPECT_NEAR(group.reconstruction_error, error, 1e-9);
    EXPECT_NEAR(*group.log_likelihood, model.log_likelihood(raw).mean(), 1e-9);
    const Vector own = eigenpairs_of(seen).values;
    EXPECT_NEAR(group.loss, error - own.head(kColumns - 2).sum(), 1e-8);
  }
}

TEST(EvaluateMixtureTest, NeedsScoresAndOverallCentres) {
  const Rows data(30, 9);
  const GroupMoments moments = data.moments();
  const Model model = mixture_model(moments);
  EXPECT_EQ(rejection_of([&] { evaluation_of(model, moments); }).code(), "mixture-needs-rows");
  MatrixRows source(data.table());
  const ScoredTable table = score_rows(source, model, {});
  const Message center = rejection_of([&] {
    evaluation_of(model, table.part(), form_groups(moments), {.center = Center::kGroup});
  });
  EXPECT_EQ(center.code(), "center-of-mixture");
  EXPECT_EQ(center.option(), "center");
}

}  // namespace evaluation_view_test
}  // namespace fairpca
