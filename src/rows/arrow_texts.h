// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rows/arrow_column.h"

namespace fairpca {

/// How a column spells what is not a text.
struct CellSpelling {
  std::string yes = "true", no = "false";
  std::map<double, std::string> floats = {};  ///< only those that are spelled in another way
};

/// The spelling of the levels that are known: `True` of booleans, `1` of the float 1.
CellSpelling spelling_of(const ArrowType& type, const std::vector<std::string>& known_levels);

/// What a cell says, as a CSV would hold it: `1`, `0.5`, `1.0` (a float that is whole), `true`,
/// `2020-01-31`, `2020-01-31 13:30:00.000` (of a column that counts milliseconds).  Nothing where
/// it is null; `scratch` holds what is not a text in the column.  Throws DamagedArray for a text or
/// an index outside of its buffers.
std::optional<std::string_view> arrow_text(const ArrowColumn& column, std::int64_t row,
                                           const CellSpelling& spelling, std::string& scratch);

/// A number that is the same for two cells of a column exactly if they say the same; nothing where
/// a cell is wider than that.  The cell must not be null.
std::optional<std::uint64_t> arrow_key(const ArrowColumn& column, std::int64_t row);

}  // namespace fairpca
