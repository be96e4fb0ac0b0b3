// SPDX-License-Identifier: BSD-3-Clause
#include "measure/linear_classifier.h"

#include <algorithm>
#include <cmath>

#include "measure/messages.h"
#include "moments/messages.h"
#include "optimize/newton_minimum.h"
#include "options/check_field.h"

namespace fairpca {
namespace {

void check_linear_options(RowsRef rows, std::size_t classes, const LinearOptions& options) {
  constexpr NumberRange kAboveZero{.least = 0, .excludes_least = true};
  check_field("cost", options.cost, kAboveZero);
  check_field("tolerance", options.tolerance, kAboveZero);
  check_field("max_iterations", options.max_iterations, {.least = 0});
  if (rows.rows() != static_cast<Index>(classes)) {
    reject(measure_message<"classes-per-row">("classes"_is(classes), "rows"_is(rows.rows())));
  }
}

/// The rows with a column of ones behind them.
RowMatrix with_intercept(RowsRef rows) {
  RowMatrix extended(rows.rows(), rows.cols() + 1);
  for (Index i = 0; i < rows.rows(); ++i) {
    for (Index j = 0; j < rows.cols(); ++j) {
      if (!std::isfinite(rows(i, j))) {
        reject(moments_message<"number-not-finite">("row"_is(i + 1), "column"_is(j + 1),
                                                    "value"_is(rows(i, j))));
      }
      extended(i, j) = rows(i, j);
    }
  }
  extended.col(rows.cols()).setOnes();
  return extended;
}

/// Value, slope and curvature of a loss at a margin.
struct MarginLoss {
  double value = 0, slope = 0, curvature = 0;
};

MarginLoss logistic_loss(double margin) {
  const double small = std::exp(-std::abs(margin));
  const double other = (margin > 0 ? small : 1) / (1 + small);  // 1 / (1 + exp(margin))
  return {std::log1p(small) + std::max(-margin, 0.0), -other, other * (1 - other)};
}

MarginLoss squared_hinge_loss(double margin) {
  const double lacking = 1 - margin;
  if (lacking <= 0) return {};
  return {lacking * lacking, -2 * lacking, 2};
}

/// |w|^2 / 2 + sum_i cost_i loss(sign_i (w'x_i + b)); the point is w, then b.
class PenalizedLoss final : public ConvexFunction {
 public:
  PenalizedLoss(const RowMatrix& rows, Vector signs, Vector costs, LinearLoss loss)
      : rows_(rows), signs_(std::move(signs)), costs_(std::move(costs)), loss_(loss) {}

  double value(const Vector& point, Eigen::Ref<Vector> gradient) const override {
    const Index d = rows_.cols() - 1;
    const Vector margins = (rows_ * point).cwiseProduct(signs_);
    Vector slopes(margins.size());
    double sum = point.head(d).squaredNorm() / 2;
    for (Index i = 0; i < margins.size(); ++i) {
      const MarginLoss at = of_margin(margins(i));
      sum += costs_(i) * at.value;
      slopes(i) = costs_(i) * at.slope * signs_(i);
    }
    gradient = rows_.transpose() * slopes;
    gradient.head(d) += point.head(d);
    return sum;
  }

  Matrix hessian(const Vector& point) const override {
    const Index d = rows_.cols() - 1;
    const Vector margins = (rows_ * point).cwiseProduct(signs_);
    Vector roots(margins.size());
    for (Index i = 0; i < margins.size(); ++i) {
      roots(i) = std::sqrt(costs_(i) * of_margin(margins(i)).curvature);
    }
    const Matrix scaled = roots.asDiagonal() * rows_;
    Matrix hessian = Matrix::Zero(d + 1, d + 1);
    hessian.selfadjointView<Eigen::Lower>().rankUpdate(scaled.transpose());
    hessian.diagonal().head(d).array() += 1;
    return hessian;
  }

 private:
  MarginLoss of_margin(double margin) const {
    return loss_ == LinearLoss::kLogistic ? logistic_loss(margin) : squared_hinge_loss(margin);
  }

  const RowMatrix& rows_;
  Vector signs_, costs_;
  LinearLoss loss_;
};

/// Rows become probabilities; returns ln sum_k exp(score_k) of each.
Vector softmax(Matrix& scores) {
  const Vector largest = scores.rowwise().maxCoeff();
  scores = (scores.colwise() - largest).array().exp().matrix().eval();
  const Vector sums = scores.rowwise().sum();
  scores.array().colwise() /= sums.array();
  return largest.array() + sums.array().log();
}

/// |W|^2 / 2 - sum_i cost_i ln P(class_i | x_i); the point is (w_0, b_0), (w_1, b_1), ...
class PenalizedSoftmax final : public ConvexFunction {
 public:
  PenalizedSoftmax(const RowMatrix& rows, const std::vector<std::int32_t>& classes, Vector costs,
                   Index count)
      : rows_(rows), classes_(classes), costs_(std::move(costs)), count_(count) {}

