// SPDX-License-Identifier: BSD-3-Clause
#include "measure/evaluate_options.h"

#include "rows/encode_options.h"

namespace fairpca {

const OptionTable<EvaluateSettings>& evaluate_options() {
  static const OptionTable<EvaluateSettings> table = [] {
    OptionTable<EvaluateSettings> made;
    made.choice<Center>("center", FAIRPCA_MEMBER(center),
                        {{"overall", Center::kOverall}, {"group", Center::kGroup}},
                        "Errors of groups about the model's mean or each group's own");
    made.part(encode_options(), FAIRPCA_MEMBER(encode));
    return made;
  }();
  return table;
}

}  // namespace fairpca
