// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "experiments/mbfpca/table_lines.h"
#include "fairpca/matrix.h"

namespace fairpca {

/// The loadings that the MbF-PCA authors stored for a set and dimension.
class StoredLoadings {
 public:
  StoredLoadings(const StudyRuns& runs, const UciSet& set, Index dimensions);

  /// Features of the line's loadings of a split, from 0, in the order of the file; p x d.  Without
  /// rows where the line is not stored.
  Matrix loadings(const TableLine& line, Index split) const;

  /// Row sums of the squared loadings of a feature, one per split; empty: not stored.
  std::vector<double> communality(const TableLine& line, const std::string& feature) const;

  static std::string file(const UciSet& set, Index dimensions);

 private:
  std::vector<std::size_t> rows_of(const TableLine& line) const;

  PublishedTable table_;
  Index dimensions_ = 0;
};

}  // namespace fairpca
