// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>

#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "fairpca/fit/fit.h"
#include "fairpca/kernels/bandwidth.h"
#include "fairpca/rows/matrix_rows.h"
#include "fit/grouped_rows.h"
#include "random/row_hash.h"

namespace fairpca {
namespace bandwidth_rows_test {

/// The rows of smallest hash, in the order of their hashes.
RowMatrix rows_of_smallest_hash(const RowMatrix& rows, std::uint64_t seed, Index count) {
  std::vector<Index> order(static_cast<std::size_t>(rows.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return row_hash(seed, a) < row_hash(seed, b); });
  order.resize(static_cast<std::size_t>(std::min(count, rows.rows())));
  return rows(order, Eigen::all);
}

/// The median distance of two projected rows over sqrt 2, pair by pair.
double median_rule(const RowMatrix& points) {
  std::vector<double> distances;
  for (Index i = 0; i < points.rows(); ++i) {
    for (Index j = 0; j < i; ++j) distances.push_back((points.row(i) - points.row(j)).norm());
  }
  std::sort(distances.begin(), distances.end());
  const std::size_t middle = distances.size() / 2;
  const double median = distances.size() % 2 == 1
                            ? distances[middle]
                            : std::sqrt((distances[middle] * distances[middle] +
                                         distances[middle - 1] * distances[middle - 1]) /
                                        2);
  return median / std::sqrt(2.0);
}

RowMatrix pca_coordinates(const RowMatrix& all, const RowMatrix& some, const Model& model,
                          Index d) {
  const RowMatrix prepared = prepared_rows(all, model);
  const Matrix covariance = prepared.transpose() * prepared / static_cast<double>(prepared.rows());
  return prepared_rows(some, model) * dense::largest_vectors(covariance, d);
}

TEST(BandwidthRowsTest, EveryMethodStoresTheRuleOnPlainPcaOfTheRowsOfSmallestHash) {
  const GroupedRows data = random_groups({2200, 1900}, 4, 6);  // more rows than are kept
  for (const std::string method : {"pca", "ppca", "fair-pca", "robust-fair-pca"}) {
    SCOPED_TRACE(method);
    const Model model = fit(data, {.method = method, .dimensions = {Index{2}}, .seed = 9}).model;
    const RowMatrix kept = rows_of_smallest_hash(data.rows, 9, kMaxMedianRows);
    ASSERT_EQ(kept.rows(), kMaxMedianRows);
    const double expected = median_rule(pca_coordinates(data.rows, kept, model, 2));
    EXPECT_NEAR(*model.bandwidth, expected, 1e-9 * expected);
  }
}

TEST(BandwidthRowsTest, ThreadsChangeNothingAndTheSeedDoes) {
  const GroupedRows data = random_groups({9000, 8000}, 3, 2);
  FitSettings settings{.method = "fair-pca", .dimensions = {Index{1}}, .seed = 1};
  const double one = *fit(data, settings).model.bandwidth;
  settings.pass.threads = 5;
  EXPECT_EQ(*fit(data, settings).model.bandwidth, one);
  settings.seed = 2;
  EXPECT_NE(*fit(data, settings).model.bandwidth, one);
}

/// A source that does not say that its numbers stay where they are.
class ForgottenRows final : public RowSource {
 public:
  explicit ForgottenRows(RowsRef rows) : rows_(rows) {}
  const Schema& schema() const override { return rows_.schema(); }
  std::unique_ptr<RowChunk> next() override { return rows_.next(); }
  void rewind() override { rows_.rewind(); }
  double fraction_read() const override { return rows_.fraction_read(); }

 private:
  MatrixRows rows_;
};

TEST(BandwidthRowsTest, RowsThatStayWhereTheyAreGiveTheBitsOfCopies) {
  const GroupedRows data = random_groups({2200, 1900}, 4, 8);
  const Eigen::MatrixXf floats = data.rows.cast<float>();  // column after column
  for (const RowsRef& rows : {RowsRef(data.rows), RowsRef(floats)}) {
    MatrixRows viewed(rows);
    ForgottenRows copied(rows);
    ASSERT_TRUE(viewed.numbers_stay());
    ASSERT_FALSE(copied.numbers_stay());
    const FitSettings settings{.method = "pca", .dimensions = {Index{2}}, .seed = 5};
    EXPECT_EQ(*fit_rows(viewed, settings).fit.model.bandwidth,
              *fit_rows(copied, settings).fit.model.bandwidth);
  }
}

TEST(BandwidthRowsTest, AMixtureIsMeasuredInItsOwnEmbedding) {
  const GroupedRows data = random_groups({90, 80}, 4, 3);
  const Model model = fit(data, {.method = "mixture-ppca",
                                 .options = {{"mixture_components", 2}},
                                 .dimensions = {Index{2}}})
                          .model;
  const double expected = median_rule(model.transform(data.rows));
  EXPECT_NEAR(*model.bandwidth, expected, 1e-9 * expected);
}

TEST(BandwidthRowsTest, RowsLeftOutOfTheFitAreNotAmongThem) {
  GroupedRows data = random_groups({60, 50}, 4, 4);
  const GroupedRows whole = data;
  std::vector<Index> complete;
  for (Index i = 0; i < data.rows.rows(); ++i) {
    if (i % 5 == 0) {
      data.rows(i, 1) = std::numeric_limits<double>::quiet_NaN();
    } else {
      complete.push_back(i);
    }
  }
  const Model model =
      fit(data, {.dimensions = {Index{2}}, .missing = MissingCells::kDropRow}).model;
  const RowMatrix kept = whole.rows(complete, Eigen::all);
  const double expected = median_rule(pca_coordinates(kept, kept, model, 2));
  EXPECT_NEAR(*model.bandwidth, expected, 1e-9 * expected);
}

TEST(BandwidthRowsTest, WhereMostRowsCoincideThereIsNone) {
  GroupedRows data = random_groups({30, 30}, 3, 5);
  for (Index i = 0; i < 55; ++i) data.rows.row(i) = data.rows.row(0);
  EXPECT_FALSE(fit(data, {.dimensions = {Index{1}}}).model.bandwidth);
}

TEST(GroupDistributionsTest, MeansAndDeviationsArePlainOnesOfTheGroupsRows) {
  const FitSettings settings{.dimensions = {Index{1}}, .preparation = {.standardize = true}};
  const GroupedRows data = random_groups({40, 30}, 3, 8);
  const Model model = fit(data, settings).model;
  for (int g = 0; g < 2; ++g) {
    const RowMatrix rows = data.of_group(g);
    const Vector mean = rows.colwise().mean();
    const Vector deviation =
        (rows.rowwise() - mean.transpose()).colwise().squaredNorm().transpose() /
        static_cast<double>(rows.rows());
    const GroupSummary& group = model.groups[static_cast<std::size_t>(g)];
    EXPECT_LT((group.mean - mean).norm(), 1e-10);
    EXPECT_LT((group.deviation - deviation.cwiseSqrt()).norm(), 1e-10);
  }
  // Where a group is hidden, its mean would follow from those of the others.
  for (const GroupSummary& group : fit(random_groups({40, 30, 4}, 3, 8), settings).model.groups) {
    EXPECT_EQ(group.mean.size(), 0) << group.name;
    EXPECT_EQ(group.deviation.size(), 0) << group.name;
  }
}

}  // namespace bandwidth_rows_test
}  // namespace fairpca
