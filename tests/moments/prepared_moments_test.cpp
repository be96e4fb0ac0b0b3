// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/moments/prepared_moments.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>

#include "moments/people.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace prepared_moments_test {

using testing::ElementsAre;

constexpr double kTolerance = 1e-11;

/// Rows with their group, the constant column `age`, some rows in no group.
People grouped_people() {
  People people = People::random(500, 1);
  people.numbers.col(0).setConstant(41.3);
  people.race.clear();
  for (Index i = 0; i < 500; i += 9) people.sex[i].reset();
  return people;
}

GroupMoments moments_of(const People& people) {
  GroupMoments moments;
  moments.add(block_of(people));
  return moments;
}

std::vector<Group> groups_of(const GroupMoments& moments) {
  return form_groups(moments, {.missing = MissingGroup::kUnconstrained});
}

/// The definition: rows centred and scaled one by one, then averaged.
struct RowByRow {
  RowMatrix rows;  // encoded
  Vector weights;
  std::vector<Index> all;

  RowByRow(const People& people, const std::vector<std::string>& names)
      : rows(encode_by_hand(people, names)), weights(people.size()) {
    for (Index i = 0; i < people.size(); ++i) {
      weights[i] = people.weights[i];
      all.push_back(i);
    }
  }
  double weight(const std::vector<Index>& some) const { return weights(some).sum(); }
  Vector mean(const std::vector<Index>& some) const {
    return rows(some, Eigen::all).transpose() * weights(some) / weight(some);
  }
  Vector deviation() const {
    const RowMatrix centred = rows.rowwise() - mean(all).transpose();
    return (centred.cwiseAbs2().transpose() * weights / weight(all)).cwiseSqrt();
  }
  Matrix second_moment(const std::vector<Index>& some, const Vector& centre,
                       const Vector& scale) const {
    RowMatrix scaled = rows(some, Eigen::all).rowwise() - centre.transpose();
    scaled = scaled * scale.cwiseInverse().asDiagonal();
    return scaled.transpose() * weights(some).asDiagonal() * scaled / weight(some);
  }
};

std::vector<Index> rows_with_sex(const People& people, const std::string& level) {
  std::vector<Index> rows;
  for (Index i = 0; i < people.size(); ++i) {
    if (people.sex[i] == level) rows.push_back(i);
  }
  return rows;
}

void expect_near(const Matrix& actual, const Matrix& expected) {
  ASSERT_EQ(actual.rows(), expected.rows());
  EXPECT_LE((actual - expected).cwiseAbs().maxCoeff(),
            kTolerance * (1 + expected.cwiseAbs().maxCoeff()));
}

void expect_row_by_row(const PreparedMoments& prepared, const People& people,
                       const RowByRow& expected, const Vector& mean, const Vector& scale,
                       Center center) {
  expect_near(prepared.mean, mean);
  expect_near(prepared.scale, scale);
  expect_near(prepared.covariance, expected.second_moment(expected.all, mean, scale));
  ASSERT_EQ(prepared.groups.size(), 2U);
  for (const GroupStatistics& group : prepared.groups) {
    SCOPED_TRACE(group.group.name);
    const std::vector<Index> rows = rows_with_sex(people, group.group.name);
    const Vector group_mean = expected.mean(rows);
    EXPECT_EQ(group.rows, static_cast<Index>(rows.size()));
    EXPECT_NEAR(group.weight, expected.weight(rows), kTolerance * group.weight);
    EXPECT_NEAR(group.share, expected.weight(rows) / expected.weight(expected.all), kTolerance);
    EXPECT_NEAR(group.effective_rows,
                std::pow(expected.weight(rows), 2) / expected.weights(rows).squaredNorm(),
                kTolerance * group.effective_rows);
    expect_near(group.mean, (group_mean - mean).cwiseQuotient(scale));
    const Vector& centre = center == Center::kGroup ? group_mean : mean;
    expect_near(group.second_moment, expected.second_moment(rows, centre, scale));
    EXPECT_EQ(group.second_moment, Matrix(group.second_moment.transpose()));
  }
}

TEST(PrepareTest, EqualsCentringAndScalingEveryRow) {
  const People people = grouped_people();
  const GroupMoments moments = moments_of(people);
  const RowByRow expected(people, moments.encoding().names());
  const Vector mean = expected.mean(expected.all);
  for (const Center center : {Center::kOverall, Center::kGroup}) {
    for (const bool standardize : {false, true}) {
      for (const double divide_by : {1.0, 765.0}) {
        SCOPED_TRACE(testing::Message() << standardize << " " << divide_by);
        Vector scale = Vector::Constant(mean.size(), divide_by);
        if (standardize) scale.tail(mean.size() - 1) = expected.deviation().tail(mean.size() - 1);
        expect_row_by_row(prepare(moments, groups_of(moments), {standardize, divide_by, center}),
                          people, expected, mean, scale, center);
      }
    }
  }
}

TEST(PrepareTest, AboutAGivenMeanAndScaleEqualsTheDefinition) {
  const People people = grouped_people();
  const GroupMoments moments = moments_of(people);
  const RowByRow expected(people, moments.encoding().names());
  const Vector mean = Vector::LinSpaced(moments.dim(), -1, 3);
  const Vector scale = Vector::LinSpaced(moments.dim(), 0.5, 2);
  for (const Center center : {Center::kOverall, Center::kGroup}) {
    expect_row_by_row(prepare_about(moments, groups_of(moments), mean, scale, center), people,
                      expected, mean, scale, center);
  }
}

