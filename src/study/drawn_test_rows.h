// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "study/rows_of_split.h"
#include "study/study_products.h"
#include "study/study_spec.h"

namespace fairpca {

/// Held-out rows whose coordinates are kept for a picture.
struct DrawnTestRows {
  std::size_t dimensions = 0;  ///< in StudySpec::dimensions
  std::vector<Index> rows;     ///< in RowsOfSplit::test_keys()
  StudyProjections shown;      ///< without methods
};

/// At most 2,000 test rows, none of a group below the minimum size, of any attribute.  They are
/// coloured by the groups of the first attribute that has some.
DrawnTestRows draw_test_rows(const RowsOfSplit& split, const StudySpec& spec);

/// The dimensions that are drawn: the fewest from 2 on; where there are none, the fewest, or the
/// first share.
std::size_t drawn_dimensions(const StudySpec& spec);

/// A coordinate with as many digits as a picture needs, which files keep as they are.
double drawn_number(double coordinate);

}  // namespace fairpca
