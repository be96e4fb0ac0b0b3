// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "measure/classifier_scores.h"
#include "measure/label_classes.h"
#include "measure/measured_numbers.h"

namespace fairpca {

/// ROC-AUC of the label by a classifier's scores: of the positive class of two, otherwise the mean
/// over classes of one against the rest; of all rows and of each published group.  NaN where a
/// class, or every other one, has no rows.  Draws are within groups and classes.
MeasuredNumbers label_auc(const MeasureContext& context, const LabelClasses& labels,
                          const ClassifierScores& scores);

}  // namespace fairpca
