// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/moments/group_moments.h"

#include <optional>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "fairpca/error.h"
#include "moments/people.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace group_moments_test {

CellKey key_of(const People& people, Index row) {
  CellKey key;
  if (!people.sex.empty()) key.levels.push_back(people.sex[row]);
  if (!people.race.empty()) key.levels.push_back(people.race[row]);
  if (!people.label.empty()) key.label = people.label[row];
  return key;
}

/// Every cell against the textbook moments of its rows, encoded by hand.
void expect_moments_of(const GroupMoments& moments, const People& people, double tolerance) {
  std::map<CellKey, std::vector<Index>> rows_of;
  for (Index i = 0; i < people.size(); ++i) rows_of[key_of(people, i)].push_back(i);
  ASSERT_EQ(moments.cells().size(), rows_of.size());
  const RowMatrix encoded = encode_by_hand(people, moments.encoding().names());
  for (const auto& [key, rows] : rows_of) {
    ASSERT_TRUE(moments.cells().contains(key));
    RowMatrix chosen(rows.size(), encoded.cols());
    std::vector<double> weights;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      chosen.row(static_cast<Index>(i)) = encoded.row(rows[i]);
      if (!people.weights.empty()) weights.push_back(people.weights[rows[i]]);
    }
    EXPECT_EQ(moments.cells().at(key).count(), static_cast<Index>(rows.size()));
    expect_moments(moments.cells().at(key), TextbookMoments(chosen, weights), tolerance);
  }
  EXPECT_EQ(moments.rows(), people.size());
}

GroupMoments moments_of(const People& people) {
  GroupMoments moments;
  moments.add(block_of(people));
  return moments;
}

TEST(GroupMomentsTest, MomentsOfNothingChangeNothingWhenMerged) {
  const GroupMoments people = moments_of(People::random(40, 1));
  GroupMoments sum = people;
  sum.merge(GroupMoments());
  const GroupMoments empty;
  sum.merge(empty);
  GroupMoments other;
  other.merge(empty);
  EXPECT_EQ(other.rows(), 0);
  other.merge(people);
  for (const GroupMoments& moments : {sum, other}) {
    EXPECT_EQ(moments.encoding().names(), people.encoding().names());
    EXPECT_EQ(moments.protected_columns(), people.protected_columns());
    EXPECT_EQ(moments.rows(), people.rows());
    ASSERT_EQ(moments.cells().size(), people.cells().size());
  }
}

TEST(GroupMomentsTest, EveryCellEqualsTheTextbookMomentsOfItsOneHotRows) {
  People people = People::random(400, 1);
  expect_moments_of(moments_of(people), people, 1e-12);
  people.weights.clear();
  people.label.clear();
  expect_moments_of(moments_of(people), people, 1e-12);
  people.race.clear();
  people.sex.clear();
  const GroupMoments one_cell = moments_of(people);
  EXPECT_EQ(one_cell.cells().size(), 1U);
  expect_moments_of(one_cell, people, 1e-12);
}

TEST(GroupMomentsTest, NewLevelsAcrossBlocksGiveWhatOneBlockGives) {
  const People people = People::random(900, 2);
  std::mt19937_64 engine(3);
  for (int trial = 0; trial < 5; ++trial) {
    GroupMoments moments(table_of(people).schema);
    for (Index first = 0; first < people.size();) {
      const Index count = std::min(people.size() - first, static_cast<Index>(1 + engine() % 300));
      moments.add(block_of(people.slice(first, count)));
      first += count;
    }
    expect_moments_of(moments, people, 1e-12);
    EXPECT_EQ(moments.encoding(), moments_of(people).encoding());
  }
}

TEST(GroupMomentsTest, ALevelMetLateHasExactZerosBehindIt) {
  People early = People::random(50, 4), late = People::random(50, 5);
  early.weights.clear();
  late.weights.clear();
  for (auto& job : late.job) job = "pilot";
  early.sex.assign(50, "Female");
  late.sex.assign(50, "Male");
  GroupMoments moments = moments_of(early);
  moments.add(block_of(late));
  const auto& names = moments.encoding().names();
  const Index pilot = std::find(names.begin(), names.end(), "job=pilot") - names.begin();
  ASSERT_LT(pilot, moments.dim());
  for (const auto& [key, cell] : moments.cells()) {
    EXPECT_EQ(cell.mean()[pilot], key.levels[0] == "Male" ? 1.0 : 0.0);
    EXPECT_EQ(cell.scatter().col(pilot), Vector::Zero(moments.dim()));
  }
}

