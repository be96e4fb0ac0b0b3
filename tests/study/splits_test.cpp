// SPDX-License-Identifier: BSD-3-Clause
#include "study/splits.h"

#include <map>

#include <gtest/gtest.h>

#include "random/stable_hash.h"

namespace fairpca {
namespace {

/// Codes of `rows` rows in strata dealt out in turn.
std::vector<std::vector<PartCode>> assign_rows(const SplitPlan& plan, Index rows, Index strata) {
  PartAssigner assigner(plan);
  std::vector<std::vector<PartCode>> codes;
  for (Index row = 0; row < rows; ++row) {
    const auto stratum = static_cast<std::uint64_t>(row % strata);
    codes.push_back(assigner.next({.stratum = mixed_hash(7, stratum)}));
  }
  return codes;
}

TEST(SplitsTest, ATestFractionIsDealtOutInTheShortestBlocksThatHaveIt) {
  EXPECT_EQ(test_block(0.3).length, 10);
  EXPECT_EQ(test_block(0.3).tested, 3);
  EXPECT_EQ(test_block(0.25).length, 4);
  EXPECT_EQ(test_block(0.5).length, 2);
  EXPECT_EQ(test_block(0.333).length, 3);
  EXPECT_EQ(test_block(0.001).length, 1000);
  EXPECT_EQ(test_block(0.001).tested, 1);
}

TEST(SplitsTest, EveryStratumHasItsShareExactlyInWholeBlocks) {
  const SplitPlan plan = plan_splits({.test_fraction = 0.3, .repeats = 2}, 5, 1);
  const auto codes = assign_rows(plan, 3 * 40, 3);
  for (std::size_t repeat = 0; repeat < 2; ++repeat) {
    std::map<std::size_t, int> tested;
    for (std::size_t row = 0; row < codes.size(); ++row) tested[row % 3] += codes[row][repeat];
    for (const auto& [stratum, count] : tested) EXPECT_EQ(count, 12) << stratum;
  }
}

TEST(SplitsTest, FoldsOfAStratumDifferByAtMostOneRow) {
  const SplitPlan plan = plan_splits({.folds = 5}, 1, 1);
  EXPECT_EQ(plan.splits.size(), 5U);
  const auto codes = assign_rows(plan, 2 * 33, 2);
  for (std::size_t stratum = 0; stratum < 2; ++stratum) {
    std::map<PartCode, int> sizes;
    for (std::size_t row = stratum; row < codes.size(); row += 2) ++sizes[codes[row][0]];
    ASSERT_EQ(sizes.size(), 5U);
    for (const auto& [fold, size] : sizes) {
      EXPECT_GE(size, 6);
      EXPECT_LE(size, 7);
    }
  }
}

TEST(SplitsTest, RepeatsAndSeedsDivideTheRowsDifferently) {
  const SplitPlan plan = plan_splits({.folds = 3, .repeats = 2}, 1, 1);
  const auto codes = assign_rows(plan, 60, 1);
  const auto other = assign_rows(plan_splits({.folds = 3, .repeats = 2}, 2, 1), 60, 1);
  int differ = 0, differ_by_seed = 0;
  for (std::size_t row = 0; row < codes.size(); ++row) {
    differ += codes[row][0] != codes[row][1];
    differ_by_seed += codes[row][0] != other[row][0];
  }
  EXPECT_GT(differ, 10);
  EXPECT_GT(differ_by_seed, 10);
}

TEST(SplitsTest, InnerFoldsDivideEveryPartEvenly) {
  const SplitPlan plan = plan_splits({.folds = 2}, 3, 3);
  const auto codes = assign_rows(plan, 90, 1);
  std::map<Index, int> sizes;
  for (const auto& row : codes) ++sizes[row[0]];
  ASSERT_EQ(sizes.size(), 6U);
  for (const auto& [code, size] : sizes) EXPECT_EQ(size, 15) << plan.part_of(code);
}

TEST(SplitsTest, RowsOfEqualValuesStayTogether) {
  const SplitPlan plan = plan_splits({.folds = 4, .by = "person"}, 3, 3);
  PartAssigner assigner(plan);
  std::map<std::uint64_t, PartCode> of_person;
  std::map<Index, int> parts;
  for (Index row = 0; row < 400; ++row) {
    const auto person = static_cast<std::uint64_t>(row % 100);
    const PartCode code = assigner.next({.stratum = mixed_hash(person, 0)}).front();
    const auto [found, is_new] = of_person.try_emplace(person, code);
    EXPECT_EQ(found->second, code);
    parts[plan.part_of(code)] += is_new;
  }
  EXPECT_EQ(parts.size(), 4U);
  for (const auto& [part, persons] : parts) EXPECT_GT(persons, 10);
}

TEST(SplitsTest, GivenPartsAreTakenAsTheyAre) {
  const SplitPlan plan = plan_splits({}, 0, 1, 3);
  EXPECT_EQ(plan.repeats, 3);
  PartAssigner assigner(plan);
  const std::vector<signed char> given = {0, 1, -1};
  const std::vector<PartCode> codes = assigner.next({.stratum = 4, .given = given});
  EXPECT_EQ(codes, (std::vector<PartCode>{0, 1, kNoPart}));
}

}  // namespace
}  // namespace fairpca
