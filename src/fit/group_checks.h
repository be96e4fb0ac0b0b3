// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/fit/methods.h"

namespace fairpca {

/// Throws InvalidArgument (`group-of-one-row`) for a group of a single row: a fair fit would be
/// fitted to that record.
void require_rows_in_groups(const PreparedMoments& moments, const char* method);

/// Throws InvalidArgument (`too-few-groups`) for fewer than two groups.
void require_two_groups(std::size_t groups, const char* method);

/// Throws InvalidArgument (`too-few-groups`): every protected column has a single level, so that no
/// two groups can be compared.
[[noreturn]] void reject_single_levels(const char* method);

/// Throws InvalidArgument (`dimensions-out-of-range`) unless 1 <= d < p.
void require_dimensions_below(Index d, Index p);

/// Throws InvalidArgument (`dimensions-out-of-range`): of p columns, d is not in 1..most.
[[noreturn]] void reject_dimensions(Index d, Index p, Index most);

}  // namespace fairpca
