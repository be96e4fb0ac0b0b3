// SPDX-License-Identifier: BSD-3-Clause
#include "study/study_data.h"

#include <gtest/gtest.h>

#include "moments/people.h"

namespace fairpca {
namespace {

constexpr Index kRows = 9000;  // three chunks

const People& some_people() {
  static const People people = People::random(kRows, 3);
  return people;
}

StudyData read(const SplitSettings& splits, int threads, Index inner = 1, double moments_bytes = 0,
               std::size_t table_bytes = std::size_t{1} << 30) {
  return read_study([] { return std::make_unique<MatrixRows>(table_of(some_people())); },
                    {.plan = plan_splits(splits, 1, inner),
                     .missing_group = MissingGroup::kGroup,
                     .table_bytes = table_bytes,
                     .moments_bytes = moments_bytes,
                     .pass = {.threads = threads}});
}

void expect_same_moments(const GroupMoments& a, const GroupMoments& b, double tolerance) {
  ASSERT_EQ(a.cells().size(), b.cells().size());
  for (const auto& [key, cell] : a.cells()) {
    const Moments& other = b.cells().at(key);
    EXPECT_EQ(cell.count(), other.count());
    EXPECT_LE((cell.mean() - other.mean()).cwiseAbs().maxCoeff(), tolerance);
    EXPECT_LE((cell.scatter() - other.scatter()).cwiseAbs().maxCoeff(),
              tolerance * (1 + cell.scatter().cwiseAbs().maxCoeff()));
  }
}

/// The moments of the chosen rows, taken directly.
GroupMoments moments_of_rows_chosen(const StudyData& data, const CodeSet& codes) {
  Table table = table_of(some_people());
  std::vector<double> weights(static_cast<std::size_t>(kRows), 0.0);
  for (const Index i : data.rows_with(codes)) {
    const auto row = static_cast<std::size_t>(data.keys().row[static_cast<std::size_t>(i)]);
    weights[row] = table.weights.empty() ? 1.0 : table.weights[row];
  }
  table.weights = weights;
  MatrixRows rows(table);
  return accumulate_moments(rows, data.encoding(), {});
}

TEST(StudyDataTest, MergedPartsAreTheMomentsOfTheirRows) {
  const StudyData data = read({.folds = 4}, 2);
  for (const Split& split : data.plan().splits) {
    const CodeSet training = training_codes(data.plan(), split);
    const CodeSet test = test_codes(data.plan(), split);
    const auto merged = data.moments_of(training, {training, test}, {});
    expect_same_moments(merged[0], moments_of_rows_chosen(data, training), 1e-11);
    expect_same_moments(merged[1], moments_of_rows_chosen(data, test), 1e-11);
  }
}

TEST(StudyDataTest, ThreadsChangeNothing) {
  const StudyData one = read({.folds = 3, .repeats = 2}, 1, 3);
  const StudyData four = read({.folds = 3, .repeats = 2}, 4, 3);
  EXPECT_EQ(one.digest(), four.digest());
  for (Index repeat = 0; repeat < 2; ++repeat) {
    EXPECT_EQ(one.codes(repeat), four.codes(repeat));
    const CodeSet all = all_codes(one.plan(), repeat);
    expect_same_moments(one.moments_of(all, {all}, {})[0], four.moments_of(all, {all}, {})[0], 0);
    EXPECT_EQ(one.sample(all, 100), four.sample(all, 100));
  }
}

TEST(StudyDataTest, RepeatsReadOneByOneHaveTheSameMoments) {
  const StudyData at_once = read({.folds = 3, .repeats = 3}, 2);
  const StudyData one_by_one = read({.folds = 3, .repeats = 3}, 2, 1, 1.0, 1);
  EXPECT_TRUE(at_once.is_in_memory());
  EXPECT_FALSE(one_by_one.is_in_memory());
  for (Index repeat = 0; repeat < 3; ++repeat) {
    EXPECT_EQ(at_once.codes(repeat), one_by_one.codes(repeat));
    const CodeSet all = all_codes(at_once.plan(), repeat);
    expect_same_moments(at_once.moments_of(all, {all}, {})[0],
                        one_by_one.moments_of(all, {all}, {})[0], 1e-11);
  }
}

TEST(StudyDataTest, TheSampleIsOfRowsOfTheSetAndNoLargerThanAsked) {
  const StudyData data = read({.test_fraction = 0.5}, 2);
  const CodeSet training = training_codes(data.plan(), data.plan().splits.front());
  const RowMatrix sample = data.sample(training, 50);
  ASSERT_EQ(sample.rows(), 50);
  const RowMatrix encoded = encode_by_hand(some_people(), data.encoding().names());
  for (Index i = 0; i < sample.rows(); ++i) {
    bool is_there = false;
    for (const Index row : data.rows_with(training)) {
      is_there =
          is_there || encoded.row(data.keys().row[static_cast<std::size_t>(row)]) == sample.row(i);
    }
    EXPECT_TRUE(is_there) << i;
  }
}

TEST(StudyDataTest, ASplitsFileOfAnotherLengthIsRejected) {
  GivenSplits given{.names = {"a"}, .parts = {0, 1, 0}, .rows = 3, .file = "splits.csv"};
  EXPECT_THROW(read_study([] { return std::make_unique<MatrixRows>(table_of(some_people())); },
                          {.plan = plan_splits({}, 1, 1, 1),
                           .given = given,
                           .missing_group = MissingGroup::kGroup}),
               InvalidArgument);
}

}  // namespace
}  // namespace fairpca
