// SPDX-License-Identifier: BSD-3-Clause
#include "mixture/mixture_sums.h"

#include <cmath>

#include <gtest/gtest.h>

#include "dense_oracles.h"
#include "mixture/random_mixture.h"

namespace fairpca {
namespace mixture_sums_test {

PreparedBlock block_of(const RowMatrix& rows) {
  PreparedBlock block;
  block.rows = rows;
  block.cells.assign(static_cast<std::size_t>(rows.rows()), 0);
  return block;
}

void expect_near(const Matrix& a, const Matrix& b, double tolerance) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.cols(), b.cols());
  EXPECT_LE((a - b).cwiseAbs().maxCoeff(), tolerance);
}

/// The definitions, row by row with full covariances.
MixtureSums oracle(const PpcaMixture& mixture, const RowMatrix& rows, double v) {
  const Index p = mixture.dim(), q = mixture.latent_dimensions(), count = mixture.size();
  MixtureSums sums{Vector::Zero(count),
                   Matrix::Zero(p, count),
                   Matrix::Zero(p, count * q),
                   Vector::Zero(count),
                   {},
                   0,
                   Vector::Zero(1)};
  sums.scatter.assign(static_cast<std::size_t>(count), Matrix::Zero(p, p));
  for (Index i = 0; i < rows.rows(); ++i) {
    const Vector x = rows.row(i).transpose();
    const double total = mixture_log_density(mixture, x);
    sums.log_likelihood += v * total;
    sums.cell_log_likelihood[0] += total;
    for (Index k = 0; k < count; ++k) {
      const PpcaComponent& component = mixture.components[static_cast<std::size_t>(k)];
      const double r =
          v * component.weight *
          std::exp(gaussian_log_density(x, component.mean, covariance_of(component)) - total);
      const Vector d = x - component.mean;
      sums.weights[k] += r;
      sums.shifts.col(k) += r * d;
      sums.cross.middleCols(k * q, q) += r * d * (component.frame.transpose() * d).transpose();
      sums.squares[k] += r * d.squaredNorm();
      sums.scatter[static_cast<std::size_t>(k)] += r * d * d.transpose();
    }
  }
  return sums;
}

void expect_same(const MixtureSums& a, const MixtureSums& b, double tolerance) {
  expect_near(a.weights, b.weights, tolerance);
  expect_near(a.shifts, b.shifts, tolerance);
  expect_near(a.cross, b.cross, tolerance);
  expect_near(a.squares, b.squares, tolerance);
  EXPECT_NEAR(a.log_likelihood, b.log_likelihood, tolerance);
  expect_near(a.cell_log_likelihood, b.cell_log_likelihood, 1e3 * tolerance);
  ASSERT_EQ(a.scatter.size(), b.scatter.size());
  for (std::size_t k = 0; k < a.scatter.size(); ++k) {
    const Matrix left = a.scatter[k].triangularView<Eigen::Lower>();
    const Matrix right = b.scatter[k].triangularView<Eigen::Lower>();
    expect_near(left, right, tolerance);
  }
}

TEST(MixtureSumsTest, EqualTheDefinitionWithFullCovariances) {
  const PpcaMixture mixture = random_mixture(3, 6, 2, 5);
  const RowMatrix rows = rows_of(mixture, 700, 6);  // two tiles
  const double v = 1.0 / 700;
  const ExpectationStep step(mixture, Vector::Constant(1, v), MStep::kExact);
  expect_same(step(block_of(rows)), oracle(mixture, rows, v), 1e-12);
}

TEST(MixtureSumsTest, DeviationsGiveTheSumsOfTheRows) {
  const RowMatrix rows = one_hot_rows(700, 3, 106);
  const PpcaMixture mixture = random_mixture(3, rows.cols(), 2, 105);
  const double v = 1.0 / 700;
  const ExpectationStep step(mixture, Vector::Constant(1, v), MStep::kExact);
  PreparedBlock block = block_of(rows);
  const MixtureSums dense = step(block);
  block.deviations = deviations_of(rows);
  ASSERT_FALSE(block.deviations.empty());
  const MixtureSums sparse = step(block);
  expect_same(sparse, dense, 1e-12);
  expect_same(sparse, oracle(mixture, rows, v), 1e-11);
}

TEST(MixtureSumsTest, AnySplitOfTheRowsAddsUpToTheSameSums) {
  const PpcaMixture mixture = random_mixture(2, 4, 1, 7);
  const RowMatrix rows = with_missing_cells(rows_of(mixture, 97, 8), 10, 9);
  PlainRows whole(rows);
  const MixtureSums all =
      expectation(whole.prepared(), mixture, whole.cell_weights(), MStep::kExact);
  for (const Index cut : {1, 48, 96}) {
    SCOPED_TRACE(cut);
    PlainRows left(rows.topRows(cut)), right(rows.bottomRows(97 - cut));
    MixtureSums sums = expectation(left.prepared(), mixture, whole.cell_weights(), MStep::kExact);
    sums.merge(expectation(right.prepared(), mixture, whole.cell_weights(), MStep::kExact));
    expect_same(sums, all, 1e-13);
  }
}

