// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/rows/encoding.h"

#include <cmath>
#include <limits>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairpca/error.h"
#include "fairpca/rows/matrix_rows.h"
#include "rows/finite.h"
#include "text/rejection_of.h"

namespace fairpca {
namespace encoding_test {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

/// age (numeric), job (categorical), pay (numeric), home (categorical); row 2 lacks age, row 3
/// home.
RowBlock sample_block() {
  RowBlock block;
  block.schema =
      std::make_shared<const Schema>(Schema{.features = {{"age", ColumnKind::kNumeric},
                                                         {"job", ColumnKind::kCategorical},
                                                         {"pay", ColumnKind::kNumeric},
                                                         {"home", ColumnKind::kCategorical}}});
  block.first_row = 10;
  block.rows = 4;
  block.storage.resize(4, 2);
  block.storage << 30, 1.5, 40, 2.5, kNaN, 3.5, 60, 4.5;
  block.numeric = block.storage;
  block.categorical = {{{"smith", "baker", "unused"}, {0, 1, 1, 0}}, {{"own"}, {0, 0, 0, -1}}};
  return block;
}

EncodedColumn number(const std::string& name) {
  return {{name, ColumnKind::kNumeric}, {}};
}

EncodedColumn category(const std::string& name, const std::vector<std::string>& levels) {
  return {{name, ColumnKind::kCategorical}, levels};
}

Encoding encoding_of(std::vector<EncodedColumn> columns) {
  return Encoding(std::move(columns));
}

RowBlock numbers_block(const RowMatrix& matrix) {
  MatrixRows rows((RowsRef(matrix)));
  return rows.next()->decode();
}

Message rejection(const Encoding& encoding, const RowBlock& block,
                  const EncodeOptions& options = {}) {
  return rejection_of([&] { encoding.encode(block, options); });
}

Matrix dense(const RowsRef& rows) {
  Matrix out(rows.rows(), rows.cols());
  for (Index i = 0; i < rows.rows(); ++i) {
    for (Index j = 0; j < rows.cols(); ++j) out(i, j) = rows(i, j);
  }
  return out;
}

TEST(EncodingTest, LevelsShownAreSortedAndNamedAfterTheirColumn) {
  const Encoding encoding = Encoding::of(sample_block());
  EXPECT_THAT(encoding.names(), ElementsAre("age", "job=baker", "job=smith", "pay", "home=own"));
  EXPECT_EQ(encoding.width(), 5);
  EXPECT_EQ(encoding.features(), sample_block().schema->features);
}

TEST(EncodingTest, LevelsOfDroppedRowsAreNotShown) {
  RowBlock block = sample_block();
  block.categorical[0].codes = {0, 0, 1, 0};  // baker only in the row without age
  EXPECT_THAT(Encoding::of(block).columns()[1].levels, ElementsAre("baker", "smith"));
  EXPECT_THAT(Encoding::of(block, MissingCells::kDropRow).columns()[1].levels,
              ElementsAre("smith"));
}

TEST(EncodingTest, MissingCellsAreFilledDroppedOrLeftToTheModel) {
  const RowBlock block = sample_block();
  const Encoding encoding = Encoding::of(block);

  EncodeOptions mean{.missing = MissingCells::kMean, .fill = Vector::LinSpaced(5, 0.1, 0.5)};
  Matrix filled(4, 5);
  filled << 30, 0, 1, 1.5, 1, 40, 1, 0, 2.5, 1, 0.1, 1, 0, 3.5, 1, 60, 0, 1, 4.5, 0.5;
  EXPECT_EQ(dense(encoding.encode(block, mean).rows), filled);

  const EncodedBlock dropped = encoding.encode(block, {.missing = MissingCells::kDropRow});
  EXPECT_EQ(dense(dropped.rows), filled.topRows(2));
  EXPECT_THAT(dropped.kept_rows, ElementsAre(0, 1));

  const Matrix left = dense(encoding.encode(block, {.missing = MissingCells::kModel}).rows);
  EXPECT_TRUE(std::isnan(left(2, 0)));
  EXPECT_TRUE(std::isnan(left(3, 4)));
  EXPECT_EQ(left.topRows(2), filled.topRows(2));
  EXPECT_EQ((left.array() != left.array()).count(), 2);
}

TEST(EncodingTest, MissingCellsAreRejectedWithRowAndColumn) {
  RowBlock block = sample_block();
  block.source = "people.csv";
  const Encoding encoding = Encoding::of(block);
  const Message number = rejection(encoding, block);
  EXPECT_EQ(number.code(), "missing-cell");
  EXPECT_EQ(number.place(), (Place{"people.csv", 13, "age"}));
  EXPECT_THAT(number.ways_out(), IsEmpty());  // the caller knows them
  block.storage(2, 0) = 1;
  const Message category = rejection(encoding, block);
  EXPECT_EQ(category.code(), "missing-cell");
  EXPECT_EQ(category.place(), (Place{"people.csv", 14, "home"}));
}

TEST(EncodingTest, InfinitiesAreRejectedHoweverMissingCellsAreHandled) {
  RowMatrix matrix = RowMatrix::Ones(5, 3);
  for (const double value : {kInf, -kInf}) {
    matrix(3, 1) = value;
    const RowBlock block = numbers_block(matrix);
    for (const MissingCells missing : {MissingCells::kError, MissingCells::kMean,
                                       MissingCells::kDropRow, MissingCells::kModel}) {
      const Message message =
          rejection(Encoding::of(block), block, {.missing = missing, .fill = Vector::Ones(3)});
      EXPECT_EQ(message.code(), "infinite-cell");
      EXPECT_EQ(message.place(), (Place{"", 4, "x2"}));
    }
  }
}

TEST(EncodingTest, UnseenLevelsAreRejectedOrZeros) {
  RowBlock block = sample_block();
  block.storage(2, 0) = 50;
  block.categorical[1].codes[3] = 0;
  const Encoding encoding = encoding_of({category("job", {"baker", "clerk"}), number("age")});
  const Message message = rejection(encoding, block);
  EXPECT_EQ(message.code(), "unseen-level");
  EXPECT_EQ(message.place(), (Place{"", 11, "job"}));
  EXPECT_EQ(message.argument("level"), "smith");
  EXPECT_EQ(message.argument("levels"), "2");
  EXPECT_THAT(message.ways_out(), ElementsAre(Setting{"unseen", "zeros"}));
  Matrix expected(4, 3);
  expected << 0, 0, 30, 1, 0, 40, 1, 0, 50, 0, 0, 60;
  EXPECT_EQ(dense(encoding.encode(block, {.unseen = UnseenLevel::kZeros}).rows), expected);
}

TEST(EncodingTest, ABlockOfNumbersAloneIsNotCopied) {
  const RowMatrix matrix = RowMatrix::Random(7, 3);
  const RowBlock block = numbers_block(matrix);
  const EncodedBlock encoded = Encoding::of(block).encode(block);
  EXPECT_EQ(encoded.rows.doubles(), matrix.data());
  EXPECT_EQ(encoded.storage.size(), 0);

  const Eigen::MatrixXf floats = Eigen::MatrixXf::Random(7, 3);
  MatrixRows source((RowsRef(floats)));
  const RowBlock narrow = source.next()->decode();
  EXPECT_EQ(Encoding::of(narrow).encode(narrow).rows.floats(), floats.data());
}

TEST(EncodingTest, ColumnsInAnotherOrderAreFoundByName) {
  const RowMatrix matrix = RowMatrix::Random(4, 3);
  const RowBlock block = numbers_block(matrix);
  const Encoding encoding = encoding_of({number("x3"), number("x1")});
  const Matrix encoded = dense(encoding.encode(block).rows);
  EXPECT_EQ(encoded.col(0), matrix.col(2));
  EXPECT_EQ(encoded.col(1), matrix.col(0));
  const Encoding other = encoding_of({number("y")});
  EXPECT_EQ(rejection(other, block).code(), "missing-model-columns");
  EXPECT_EQ(rejection(other, block).place().column, "y");
  const Encoding kind = encoding_of({category("x1", {"a"})});
  EXPECT_EQ(rejection(kind, block).code(), "column-kind");
  EXPECT_EQ(rejection(kind, block).place().column, "x1");
  EXPECT_EQ(rejection(kind, block).argument("found"), "numbers");
}

TEST(EncodingTest, DroppingEveryRowLeavesNoRows) {
  RowMatrix matrix = RowMatrix::Constant(3, 2, kNaN);
  const RowBlock block = numbers_block(matrix);
  const EncodedBlock encoded =
      Encoding::of(block).encode(block, {.missing = MissingCells::kDropRow});
  EXPECT_EQ(encoded.rows.rows(), 0);
  EXPECT_THAT(encoded.kept_rows, IsEmpty());
}

TEST(EncodingTest, AFillOfAnotherWidthIsRejected) {
  const RowBlock block = sample_block();
  const Message message = rejection(Encoding::of(block), block,
                                    {.missing = MissingCells::kMean, .fill = Vector::Zero(4)});
  EXPECT_EQ(message.code(), "fill-width");
  EXPECT_EQ(message.argument("values"), "4");
  EXPECT_EQ(message.argument("columns"), "5");
}

TEST(EncodingTest, MergingUnitesLevelsAndKeepsTheFirstOrder) {
  const Encoding a({number("n"), category("c", {"b", "d"})});
  const Encoding b({category("c", {"a", "b"}), number("n")});
  EXPECT_THAT(a.merged_with(b).names(), ElementsAre("n", "c=a", "c=b", "c=d"));
  EXPECT_THAT(b.merged_with(a).names(), ElementsAre("c=a", "c=b", "c=d", "n"));
  EXPECT_EQ(a.merged_with(a), a);
}

TEST(EncodingTest, MergingDifferentColumnsIsRejectedByName) {
  const Encoding a = encoding_of({number("n"), number("m")});
  const Encoding b = encoding_of({number("n"), number("o")});
  const Encoding c = encoding_of({number("n")});
  const Encoding d = encoding_of({category("n", {})});
  const auto merging = [](const Encoding& first, const Encoding& second) {
    return rejection_of([&] { first.merged_with(second); });
  };
  EXPECT_EQ(merging(a, b).code(), "different-columns");
  EXPECT_EQ(merging(a, b).argument("first"), "'m'");
  EXPECT_EQ(merging(a, b).argument("second"), "'o'");
  EXPECT_EQ(merging(a, c).argument("second"), "none");
  const Message kinds = merging(c, d);
  EXPECT_EQ(kinds.code(), "different-kinds");
  EXPECT_EQ(kinds.place().column, "n");
  EXPECT_EQ(kinds.argument("kind"), "numeric");
  EXPECT_THAT(kinds.ways_out(), ElementsAre(Setting{"categorical"}));
}

TEST(EncodingTest, ColumnsThatCannotBeToldApartAreRejected) {
  const auto encoding = [](std::vector<EncodedColumn> columns) {
    return rejection_of([&] { Encoding made(std::move(columns)); });
  };
  const Message twice = encoding({number("a"), number("b"), number("a")});
  EXPECT_EQ(twice.code(), "duplicate-column");
  EXPECT_EQ(twice.place().column, "a");
  EXPECT_EQ(twice.argument("first"), "1");
  EXPECT_EQ(twice.argument("second"), "3");
  const Message encoded = encoding({category("a", {"b"}), number("a=b")});
  EXPECT_EQ(encoded.code(), "duplicate-encoded-column");
  EXPECT_EQ(encoded.argument("name"), "a=b");
  EXPECT_EQ(encoding({category("a", {"c", "b"})}).code(), "unsorted-levels");
  EXPECT_EQ(encoding({category("a", {"b", "b"})}).code(), "unsorted-levels");
  EXPECT_EQ(encoding({EncodedColumn{{"a", ColumnKind::kNumeric}, {"b"}}}).code(),
            "levels-of-numbers");
}

TEST(AllFiniteTest, OneNumberAnywhereDecides) {
  std::mt19937_64 engine(3);
  const RowMatrix good = RowMatrix::Random(37, 11) * 1e308;
  for (int trial = 0; trial < 300; ++trial) {
    RowMatrix rows = good;
    Matrix columns = good;
    Eigen::MatrixXf floats = Eigen::MatrixXf::Random(37, 11);
    const Index i = std::uniform_int_distribution<Index>(0, 36)(engine);
    const Index j = std::uniform_int_distribution<Index>(0, 10)(engine);
    const double bad = trial % 3 == 0 ? kNaN : trial % 3 == 1 ? kInf : -kInf;
    const auto strided = [&](Matrix& m) {
      return RowsRef(m.data(), 18, 11, 2, 37);  // every other row
    };
    EXPECT_TRUE(all_finite(rows) && all_finite(columns) && all_finite(floats) &&
                all_finite(strided(columns)) && all_finite(rows.leftCols(10)));
    rows(i, j) = columns(i, j) = bad;
    floats(i, j) = static_cast<float>(bad);
    EXPECT_FALSE(all_finite(rows));
    EXPECT_FALSE(all_finite(columns));
    EXPECT_FALSE(all_finite(floats));
    EXPECT_EQ(all_finite(strided(columns)), i % 2 == 1 || i == 36);
    EXPECT_EQ(all_finite(rows.leftCols(10)), j == 10);
  }
  EXPECT_TRUE(all_finite(RowsRef()));
}

}  // namespace encoding_test
}  // namespace fairpca
