// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "fairpca/passes/passes.h"
#include "fairpca/rows/matrix_rows.h"

namespace fairpca {

/// A table in memory that owns its numbers, and the parts of it between cuts.
class SplitTable {
 public:
  /// `table.numeric` is replaced by a view of `numbers`.
  SplitTable(Table table, RowMatrix numbers, std::vector<Index> sizes);

  /// The whole, as fit_rows() reads it.
  MatrixRows whole() const { return MatrixRows(part(0, numbers_.rows())); }
  Table part(Index first, Index rows) const;

  /// Runs tasks on the parts, one by one, in this process.  The first result is made twice;
  /// `fan_in` > 1 merges so many consecutive ones.
  RunPass engine(std::size_t fan_in = 1);

  std::vector<std::string> kinds_run;  ///< `rows` or `prepared` of every task
  std::string all_results;             ///< of all tasks, one after another

 private:
  std::string work(const PassTask& task, std::size_t number) const;

  Table table_;
  RowMatrix numbers_;
  std::vector<Index> sizes_;
  std::vector<std::string> prepared_;
};

}  // namespace fairpca
