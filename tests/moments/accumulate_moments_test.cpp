// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "fairpca/moments/group_moments.h"
#include "moments/people.h"
#include "moments/rank_update.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace accumulate_moments_test {

using testing::Contains;

void expect_same_bits(const GroupMoments& a, const GroupMoments& b) {
  EXPECT_EQ(a.encoding(), b.encoding());
  ASSERT_EQ(a.cells().size(), b.cells().size());
  for (const auto& [key, cell] : a.cells()) expect_same_bits(cell, b.cells().at(key));
}

/// Rows of a table in blocks of given sizes.
class CutRows final : public RowSource {
 public:
  CutRows(const People& people, std::vector<Index> sizes) : schema_(table_of(people).schema) {
    for (Index first = 0; const Index size : sizes) {
      parts_.push_back(people.slice(first, size));
      first += size;
    }
  }
  const Schema& schema() const override { return schema_; }
  std::unique_ptr<RowChunk> next() override {
    return next_ < parts_.size() ? std::make_unique<Chunk>(parts_[next_++]) : nullptr;
  }
  void rewind() override { next_ = 0; }
  double fraction_read() const override { return -1; }

 private:
  struct Chunk final : RowChunk {
    explicit Chunk(const People& people) : part(people) {}
    RowBlock decode() const override { return block_of(part); }
    const People& part;
  };
  Schema schema_;
  std::vector<People> parts_;
  std::size_t next_ = 0;
};

TEST(AccumulateMomentsTest, AnyNumberOfThreadsGivesTheSameBits) {
  const People people = People::random(3000, 1);
  CutRows source(people, {10, 700, 1, 289, 500, 500, 600, 400});
  const GroupMoments one = accumulate_moments(source);
  EXPECT_EQ(one.rows(), 3000);
  for (const int threads : {2, 3, 7}) {
    source.rewind();
    expect_same_bits(accumulate_moments(source, {.threads = threads, .observer = {}}), one);
  }
  source.rewind();
  GroupMoments by_blocks;
  while (const auto chunk = source.next()) by_blocks.add(chunk->decode());
  expect_same_bits(by_blocks, one);
}

/// A table wide enough for the threads to share the squaring of each block.
struct WideTable {
  RowMatrix rows;
  Table table;

  explicit WideTable(Index n) {
    const Index p = kWideColumns + 20;
    std::mt19937_64 engine(2);
    rows = RowMatrix::NullaryExpr(n, p - 3, [&] { return static_cast<double>(engine() % 64); });
    Texts town, sex;
    for (Index i = 0; i < n; ++i) {
      // A third level appears only at the end, so that earlier blocks are narrower.
      town.push_back(i + 50 > n ? "c" : engine() % 2 == 0 ? "a" : "b");
      sex.push_back(engine() % 2 == 0 ? "Female" : "Male");
    }
    table.schema.features.push_back({"town", ColumnKind::kCategorical});
    for (Index j = 0; j < rows.cols(); ++j) {
      table.schema.features.push_back({fmt::format("x{}", j), ColumnKind::kNumeric});
    }
    table.schema.protected_columns = {"sex"};
    table.numeric = rows;
    table.categorical = {level_column(town)};
    table.protected_levels = {level_column(sex)};
    table.rows = n;
  }
};

TEST(AccumulateMomentsTest, AWideTableGivesTheMomentsOfItsRowsAndTheSameBitsForAnyThreads) {
  const WideTable wide(5000);
  MatrixRows source(wide.table);
  const GroupMoments one = accumulate_moments(source);
  EXPECT_EQ(one.rows(), 5000);
  EXPECT_EQ(one.dim(), kWideColumns + 20);
  for (const int threads : {2, 3, 7}) {
    source.rewind();
    expect_same_bits(accumulate_moments(source, {.threads = threads, .observer = {}}), one);
  }
  for (const auto& [key, cell] : one.cells()) {
    const std::int32_t code = wide.table.protected_levels[0].levels[0] == *key.levels[0] ? 0 : 1;
    std::vector<Index> chosen;
    for (Index i = 0; i < 5000; ++i) {
      if (wide.table.protected_levels[0].codes[i] == code) chosen.push_back(i);
    }
    // The last columns of the numbers, and the towns in front.
    const std::vector<std::string>& towns = wide.table.categorical[0].levels;
    RowMatrix some(chosen.size(), 8);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const auto row = static_cast<Index>(i);
      some.row(row).head(5) = wide.rows.row(chosen[i]).tail(5);
      const std::string& town = towns[wide.table.categorical[0].codes[chosen[i]]];
      some.row(row).tail(3) << (town == "a"), (town == "b"), (town == "c");
    }
    const TextbookMoments expected(some);
    const Index p = one.dim();
    std::vector<Index> where{p - 5, p - 4, p - 3, p - 2, p - 1, 0, 1, 2};
    EXPECT_EQ(cell.count(), static_cast<Index>(chosen.size()));
    EXPECT_LE((cell.mean()(where) - expected.mean).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LE(relative_difference(cell.scatter()(where, where), expected.scatter), 1e-12);
  }
}

/// The same people with every missing cell filled by hand with weighted means and shares.
std::map<std::string, Vector> filled_columns(const People& people,
                                             const std::vector<std::string>& names) {
  std::map<std::string, Vector> columns;
  for (const std::string& name : names) {
    Vector values(people.size());
    std::vector<Index> missing;
    double sum = 0, weight = 0;
    for (Index i = 0; i < people.size(); ++i) {
      const bool is_job = name.starts_with("job="), is_town = name.starts_with("town=");
      const auto& text = is_job ? people.job[i] : people.town[i];
      const Index column = name == "age" ? 0 : name == "income" ? 1 : 2;
      const double number = is_job || is_town ? 0.0 : people.numbers(i, column);
      if ((is_job || is_town) ? !text.has_value() : std::isnan(number)) {
        missing.push_back(i);
        continue;
      }
      values[i] = is_job ? name == "job=" + *text : is_town ? name == "town=" + *text : number;
      sum += people.weights[i] * values[i];
      weight += people.weights[i];
    }
    for (const Index i : missing) values[i] = sum / weight;
    columns[name] = values;
  }
  return columns;
}

