// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fairpca/moments/group_moments.h"
#include "study/study_products.h"
#include "study/study_spec.h"

namespace fairpca {

/// The fronts of these rows, one per whole number of dimensions asked for, in their order; each
/// holds what may be published of it (docs/methods/small-groups.md).  Same bits for any number of
/// threads.  Throws Stopped when `pass` says so.
std::vector<StudyFront> find_fronts(const GroupMoments& training, const StudySpec& spec,
                                    const PassOptions& pass);

}  // namespace fairpca
