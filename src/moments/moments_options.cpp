// SPDX-License-Identifier: BSD-3-Clause
#include "moments/moments_options.h"

namespace fairpca {

const OptionTable<Preparation>& preparation_options() {
  static const OptionTable<Preparation> table = [] {
    OptionTable<Preparation> made;
    made.flag("standardize", FAIRPCA_MEMBER(standardize), "Scale every column to unit variance");
    made.number("divide_by", FAIRPCA_MEMBER(divide_by), kPositive,
                "Divide every column by this constant");
    made.choice<Center>("center", FAIRPCA_MEMBER(center),
                        {{"overall", Center::kOverall}, {"group", Center::kGroup}},
                        "Mean that second moments are about: overall, or the group's own");
    return made;
  }();
  return table;
}

const OptionTable<GroupingOptions>& grouping_options() {
  static const OptionTable<GroupingOptions> table = [] {
    OptionTable<GroupingOptions> made;
    made.choice<Combine>(
        "combine", FAIRPCA_MEMBER(combine),
        {{"intersection", Combine::kIntersection}, {"per-attribute", Combine::kPerAttribute}},
        "Several protected columns: crossed, or each alone");
    made.choice<MissingGroup>("missing_group", FAIRPCA_MEMBER(missing),
                              {{"error", MissingGroup::kError},
                               {"group", MissingGroup::kGroup},
                               {"unconstrained", MissingGroup::kUnconstrained}},
                              "Rows without a protected value: not allowed, a group, or in none");
    return made;
  }();
  return table;
}

}  // namespace fairpca
