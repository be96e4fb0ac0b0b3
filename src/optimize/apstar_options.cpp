// SPDX-License-Identifier: BSD-3-Clause
#include "optimize/apstar_options.h"

namespace fairpca {

const OptionTable<ApstarOptions>& apstar_options() {
  static const OptionTable<ApstarOptions> table = [] {
    OptionTable<ApstarOptions> made;
    made.number("step", FAIRPCA_MEMBER(step), kOpenFraction, "Step size alpha of APStar");
    made.count("k_min", FAIRPCA_MEMBER(k_min), count_from(1),
               "Value to which K of APStar is reset after an improvement");
    made.count("max_steps", FAIRPCA_MEMBER(max_steps), count_from(0),
               "Maximum number of steps of the search for weights");
    made.count("patience", FAIRPCA_MEMBER(patience), count_from(1),
               "Steps without progress after which APStar has converged");
    made.choice<Indicator>("indicator", FAIRPCA_MEMBER(indicator),
                           {{"own", Indicator::kOwnValue}, {"weighted", Indicator::kWeightedValue}},
                           "APStar compares the groups' likelihoods, or weight times likelihood as "
                           "printed in the dissertation");
    return made;
  }();
  return table;
}

}  // namespace fairpca
