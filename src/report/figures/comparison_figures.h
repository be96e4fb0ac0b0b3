// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fairpca/matrix.h"
#include "figure/figure.h"

namespace fairpca {

/// A number with its interval; NaN where there is none.
struct ShownNumber {
  double value = kNoNumber, low = kNoNumber, high = kNoNumber;
};

/// One measure of one method against the dimension, by group.
struct GroupCurves {
  struct Curve {
    std::string group;
    std::vector<ShownNumber> numbers;  ///< one per dimension
  };
  std::string method;
  std::vector<Curve> curves;
};

/// Error or loss per group against d: one panel per method, all with the same axes.
Figure curves_figure(const std::string& id, const std::string& title, const std::string& measure,
                     const std::vector<double>& dimensions,
                     const std::vector<GroupCurves>& methods);

/// Numbers of methods against the dimension: a line per method, a panel per measure.
struct MethodCurves {
  struct Measure {
    std::string title;                              ///< of the panel
    std::vector<std::vector<ShownNumber>> numbers;  ///< by method, then dimension
  };
  std::vector<std::string> methods;
  std::vector<double> dimensions;
  std::vector<Measure> measures;
};
Figure method_curves_figure(const std::string& id, const std::string& title,
                            const MethodCurves& curves);

/// A number of every group: shapes with intervals, a line of its own for each, a panel per measure.
struct GroupIntervals {
  struct Measure {
    std::string title;
    std::vector<ShownNumber> numbers;  ///< one per group
  };
  std::vector<std::string> groups;
  std::vector<Measure> measures;
};
Figure group_intervals_figure(const std::string& id, const std::string& title,
                              const GroupIntervals& numbers);

/// What methods cost and how unequal they are, at one dimension: on the training rows, with what is
/// possible at all, and on rows held out.
struct FrontNumbers {
  struct Method {
    std::string name;
    ShownNumber error, gap;  ///< held out
    double training_error = kNoNumber, training_gap = kNoNumber;
  };
  std::string dimensions = {};        ///< `5 dimensions`
  std::vector<MarkPoint> front = {};  ///< x the error, y the gap, of training rows; may be empty
  bool is_exact = true;               ///< no projection is better in both
  std::vector<Method> methods = {};
};
Figure front_figure(const FrontNumbers& numbers);

/// The same rows under several projections.
struct ProjectedRows {
  struct Method {
    std::string name;
    Matrix coordinates;  ///< n x 1 or more; the first two are drawn
  };
  std::vector<Method> methods;
  std::vector<int> groups;  ///< n, in group_names
  std::vector<std::string> group_names;
  std::vector<std::string> hidden_groups = {};  ///< not drawn: too small
  Index of_rows = 0;                            ///< that these were drawn from
  Index min_group_size = 10;
  std::uint64_t seed = 0;
};
Figure projection_figure(const ProjectedRows& rows);

/// Numbers of every method, a panel per measure; bars that lie.
struct MethodBars {
  struct Measure {
    std::string title;                 ///< `What a classifier sees of the group`
    std::string label;                 ///< of the axis
    std::vector<ShownNumber> numbers;  ///< one per method
    double reference = kNoNumber;      ///< drawn as a rule: chance, or no difference
    std::string reference_label = {};
    bool is_interval = false;  ///< shapes instead of bars, where zero means nothing (AUC)
  };
  std::vector<std::string> methods;
  std::vector<Measure> measures;
};

/// Leakage (AUC of adversaries, MMD) and decisions (accuracy, parity) of every method.
Figure bars_figure(const std::string& id, const std::string& title, const MethodBars& bars);

/// Communality of every feature under every method: features x methods.
Figure communality_figure(const std::vector<std::string>& features,
                          const std::vector<std::string>& methods, const Matrix& communalities,
                          std::size_t most = 40);

}  // namespace fairpca