TEST(GroupMomentsTest, MergedSiblingsGiveWhatAllRowsGiveInAnyOrder) {
  const People people = People::random(600, 6);
  const GroupMoments a = moments_of(people.slice(0, 100)), b = moments_of(people.slice(100, 350)),
                     c = moments_of(people.slice(450, 150));
  for (const std::vector<const GroupMoments*>& order :
       {std::vector{&a, &b, &c}, {&c, &a, &b}, {&b, &c, &a}}) {
    GroupMoments sum;
    for (const GroupMoments* part : order) sum.merge(*part);
    expect_moments_of(sum, people, 1e-12);
    GroupMoments moved;
    for (const GroupMoments* part : order) moved.merge(GroupMoments(*part));
    EXPECT_EQ(moved.encoding(), sum.encoding());
    for (const auto& [key, cell] : sum.cells()) expect_same_bits(moved.cells().at(key), cell);
  }
}

/// The same table with its features and protected columns in another order.
Table reordered(const People& people) {
  Table table = table_of(people);
  std::swap(table.schema.features[1], table.schema.features[4]);
  std::swap(table.categorical[0], table.categorical[1]);
  std::swap(table.schema.features[0], table.schema.features[1]);  // town before age
  std::swap(table.schema.protected_columns[0], table.schema.protected_columns[1]);
  std::swap(table.protected_levels[0], table.protected_levels[1]);
  return table;
}

TEST(GroupMomentsTest, ReorderedColumnsAreMergedByName) {
  const People people = People::random(500, 7);
  const People first = people.slice(0, 200), second = people.slice(200, 300);
  const Table other = reordered(second);
  GroupMoments part;
  part.add(MatrixRows(other).next()->decode());
  ASSERT_EQ(part.encoding().names().front(), "town=north");
  ASSERT_EQ(part.protected_columns().front(), "race");
  GroupMoments sum = moments_of(first);
  sum.merge(part);
  EXPECT_EQ(sum.encoding().names().front(), "age");
  EXPECT_EQ(sum.protected_columns().front(), "sex");
  expect_moments_of(sum, people, 1e-12);
  GroupMoments added = moments_of(first);
  added.add(MatrixRows(other).next()->decode());
  expect_moments_of(added, people, 1e-12);
}

TEST(GroupMomentsTest, MissingProtectedCellsAndLabelsAreCellsOfTheirOwn) {
  People people = People::random(200, 8);
  for (Index i = 0; i < 200; i += 7) people.sex[i].reset();
  for (Index i = 0; i < 200; i += 11) people.label[i].reset();
  expect_moments_of(moments_of(people), people, 1e-12);
}

TEST(GroupMomentsTest, ManyProtectedLevelsAreToldApart) {
  People people = People::random(3000, 9);
  for (Index i = 0; i < 3000; ++i) {
    people.sex[i] = fmt::format("s{}", i % 150);
    people.race[i] = fmt::format("r{}", i % 140);
  }
  people.label.clear();
  people.weights.clear();
  const GroupMoments moments = moments_of(people);
  EXPECT_EQ(moments.cells().size(), 2100U);  // least common multiple of 150 and 140
  EXPECT_EQ(moments.rows(), 3000);
  for (const auto& [key, cell] : moments.cells()) {
    EXPECT_EQ(std::stoi(key.levels[0]->substr(1)) % 10, std::stoi(key.levels[1]->substr(1)) % 10);
    EXPECT_LE(cell.count(), 2);
  }
}

TEST(GroupMomentsTest, RowsOfWeightZeroMakeNoCell) {
  People people = People::random(60, 10);
  for (Index i = 0; i < 60; ++i) {
    if (people.sex[i] == "Female") people.weights[i] = 0.0;
  }
  const GroupMoments moments = moments_of(people);
  EXPECT_FALSE(moments.cells().empty());
  for (const auto& [key, cell] : moments.cells()) EXPECT_EQ(key.levels[0], "Male");
}

TEST(GroupMomentsTest, RowsWithMissingFeaturesAreLeftOutOnRequest) {
  People people = People::random(300, 11);
  People complete = people.slice(0, 0);
  complete.numbers.resize(0, 3);
  for (Index i = 0; i < 300; ++i) {
    if (i % 5 == 0) {
      if (i % 2 == 0) people.job[i].reset();
      if (i % 2 == 1) people.numbers(i, 2) = std::nan("");
      continue;
    }
    complete.numbers.conservativeResize(complete.size() + 1, 3);
    complete.numbers.bottomRows(1) = people.numbers.row(i);
    complete.job.push_back(people.job[i]);
    complete.town.push_back(people.town[i]);
    complete.sex.push_back(people.sex[i]);
    complete.race.push_back(people.race[i]);
    complete.label.push_back(people.label[i]);
    complete.weights.push_back(people.weights[i]);
  }
  GroupMoments moments;
  moments.add(block_of(people), MissingCells::kDropRow);
  expect_moments_of(moments, complete, 1e-12);
}