TEST(MixtureSumsTest, CellsAndRowWeightsCountAsRowsGivenSeveralTimes) {
  const PpcaMixture mixture = random_mixture(2, 4, 2, 17);
  const RowMatrix rows = rows_of(mixture, 3, 18);
  PreparedBlock weighted = block_of(rows);
  weighted.weights = {1, 2, 0};
  weighted.cells = {0, 1, 1};
  const MixtureSums a = ExpectationStep(mixture, Vector{{1.0, 3.0}}, MStep::kLatent)(weighted);
  RowMatrix repeated(7, 4);
  repeated << rows.row(0), rows.row(1), rows.row(1), rows.row(1), rows.row(1), rows.row(1),
      rows.row(1);
  const MixtureSums b =
      ExpectationStep(mixture, Vector::Ones(1), MStep::kLatent)(block_of(repeated));
  expect_near(a.weights, b.weights, 1e-13);
  expect_near(a.cross, b.cross, 1e-12);
  EXPECT_NEAR(a.log_likelihood, b.log_likelihood, 1e-12);
  EXPECT_NEAR(a.cell_log_likelihood[1], 2 * mixture_log_density(mixture, rows.row(1).transpose()),
              1e-12);
}

/// E[(x - m)(x - m)'] given the observed cells, by partitioned inverses.
struct Conditional {
  Vector mean;
  Matrix covariance;
  double log_density;
};

Conditional condition(const PpcaComponent& component, const Vector& x) {
  std::vector<Index> seen, hidden;
  for (Index j = 0; j < x.size(); ++j) (std::isnan(x[j]) ? hidden : seen).push_back(j);
  const Matrix c = covariance_of(component);
  const Matrix inverse = dense::inverse(c(seen, seen));
  const Vector difference = x(seen) - component.mean(seen);
  Conditional result{x, Matrix::Zero(x.size(), x.size()),
                     gaussian_log_density(x(seen), component.mean(seen), c(seen, seen))};
  if (hidden.empty()) return result;  // BLAS takes no matrix without rows
  result.mean(hidden) = component.mean(hidden) + c(hidden, seen) * inverse * difference;
  result.covariance(hidden, hidden) =
      c(hidden, hidden) - c(hidden, seen) * inverse * c(seen, hidden);
  return result;
}

TEST(MixtureSumsTest, MissingCellsAddTheirConditionalExpectations) {
  const PpcaMixture mixture = random_mixture(2, 5, 2, 27);
  const RowMatrix rows = with_missing_cells(rows_of(mixture, 40, 28), 3, 29);
  PlainRows data(rows);
  const MixtureSums sums = expectation(data.prepared(), mixture, Vector::Ones(1), MStep::kExact);
  Matrix scatter = Matrix::Zero(5, 5), cross = Matrix::Zero(5, 2);
  Vector shift = Vector::Zero(5);
  double likelihood = 0, square = 0;
  for (Index i = 0; i < rows.rows(); ++i) {
    const Vector x = rows.row(i).transpose();
    double total = 0;
    for (const PpcaComponent& component : mixture.components) {
      total += component.weight * std::exp(condition(component, x).log_density);
    }
    likelihood += std::log(total);
    const PpcaComponent& first = mixture.components.front();
    const Conditional given = condition(first, x);
    const double r = first.weight * std::exp(given.log_density) / total;
    const Vector d = given.mean - first.mean;
    const Matrix expected = d * d.transpose() + given.covariance;
    shift += r * d;
    scatter += r * expected;
    cross += r * expected * first.frame;
    square += r * expected.trace();
  }
  EXPECT_NEAR(sums.log_likelihood, likelihood, 1e-11);
  EXPECT_NEAR(sums.squares[0], square, 1e-11);
  expect_near(sums.shifts.col(0), shift, 1e-12);
  expect_near(sums.cross.leftCols(2), cross, 1e-12);
  const Matrix lower = scatter.triangularView<Eigen::Lower>();
  expect_near(Matrix(sums.scatter[0].triangularView<Eigen::Lower>()), lower, 1e-12);
}

TEST(MixtureSumsTest, ARowFarFromEverythingHasAFiniteLikelihood) {
  const PpcaMixture mixture = random_mixture(3, 4, 1, 37);
  const RowMatrix far = RowMatrix::Constant(1, 4, 1e6);
  const MixtureSums sums = ExpectationStep(mixture, Vector::Ones(1), MStep::kLatent)(block_of(far));
  EXPECT_TRUE(std::isfinite(sums.log_likelihood));
  EXPECT_NEAR(sums.weights.sum(), 1, 1e-12);
}

}  // namespace mixture_sums_test
}  // namespace fairpca
