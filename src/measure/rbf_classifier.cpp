// SPDX-License-Identifier: BSD-3-Clause
#include "measure/rbf_classifier.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include <svm.h>

#include "measure/linear_classifier.h"
#include "measure/messages.h"
#include "moments/messages.h"
#include "options/check_field.h"

namespace fairpca {
namespace {

/// Rows scored at a time: their kernels with all support vectors stay in the second-level cache.
constexpr Index kScoredRows = 16;

/// LIBSVM reports on its progress; the library writes to no stream.
void be_silent() {
  static const bool done = [] {
    svm_set_print_string_function([](const char*) {});
    return true;
  }();
  static_cast<void>(done);
}

void check_rbf(const RowMatrix& rows, const std::vector<std::int32_t>& classes,
               const RbfOptions& options) {
  check_field("cost", options.cost, {.least = 0, .excludes_least = true});
  check_field("gamma", options.gamma, {.least = 0});
  if (rows.rows() != static_cast<Index>(classes.size())) {
    reject(
        measure_message<"classes-per-row">("classes"_is(classes.size()), "rows"_is(rows.rows())));
  }
  for (Index i = 0; i < rows.rows(); ++i) {
    for (Index j = 0; j < rows.cols(); ++j) {
      if (std::isfinite(rows(i, j))) continue;
      reject(moments_message<"number-not-finite">("row"_is(i + 1), "column"_is(j + 1),
                                                  "value"_is(rows(i, j))));
    }
  }
}

/// 1 / (d var); 1 where all numbers are the same.
double scale_gamma(const RowMatrix& rows) {
  const double variance = (rows.array() - rows.mean()).square().mean();
  return variance > 0 ? 1 / (static_cast<double>(rows.cols()) * variance) : 1;
}

/// The rows as LIBSVM's nodes, those of one class together: it numbers classes as they come.
struct SvmRows {
  std::vector<svm_node> nodes;
  std::vector<svm_node*> starts;
  std::vector<double> kinds;
  std::vector<Index> order;

  SvmRows(const RowMatrix& rows, const std::vector<std::int32_t>& classes)
      : nodes(static_cast<std::size_t>(rows.rows() * (rows.cols() + 1))), order(classes.size()) {
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
      return classes[static_cast<std::size_t>(a)] < classes[static_cast<std::size_t>(b)];
    });
    svm_node* node = nodes.data();
    for (const Index row : order) {
      starts.push_back(node);
      kinds.push_back(classes[static_cast<std::size_t>(row)]);
      for (Index j = 0; j < rows.cols(); ++j) *node++ = {static_cast<int>(j + 1), rows(row, j)};
      *node++ = {-1, 0};
    }
  }
};

using SvmModel = std::unique_ptr<svm_model, void (*)(svm_model*)>;

SvmModel train(SvmRows& given, const std::vector<std::int32_t>& classes, std::int32_t count,
               double gamma, const RbfOptions& options) {
  Vector weights = balanced_class_weights(classes, count);
  std::vector<int> labels(static_cast<std::size_t>(count));
  std::iota(labels.begin(), labels.end(), 0);
  svm_parameter how{};
  how.svm_type = C_SVC;
  how.kernel_type = RBF;
  how.gamma = gamma;
  how.cache_size = 200;  // MB
  how.eps = 1e-3;
  how.C = options.cost;
  how.shrinking = 1;
  if (options.balanced) {
    how.nr_weight = count;
    how.weight_label = labels.data();
    how.weight = weights.data();
  }
  svm_problem problem{};
  problem.l = static_cast<int>(given.starts.size());
  problem.y = given.kinds.data();
  problem.x = given.starts.data();
  be_silent();
  return {svm_train(&problem, &how), [](svm_model* done) { svm_free_and_destroy_model(&done); }};
}

/// Coefficients of the support vectors for every pair of classes.
Matrix pair_coefficients(const svm_model& model) {
  const Index classes = model.nr_class;
  Matrix coefficients = Matrix::Zero(model.l, classes * (classes - 1) / 2);
  std::vector<Index> begin{0};
  for (Index k = 0; k < classes; ++k) begin.push_back(begin.back() + model.nSV[k]);
  Index pair = 0;
  for (Index a = 0; a < classes; ++a) {
    for (Index b = a + 1; b < classes; ++b, ++pair) {
      const auto first = static_cast<std::size_t>(a), second = static_cast<std::size_t>(b);
      for (Index i = begin[first]; i < begin[first + 1]; ++i) {
        coefficients(i, pair) = model.sv_coef[b - 1][i];
      }
      for (Index i = begin[second]; i < begin[second + 1]; ++i) {
        coefficients(i, pair) = model.sv_coef[a][i];
      }
    }
  }
  return coefficients;
}

}  // namespace

RbfClassifier RbfClassifier::fit(const RowMatrix& rows, const std::vector<std::int32_t>& classes,
                                 std::int32_t count, const RbfOptions& options) {
  check_rbf(rows, classes, options);
  RbfClassifier fitted;
  fitted.classes_ = count;
  fitted.gamma_ = options.gamma > 0 ? options.gamma : scale_gamma(rows);
  SvmRows given(rows, classes);
  const SvmModel model = train(given, classes, count, fitted.gamma_, options);
  fitted.vectors_.resize(model->l, rows.cols());
  for (Index i = 0; i < model->l; ++i) {
    fitted.vectors_.row(i) =
        rows.row(given.order[static_cast<std::size_t>(model->sv_indices[i] - 1)]);
  }
  fitted.coefficients_ = pair_coefficients(*model);
  fitted.offsets_ = Eigen::Map<const Vector>(model->rho, fitted.coefficients_.cols());
  return fitted;
}

Matrix RbfClassifier::pair_scores(const RowMatrix& rows) const {
  Matrix scores(rows.rows(), offsets_.size());
  const Matrix columns = vectors_;
  Matrix kernel(columns.rows(), kScoredRows);
  for (Index first = 0; first < rows.rows(); first += kScoredRows) {
    const Index height = std::min(kScoredRows, rows.rows() - first);
    // The last rows are scored beside zeros, so that a product never has another shape.
    kernel.setZero();
    for (Index i = 0; i < height; ++i) {
      auto column = kernel.col(i).array();
      for (Index j = 0; j < columns.cols(); ++j) {
        column += (columns.col(j).array() - rows(first + i, j)).square();
      }
      column = (-gamma_ * column).exp();
    }
    const Matrix sums = kernel.transpose() * coefficients_;
    scores.middleRows(first, height) = sums.topRows(height).rowwise() - offsets_.transpose();
  }
  return scores;
}

Matrix votes_of_pairs(const Matrix& pair_scores, std::int32_t classes) {
  Matrix votes = Matrix::Zero(pair_scores.rows(), classes);
  Matrix sums = votes;
  Index pair = 0;
  for (Index a = 0; a < classes; ++a) {
    for (Index b = a + 1; b < classes; ++b, ++pair) {
      for (Index i = 0; i < votes.rows(); ++i) {
        const double score = pair_scores(i, pair);
        ++votes(i, score > 0 ? a : b);
        sums(i, a) += score;
        sums(i, b) -= score;
      }
    }
  }
  return votes.array() + sums.array() / (3 * (sums.array().abs() + 1));
}

}  // namespace fairpca
