// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "experiments/study_values.h"
#include "figure/figure.h"

namespace fairpca {

/// A curve over the dimensions of a study: the mean over splits, with a band from the least to the
/// largest of them where there are several.
struct DimensionCurve {
  std::string name;  ///< of its series: `RFPCA, women`
  int colour = 0, dash = 0;
  ValueOf which;                       ///< its dimensions play no part
  const StudyResult* study = nullptr;  ///< null: the panel's
};

/// One panel of curves over d = all dimensions of the study.
struct CurvePanel {
  std::string title = {};
  std::string y_label;
  const StudyResult* study = nullptr;
  std::vector<DimensionCurve> curves = {};
};

Figure curve_figure(std::string id, std::string title, const std::vector<CurvePanel>& panels);

}  // namespace fairpca
