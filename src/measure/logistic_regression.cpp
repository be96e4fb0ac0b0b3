// SPDX-License-Identifier: BSD-3-Clause
#include "measure/logistic_regression.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include <linear.h>

#include "measure/messages.h"
#include "moments/messages.h"
#include "options/check_field.h"

namespace fairpca {
namespace {

/// LIBLINEAR reports on its progress; the library writes to no stream.
void be_silent() {
  static const bool done = [] {
    set_print_string_function([](const char*) {});
    return true;
  }();
  static_cast<void>(done);
}

void check(RowsRef rows, const std::vector<bool>& positive, const LogisticOptions& options) {
  constexpr NumberRange kAboveZero{.least = 0, .excludes_least = true};
  check_field("cost", options.cost, kAboveZero);
  check_field("tolerance", options.tolerance, kAboveZero);
  check_field("intercept_scale", options.intercept_scale, kAboveZero);
  if (rows.rows() != static_cast<Index>(positive.size())) {
    reject(
        measure_message<"classes-per-row">("classes"_is(positive.size()), "rows"_is(rows.rows())));
  }
  const auto count = std::count(positive.begin(), positive.end(), true);
  if (count == 0 || count == rows.rows()) {
    reject(measure_message<"single-class">());
  }
}

/// The rows as LIBLINEAR's sparse nodes: columns from 1, then the intercept's, then the end.
struct SparseRows {
  std::vector<feature_node> nodes;
  std::vector<feature_node*> starts;

  SparseRows(RowsRef rows, double intercept_scale) {
    const Index width = rows.cols() + 2;
    nodes.resize(static_cast<std::size_t>(rows.rows() * width));
    for (Index i = 0; i < rows.rows(); ++i) {
      feature_node* node = nodes.data() + i * width;
      starts.push_back(node);
      for (Index j = 0; j < rows.cols(); ++j) {
        if (!std::isfinite(rows(i, j))) {
          reject(moments_message<"number-not-finite">("row"_is(i + 1), "column"_is(j + 1),
                                                      "value"_is(rows(i, j))));
        }
        *node++ = {static_cast<int>(j + 1), rows(i, j)};
      }
      *node++ = {static_cast<int>(rows.cols() + 1), intercept_scale};
      *node = {-1, 0};
    }
  }
};

}  // namespace

Vector LinearScore::of(RowsRef rows) const {
  Vector scores = Vector::Constant(rows.rows(), intercept);
  for (Index i = 0; i < rows.rows(); ++i) {
    for (Index j = 0; j < rows.cols(); ++j) scores(i) += rows(i, j) * weights(j);
  }
  return scores;
}

LinearScore fit_logistic_regression(RowsRef rows, const std::vector<bool>& positive,
                                    const LogisticOptions& options) {
  check(rows, positive, options);
  be_silent();
  SparseRows sparse(rows, options.intercept_scale);
  std::vector<double> kinds;
  for (const bool is_positive : positive) kinds.push_back(is_positive ? 1 : -1);
  problem given{};
  given.l = static_cast<int>(rows.rows());
  given.n = static_cast<int>(rows.cols() + 1);
  given.y = kinds.data();
  given.x = sparse.starts.data();
  given.bias = options.intercept_scale;
  parameter how{};
  how.solver_type = L2R_LR;
  how.eps = options.tolerance;
  how.C = options.cost;
  const std::unique_ptr<model, void (*)(model*)> found(
      train(&given, &how), [](model* done) { free_and_destroy_model(&done); });
  const double sign = found->label[0] == 1 ? 1 : -1;
  LinearScore score;
  score.weights = sign * Eigen::Map<const Vector>(found->w, rows.cols());
  score.intercept = sign * options.intercept_scale * found->w[rows.cols()];
  return score;
}

}  // namespace fairpca
