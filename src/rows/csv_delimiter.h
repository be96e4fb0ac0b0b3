// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string_view>

#include "fairpca/message.h"

namespace fairpca {

/// Of a record that `delimiter` leaves in one piece: the usual delimiter that cuts it into the most
/// cells.
std::optional<char> likelier_delimiter(std::string_view record, char delimiter);

/// Whether `row` is a row of several cells once `likely` separates them, as many as in `first`, or
/// has several cells already, so that the one column of `first` cannot be right.
bool is_cut_by(char likely, std::string_view first, std::string_view row, char delimiter);

/// That a file whose first record is `first` is written with the delimiter `likely`.
Message other_delimiter(const Place& place, std::string_view first, char delimiter, char likely);

}  // namespace fairpca