TEST(AccumulateMomentsTest, MissingCellsAreFilledWithTheMeansOfThePresentOnes) {
  People people = People::random(800, 3);
  people.label.clear();
  people.race.clear();
  people.sex.assign(800, "x");
  std::mt19937_64 engine(4);
  for (Index i = 0; i < 800; ++i) {
    if (engine() % 4 == 0) people.numbers(i, 1) = std::nan("");
    if (engine() % 5 == 0) people.job[i].reset();
  }
  CutRows source(people, {300, 1, 499});
  const GroupMoments moments = accumulate_moments(source, {}, MissingCells::kMean);
  const auto columns = filled_columns(people, moments.encoding().names());
  RowMatrix filled(800, moments.dim());
  for (Index j = 0; j < moments.dim(); ++j) {
    filled.col(j) = columns.at(moments.encoding().names()[j]);
  }
  ASSERT_EQ(moments.cells().size(), 1U);
  expect_moments(moments.cells().begin()->second, TextbookMoments(filled, people.weights), 1e-12);
  source.rewind();
  expect_same_bits(accumulate_moments(source, {.threads = 3, .observer = {}}, MissingCells::kMean),
                   moments);
}

TEST(AccumulateMomentsTest, WithoutMissingCellsFillingChangesNothing) {
  const People people = People::random(500, 5);
  CutRows source(people, {200, 300});
  const GroupMoments plain = accumulate_moments(source);
  source.rewind();
  const GroupMoments filled = accumulate_moments(source, {}, MissingCells::kMean);
  EXPECT_EQ(filled.encoding(), plain.encoding());
  for (const auto& [key, cell] : plain.cells()) {
    EXPECT_LE(relative_difference(filled.cells().at(key).scatter(), cell.scatter()), 1e-13);
  }
}

TEST(AccumulateMomentsTest, AModelsEncodingIsUsedForRowsThatShowOtherLevels) {
  const People people = People::random(300, 6);
  CutRows source(people, {100, 200});
  std::vector<EncodedColumn> columns = accumulate_moments(source).encoding().columns();
  columns[1].levels = {"job0", "pilot"};
  source.rewind();
  const Message unseen =
      rejection_of([&] { accumulate_moments(source, Encoding(columns), EncodeOptions{}); });
  EXPECT_EQ(unseen.code(), "unseen-level");
  EXPECT_EQ(unseen.place().column, "job");
  source.rewind();
  EncodeOptions zeros;
  zeros.unseen = UnseenLevel::kZeros;
  const GroupMoments moments = accumulate_moments(source, Encoding(columns), zeros);
  EXPECT_EQ(moments.encoding(), Encoding(columns));
  EXPECT_EQ(moments.rows(), 300);
}

TEST(AccumulateMomentsTest, TheObserverSeesEveryRowAndMayStop) {
  const People people = People::random(300, 7);
  CutRows source(people, {100, 200});
  Index seen = 0;
  accumulate_moments(source, {.threads = 1, .observer = [&](const PassProgress& progress) {
                                seen = progress.rows;
                                return Flow::kContinue;
                              }});
  EXPECT_EQ(seen, 300);
  source.rewind();
  const PassObserver stop = [](const PassProgress&) { return Flow::kStop; };
  EXPECT_THROW(accumulate_moments(source, {.threads = 1, .observer = stop}), Stopped);
}

TEST(AccumulateMomentsRejectionTest, SourcesWithoutUsableRowsAreRejected) {
  People people = People::random(20, 8);
  const auto rejection = [&](MissingCells missing) {
    CutRows source(people, people.size() == 0 ? std::vector<Index>{} : std::vector{people.size()});
    return rejection_of([&] { accumulate_moments(source, {}, missing); });
  };
  const Message model = rejection(MissingCells::kModel);
  EXPECT_EQ(model.code(), "moments-of-missing-cells");
  EXPECT_EQ(model.option(), "missing");
  EXPECT_THAT(model.ways_out(), Contains(Setting{"missing", "mean"}));
  people.numbers.col(1).setConstant(std::nan(""));
  const Message missing = rejection(MissingCells::kError);
  EXPECT_EQ(missing.code(), "missing-cell");
  EXPECT_EQ(missing.place().row, 1);
  EXPECT_EQ(missing.place().column, "income");
  const Message without_mean = rejection(MissingCells::kMean);
  EXPECT_EQ(without_mean.code(), "column-without-values");
  EXPECT_EQ(without_mean.place().column, "income");
  EXPECT_THAT(without_mean.ways_out(), Contains(Setting{"drop", "income"}));
  EXPECT_EQ(rejection(MissingCells::kDropRow).code(), "all-rows-dropped");
  people = People::random(20, 9);
  people.weights.assign(20, 0.0);
  EXPECT_EQ(rejection(MissingCells::kError).code(), "empty-table");
  people = people.slice(0, 0);
  people.numbers.resize(0, 3);
  EXPECT_EQ(rejection(MissingCells::kError).code(), "empty-table");
  EXPECT_EQ(rejection(MissingCells::kMean).code(), "empty-table");
}

}  // namespace accumulate_moments_test
}  // namespace fairpca
