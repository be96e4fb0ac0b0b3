// SPDX-License-Identifier: BSD-3-Clause
#include "measure/coordinate_classifier.h"

#include <cmath>
#include <limits>

#include "measure/row_samples.h"

namespace fairpca {
namespace {

/// Deviations up to this share of the largest |x| of a column are rounding errors.
constexpr double kConstantShare = 1e-14;
/// Of the largest deviation: what solvers leave of a coordinate that should have none, and less
/// than a covariance in double precision tells from 0 (its root is 1.5e-8).
constexpr double kRoundingShare = 1e-7;

std::vector<bool> are_of_class(const std::vector<std::int32_t>& classes, std::int32_t k) {
  std::vector<bool> is_of_class;
  is_of_class.reserve(classes.size());
  for (const std::int32_t other : classes) is_of_class.push_back(other == k);
  return is_of_class;
}

std::vector<LinearScore> fit_against_rest(const RowMatrix& rows,
                                          const std::vector<std::int32_t>& classes,
                                          std::int32_t count, const LinearOptions& options) {
  std::vector<LinearScore> scores;
  for (std::int32_t k = 0; k < count; ++k) {
    scores.push_back(fit_linear_classifier(rows, are_of_class(classes, k), options));
  }
  return scores;
}

/// Scores of one column per class, or one column for two classes.
struct ScoresOf {
  const RowMatrix& rows;

  Matrix operator()(const LinearScore& score) const { return score.of(rows); }
  Matrix operator()(const std::vector<LinearScore>& of_classes) const {
    Matrix scores(rows.rows(), static_cast<Index>(of_classes.size()));
    for (Index k = 0; k < scores.cols(); ++k) {
      scores.col(k) = of_classes[static_cast<std::size_t>(k)].of(rows);
    }
    return scores;
  }
  Matrix operator()(const SoftmaxScores& softmax) const { return softmax.of(rows); }
  Matrix operator()(const RbfClassifier& machine) const {
    const Matrix pairs = machine.pair_scores(rows);
    return machine.classes() == 2 ? -pairs : votes_of_pairs(pairs, machine.classes());
  }
};

}  // namespace

ColumnScaling ColumnScaling::of(const RowMatrix& table, const std::vector<Index>& rows) {
  const Index d = table.cols();
  const double count = static_cast<double>(rows.size());
  ColumnScaling scaling{Vector::Zero(d), Vector::Zero(d)};
  if (rows.empty()) return scaling;
  for (const Index row : rows) scaling.mean += table.row(row).transpose();
  scaling.mean /= count;
  Vector squares = Vector::Zero(d), rest = Vector::Zero(d), largest = Vector::Zero(d);
  for (const Index row : rows) {
    const Vector centered = table.row(row).transpose() - scaling.mean;
    squares += centered.cwiseAbs2();
    rest += centered;
    largest = largest.cwiseMax(table.row(row).transpose().cwiseAbs());
  }
  for (Index j = 0; j < d; ++j) {
    const double deviation = std::sqrt((squares(j) - rest(j) * rest(j) / count) / count);
    if (deviation > kConstantShare * largest(j)) scaling.deviation(j) = deviation;
  }
  // Above the rank of the rows coordinates are rounding of the others, which scaling would blow up.
  const double rounding = kRoundingShare * scaling.deviation.maxCoeff();
  for (double& deviation : scaling.deviation) {
    if (deviation < rounding) deviation = 0;
  }
  return scaling;
}

RowMatrix ColumnScaling::apply(const RowMatrix& table, const std::vector<Index>& rows) const {
  RowMatrix scaled = RowMatrix::Zero(static_cast<Index>(rows.size()), table.cols());
  for (Index i = 0; i < scaled.rows(); ++i) {
    const Index row = rows[static_cast<std::size_t>(i)];
    for (Index j = 0; j < scaled.cols(); ++j) {
      if (deviation(j) > 0) scaled(i, j) = (table(row, j) - mean(j)) / deviation(j);
    }
  }
  return scaled;
}

CoordinateClassifier CoordinateClassifier::fit(const RowMatrix& rows,
                                               const std::vector<std::int32_t>& classes,
                                               std::int32_t count,
                                               const ClassifierOptions& options) {
  CoordinateClassifier made;
  if (options.kind == Classifier::kRbfSvm) {
    const std::vector<Index> kept =
        stratified_sample(classes, options.max_kernel_rows, options.seed);
    made.is_sampled_ = kept.size() < classes.size();
    std::vector<std::int32_t> kept_classes;
    for (const Index row : kept) kept_classes.push_back(classes[static_cast<std::size_t>(row)]);
    made.fitted_ = RbfClassifier::fit(rows(kept, Eigen::all), kept_classes, count,
                                      {.balanced = options.balanced});
    return made;
  }
  const bool logistic = options.kind == Classifier::kLogistic;
  const LinearOptions linear{.loss = logistic ? LinearLoss::kLogistic : LinearLoss::kSquaredHinge,
                             .balanced = options.balanced};
  if (count == 2) {
    made.fitted_ = fit_linear_classifier(rows, are_of_class(classes, 1), linear);
  } else if (logistic) {
    made.fitted_ = fit_multinomial_regression(rows, classes, count, linear);
  } else {
    made.fitted_ = fit_against_rest(rows, classes, count, linear);
  }
  return made;
}

Matrix CoordinateClassifier::scores(const RowMatrix& rows) const {
  return std::visit(ScoresOf{rows}, fitted_);
}

std::vector<std::int32_t> CoordinateClassifier::predicted(const Matrix& scores) const {
  // Of RBF machines the votes alone decide, which stand before the point.
  const bool has_votes = std::holds_alternative<RbfClassifier>(fitted_) && scores.cols() > 1;
  std::vector<std::int32_t> classes;
  for (Index i = 0; i < scores.rows(); ++i) {
    std::int32_t best = scores.cols() == 1 && scores(i, 0) > 0 ? 1 : 0;
    double largest = -std::numeric_limits<double>::infinity();
    for (Index k = 0; scores.cols() > 1 && k < scores.cols(); ++k) {
      const double score = has_votes ? std::round(scores(i, k)) : scores(i, k);
      if (score > largest) {
        largest = score;
        best = static_cast<std::int32_t>(k);
      }
    }
    classes.push_back(best);
  }
  return classes;
}

}  // namespace fairpca