TEST(GroupMomentsTest, AGivenEncodingIsKeptWhateverLevelsTheRowsShow) {
  const People people = People::random(200, 12);
  std::vector<EncodedColumn> columns = moments_of(people).encoding().columns();
  columns[1].levels = {"job0", "job1", "never"};
  const Encoding encoding(columns);
  GroupMoments moments;
  EncodeOptions options;
  options.unseen = UnseenLevel::kZeros;
  moments.add(block_of(people), encoding, options);
  EXPECT_EQ(moments.encoding(), encoding);
  expect_moments_of(moments, people, 1e-12);
}

TEST(GroupMomentsRejectionTest, TablesThatDoNotMatchAreRejectedByName) {
  const People people = People::random(40, 13);
  GroupMoments moments = moments_of(people);
  People other = people;
  other.race.clear();
  const Message fewer = rejection_of([&] { moments.merge(moments_of(other)); });
  EXPECT_EQ(fewer.code(), "different-protected-columns");
  EXPECT_EQ(fewer.argument("first"), "'sex', 'race'");
  EXPECT_EQ(fewer.argument("second"), "'sex'");
  other.sex.clear();
  EXPECT_EQ(rejection_of([&] { moments.add(block_of(other)); }).argument("second"), "none");
  other = people;
  other.label.clear();
  const Message unlabelled = rejection_of([&] { moments.merge(moments_of(other)); });
  EXPECT_EQ(unlabelled.code(), "different-labels");
  EXPECT_EQ(unlabelled.argument("first"), "hired");
  EXPECT_EQ(unlabelled.argument("second"), "none");
  Table table = table_of(people);
  table.schema.features[0].name = "height";
  const RowBlock block = MatrixRows(table).next()->decode();
  const Message renamed = rejection_of([&] { moments.add(block); });
  EXPECT_EQ(renamed.code(), "different-columns");
  EXPECT_EQ(renamed.argument("first"), "'age'");
  EXPECT_EQ(renamed.argument("second"), "'height'");
  EXPECT_EQ(moments.rows(), 40);
}

TEST(GroupMomentsRejectionTest, MissingCellsAreNamedAndPoliciesThatNeedMoreAreRejected) {
  People people = People::random(40, 14);
  people.numbers(16, 1) = std::nan("");
  const RowBlock block = block_of(people);
  GroupMoments moments;
  const Message missing = rejection_of([&] { moments.add(block); });
  EXPECT_EQ(missing.code(), "missing-cell");
  EXPECT_EQ(missing.place().row, 17);
  EXPECT_EQ(missing.place().column, "income");
  EXPECT_EQ(rejection_of([&] { moments.add(block, MissingCells::kMean); }).code(),
            "means-need-all-rows");
  EXPECT_EQ(rejection_of([&] { moments.add(block, MissingCells::kModel); }).code(),
            "moments-of-missing-cells");
}

TEST(GroupMomentsRejectionTest, PartsThatDoNotFitTogetherAreRejected) {
  const GroupMoments good = moments_of(People::random(40, 15));
  using Cells = std::map<CellKey, Moments>;
  const auto build = [&](const std::vector<std::string>& columns,
                         const std::optional<std::string>& label, const Cells& cells) {
    GroupMoments::from_parts(good.encoding(), columns, label, cells);
  };
  const auto rejection = [&](const std::vector<std::string>& columns,
                             const std::optional<std::string>& label, const Cells& cells) {
    return rejection_of([&] { build(columns, label, cells); });
  };
  EXPECT_NO_THROW(build({"sex", "race"}, "hired", good.cells()));
  const Message levels = rejection({"sex"}, "hired", good.cells());
  EXPECT_EQ(levels.code(), "cell-levels");
  EXPECT_EQ(levels.argument("levels"), "2");
  EXPECT_EQ(levels.argument("columns"), "1");
  EXPECT_EQ(rejection({"sex", "race"}, std::nullopt, good.cells()).code(), "cell-label");
  Cells cells = good.cells();
  cells.begin()->second = Moments(3);
  const Message narrow = rejection({"sex", "race"}, "hired", cells);
  EXPECT_EQ(narrow.code(), "moments-shape");
  EXPECT_EQ(narrow.argument("columns"), "3");
  cells.begin()->second = Moments(good.dim());
  EXPECT_EQ(rejection({"sex", "race"}, "hired", cells).code(), "cell-without-rows");
}

}  // namespace group_moments_test
}  // namespace fairpca
