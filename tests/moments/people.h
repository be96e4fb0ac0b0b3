// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fairpca/rows/matrix_rows.h"
#include "moments/random_rows.h"

namespace fairpca {

using Texts = std::vector<std::optional<std::string>>;

/// A small table with every kind of column: numbers, two categories, two protected columns, a label
/// and weights.  Levels of `job` become frequent one after another, so that blocks differ in
/// theirs.
struct People {
  RowMatrix numbers;
  Texts job, town, sex, race, label;
  std::vector<double> weights;

  Index size() const { return numbers.rows(); }

  static People random(Index n, unsigned seed);

  /// Rows first..first+count.
  People slice(Index first, Index count) const;
};

LevelColumn level_column(const Texts& texts);

/// The people as a table; empty columns are left out of the protected ones, label and weights.
Table table_of(const People& people);

/// The only block of a table of at most 4096 rows; views the numbers of `people`.
RowBlock block_of(const People& people);

/// One-hot rows by the definition, columns named and ordered by `names`.
RowMatrix encode_by_hand(const People& people, const std::vector<std::string>& names);

}  // namespace fairpca