  double value(const Vector& point, Eigen::Ref<Vector> gradient) const override {
    const Index width = rows_.cols();
    Matrix scores = rows_ * as_columns(point);
    double sum = as_columns(point).topRows(width - 1).squaredNorm() / 2;
    for (Index i = 0; i < rows_.rows(); ++i) sum -= costs_(i) * scores(i, class_of(i));
    sum += costs_.dot(softmax(scores));
    for (Index i = 0; i < rows_.rows(); ++i) scores(i, class_of(i)) -= 1;
    Matrix slopes = rows_.transpose() * (costs_.asDiagonal() * scores);
    slopes.topRows(width - 1) += as_columns(point).topRows(width - 1);
    gradient = slopes.reshaped();
    return sum;
  }

  Matrix hessian(const Vector& point) const override {
    const Index width = rows_.cols();
    Matrix shares = rows_ * as_columns(point);
    softmax(shares);
    Matrix hessian = Matrix::Zero(width * count_, width * count_);
    for (Index a = 0; a < count_; ++a) {
      for (Index b = 0; b <= a; ++b) {
        const double same = a == b ? 1 : 0;
        const Vector curvature =
            costs_.array() * shares.col(a).array() * (same - shares.col(b).array());
        hessian.block(a * width, b * width, width, width).noalias() =
            rows_.transpose() * (curvature.asDiagonal() * rows_);
        if (a == b) hessian.diagonal().segment(a * width, width - 1).array() += 1;
      }
    }
    add_common_intercept(hessian);
    return hessian;
  }

 private:
  Eigen::Map<const Matrix> as_columns(const Vector& point) const {
    return {point.data(), rows_.cols(), count_};
  }
  Index class_of(Index row) const { return classes_[static_cast<std::size_t>(row)]; }

  /// A number added to all intercepts changes nothing: curvature is added in that direction alone,
  /// in which no gradient has a part.
  void add_common_intercept(Matrix& hessian) const {
    const Index last = rows_.cols() - 1;
    for (Index a = 0; a < count_; ++a) {
      for (Index b = 0; b < count_; ++b) {
        hessian(a * rows_.cols() + last, b * rows_.cols() + last) +=
            costs_.sum() / static_cast<double>(count_ * count_);
      }
    }
  }

  const RowMatrix& rows_;
  const std::vector<std::int32_t>& classes_;
  Vector costs_;
  Index count_;
};

Vector costs_of(const std::vector<std::int32_t>& classes, std::int32_t count,
                const LinearOptions& options) {
  const Vector balanced = balanced_class_weights(classes, count);
  Vector costs(static_cast<Index>(classes.size()));
  for (std::size_t i = 0; i < classes.size(); ++i) {
    costs(static_cast<Index>(i)) = options.cost * (options.balanced ? balanced(classes[i]) : 1);
  }
  return costs;
}

}  // namespace

Vector balanced_class_weights(const std::vector<std::int32_t>& classes, std::int32_t count) {
  Vector rows = Vector::Zero(count);
  for (const std::int32_t k : classes) ++rows(k);
  if (count < 2 || rows.minCoeff() == 0) {
    reject(measure_message<"single-class">());
  }
  return static_cast<double>(classes.size()) / (static_cast<double>(count) * rows.array());
}

Vector LinearScore::of(RowsRef rows) const {
  Vector scores = Vector::Constant(rows.rows(), intercept);
  for (Index i = 0; i < rows.rows(); ++i) {
    for (Index j = 0; j < rows.cols(); ++j) scores(i) += rows(i, j) * weights(j);
  }
  return scores;
}

Matrix SoftmaxScores::of(RowsRef rows) const {
  Matrix scores(rows.rows(), intercepts.size());
  for (Index k = 0; k < scores.cols(); ++k) {
    scores.col(k) = LinearScore{weights.col(k), intercepts(k)}.of(rows);
  }
  softmax(scores);
  return scores;
}

LinearScore fit_linear_classifier(RowsRef rows, const std::vector<bool>& positive,
                                  const LinearOptions& options) {
  check_linear_options(rows, positive.size(), options);
  const std::vector<std::int32_t> classes(positive.begin(), positive.end());
  const RowMatrix extended = with_intercept(rows);
  Vector signs(rows.rows());
  for (Index i = 0; i < signs.size(); ++i)
    signs(i) = positive[static_cast<std::size_t>(i)] ? 1 : -1;
  const PenalizedLoss loss(extended, std::move(signs), costs_of(classes, 2, options), options.loss);
  const NewtonResult found = newton_minimum(loss, Vector::Zero(extended.cols()),
                                            {options.tolerance, options.max_iterations});
  return {found.point.head(rows.cols()), found.point(rows.cols()), found.converged};
}

SoftmaxScores fit_multinomial_regression(RowsRef rows, const std::vector<std::int32_t>& classes,
                                         std::int32_t count, const LinearOptions& options) {
  check_linear_options(rows, classes.size(), options);
  const RowMatrix extended = with_intercept(rows);
  const PenalizedSoftmax loss(extended, classes, costs_of(classes, count, options), count);
  const NewtonResult found = newton_minimum(loss, Vector::Zero(extended.cols() * count),
                                            {options.tolerance, options.max_iterations});
  const Matrix columns = found.point.reshaped(extended.cols(), count);
  return {columns.topRows(rows.cols()), columns.row(rows.cols()).transpose(), found.converged};
}

}  // namespace fairpca
