// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "fairpca/moments/group_moments.h"

namespace fairpca {

/// SHA-256 of the names, cells and numbers of `moments`, to the last bit (docs/formats/model.md):
/// equal digests, equal moments.  Another instruction set or another cut of the rows into blocks
/// changes last bits, so that equal rows may have different digests.
std::string moments_digest(const GroupMoments& moments);

}  // namespace fairpca