TEST(PrepareTest, AboutItsOwnMeanAndScaleIsTheSamePreparation) {
  const GroupMoments moments = moments_of(grouped_people());
  const PreparedMoments own = prepare(moments, groups_of(moments), {.standardize = true});
  const PreparedMoments again = prepare_about(moments, groups_of(moments), own.mean, own.scale);
  EXPECT_EQ(again.covariance, own.covariance);
  EXPECT_EQ(again.groups[1].second_moment, own.groups[1].second_moment);
  EXPECT_EQ(again.constant_columns, own.constant_columns);
}

TEST(PrepareTest, TheCovarianceIsTheShareWeightedSumOfTheGroupsWhenTheyCoverAllRows) {
  People people = People::random(300, 2);
  const GroupMoments moments = moments_of(people);
  const PreparedMoments prepared = prepare(moments, form_groups(moments));
  Matrix sum = Matrix::Zero(moments.dim(), moments.dim());
  Vector means = Vector::Zero(moments.dim());
  for (const GroupStatistics& group : prepared.groups) {
    sum += group.share * group.second_moment;
    means += group.share * group.mean;
  }
  expect_near(sum, prepared.covariance);
  expect_near(means, Vector::Zero(moments.dim()));
}

TEST(PrepareTest, StandardizedColumnsHaveUnitVarianceAndConstantOnesAreNamed) {
  const GroupMoments moments = moments_of(grouped_people());
  const PreparedMoments prepared = prepare(moments, {}, {.standardize = true});
  EXPECT_THAT(prepared.constant_columns, ElementsAre("age"));
  EXPECT_EQ(prepared.columns.front(), "age");
  EXPECT_EQ(prepared.scale[0], 1.0);
  EXPECT_EQ(prepared.mean[0], 41.3);
  EXPECT_EQ(prepared.covariance.col(0), Vector::Zero(moments.dim()));
  for (Index j = 1; j < moments.dim(); ++j) EXPECT_NEAR(prepared.covariance(j, j), 1, 1e-14);
  EXPECT_EQ(prepared.rows, 500);
  EXPECT_TRUE(prepared.groups.empty());
}

TEST(PrepareTest, EqualWeightsGiveTheMomentsAndEffectiveRowsOfNoWeights) {
  People people = grouped_people();
  people.weights.assign(500, 2.5);
  const GroupMoments weighted = moments_of(people);
  people.weights.clear();
  const GroupMoments plain = moments_of(people);
  const PreparedMoments a = prepare(weighted, groups_of(weighted)),
                        b = prepare(plain, groups_of(plain));
  EXPECT_NEAR(a.effective_rows, 500, 1e-9);
  EXPECT_EQ(b.effective_rows, 500);
  expect_near(a.covariance, b.covariance);
  expect_near(a.groups[0].second_moment, b.groups[0].second_moment);
}

TEST(PrepareRejectionTest, WhatCannotBePreparedIsSaid) {
  const GroupMoments moments = moments_of(grouped_people());
  for (const double divide_by : {0.0, -3.0, std::numeric_limits<double>::infinity(),
                                 std::numeric_limits<double>::quiet_NaN()}) {
    const Message message = rejection_of([&] { prepare(moments, {}, {.divide_by = divide_by}); });
    EXPECT_EQ(message.code(), "option-value");
    EXPECT_EQ(message.option(), "divide_by");
  }
  EXPECT_EQ(rejection_of([&] { prepare(GroupMoments(), {}); }).code(), "empty-table");
  EXPECT_EQ(rejection_of([&] { prepare_about(GroupMoments(), {}, Vector(), Vector()); }).code(),
            "empty-table");
  const Group stranger{"Other", {}, {CellKey{{"Other"}, "1"}}}, nobody{"Nobody", {}, {}};
  const Message unknown = rejection_of([&] { prepare(moments, {stranger}); });
  EXPECT_EQ(unknown.code(), "group-of-other-moments");
  EXPECT_EQ(unknown.argument("group"), "Other");
  const Message empty = rejection_of([&] { prepare(moments, {nobody}); });
  EXPECT_EQ(empty.code(), "group-without-rows");
  EXPECT_EQ(empty.argument("group"), "Nobody");
  const Vector ones = Vector::Ones(moments.dim());
  const Message narrow = rejection_of([&] { prepare_about(moments, {}, ones.head(2), ones); });
  EXPECT_EQ(narrow.code(), "moments-shape");
  EXPECT_EQ(narrow.argument("columns"), "2");
  Vector bad = ones;
  bad[0] = 0;
  const Message no_scale = rejection_of([&] { prepare_about(moments, {}, ones, bad); });
  EXPECT_EQ(no_scale.code(), "mean-and-scale");
  EXPECT_EQ(no_scale.place().column, "age");
  EXPECT_EQ(no_scale.argument("scale"), "0");
  bad[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(rejection_of([&] { prepare_about(moments, {}, bad, ones); }).argument("mean"), "nan");
}

}  // namespace prepared_moments_test
}  // namespace fairpca
