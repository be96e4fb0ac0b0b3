// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>

#include "fairpca/fit/fit_result.h"
#include "fairpca/measure/evaluation.h"
#include "text/make_message.h"

namespace fairpca {

/// Messages with a user's text and a setting, which interfaces spell themselves.
inline constexpr MessageSpec kSampleMessages[] = {
    {"sample-warning", MessageKind::kWarning, "group {group} is small: [min_group_size=5]"},
    {"sample-note", MessageKind::kNote, "chosen by [choose_by=bic]"},
};

inline Message sample_warning() {
  return make_message<kSampleMessages, "sample-warning">("group"_is(Quoted{"--drop X"}));
}

/// `<option|value>`: the settings of a spelling that no interface has.
inline std::string sample_spelling(const Setting& setting) {
  return '<' + setting.option + '|' + setting.value + '>';
}

/// A fit with every field set by hand; its second group is too small to be shown.
inline Fit sample_fit() {
  Fit fit;
  Model& model = fit.model;
  model.method = "pca";
  model.requested_dimensions = 1;
  model.encoding = Encoding({{{"age", ColumnKind::kNumeric}, {}},
                             {{"work", ColumnKind::kCategorical}, {"Gov", "Private"}}});
  model.mean = Vector{{40, 0.25, 0.75}};
  model.scale = Vector{{1, 1, 1}};
  model.rows = 105;
  model.weight = 105;
  model.total_variance = 4;
  model.protected_columns = {"sex"};
  constexpr double kHidden = std::numeric_limits<double>::quiet_NaN();
  model.groups = {{"Female", {{"sex", "Female"}}, 100, 100, 0.5, 0.125, -2.5},
                  {"X", {{"sex", "X"}}, 5, std::nullopt, std::nullopt, std::nullopt, kHidden}};
  model.projection.components = Matrix{{0.8}, {-0.6}, {0.0}};
  model.projection.encode_scale = Vector::Ones(1);
  model.projection.decode_scale = Vector::Ones(1);
  model.projection.component_variance = Vector::Constant(1, 3.0);
  model.provenance = {"0.1.0", {{"standardize", "true"}}, "optimal", true};

  FitReport& report = fit.report;
  report.overall_rows = 105;
  report.reconstruction_error = 1;
  report.explained_variance_ratio = 0.75;
  report.objective = 1;
  report.bound = 0.5;
  report.certified = true;
  report.dual_weights = {0.25, 0.75};
  report.status = Status::kOptimal;
  report.eigensolves = 3;
  report.iterations = 7;
  report.groups = model.groups;
  report.warnings = {sample_warning()};
  return fit;
}

inline Evaluation sample_evaluation() {
  Evaluation evaluation;
  constexpr double kHidden = std::numeric_limits<double>::quiet_NaN();
  evaluation.rows = evaluation.overall_rows = 52;
  evaluation.reconstruction_error = 1.5;
  evaluation.explained_variance_ratio = 0.625;
  evaluation.gap = 0.25;
  evaluation.groups = {{"Female", {{"sex", "Female"}}, 48, 1.25, 0.5, -0.125, 0.5, {}},
                       {"X", {{"sex", "X"}}, 4, kHidden, kHidden, kHidden, kHidden, kHidden}};
  evaluation.warnings = {sample_warning()};
  return evaluation;
}

}  // namespace fairpca
