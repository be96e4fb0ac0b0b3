// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "fit/grouped_rows.h"

namespace fairpca {

/// Rows with two protected columns, `black` of two levels and `hispan` of two and missing cells.
class TwoAttributes {
 public:
  TwoAttributes(Index rows, Index p, unsigned seed) {
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> normal;
    std::uniform_int_distribution<int> die(0, 9);
    for (Index k = 1; k <= p; ++k) {
      table_.schema.features.push_back({fmt::format("c{}", k), ColumnKind::kNumeric});
    }
    table_.schema.protected_columns = {"black", "hispan"};
    table_.protected_levels = {{{"0", "1"}, {}}, {{"0", "1"}, {}}};
    numbers_.resize(rows, p);
    table_.rows = rows;
    for (Index i = 0; i < rows; ++i) {
      const int black = die(engine) < 3 ? 1 : 0, throw_of_die = die(engine);
      const int hispan = throw_of_die == 0 ? -1 : throw_of_die < 4 ? 1 : 0;
      table_.protected_levels[0].codes.push_back(black);
      table_.protected_levels[1].codes.push_back(hispan);
      for (Index k = 0; k < p; ++k) {
        const double spread = 1 + (k == 0 ? 2 * black : k == 1 ? 1 + hispan : 0);
        numbers_(i, k) = spread * normal(engine) + 0.2 * black;
      }
    }
    table_.numeric = numbers_;
  }

  TwoAttributes(const TwoAttributes&) = delete;
  TwoAttributes& operator=(const TwoAttributes&) = delete;

  PreparedMoments prepared(const std::vector<std::string>& columns, MissingGroup missing) const {
    MatrixRows source(table_);
    const GroupMoments moments = accumulate_moments(source);
    return prepare(moments, form_groups(moments, {.columns = columns,
                                                  .combine = Combine::kPerAttribute,
                                                  .missing = missing}));
  }

 private:
  RowMatrix numbers_;
  Table table_;
};

}  // namespace fairpca
