// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mmd/merged_rows.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace fairpca {
namespace {

/// The distinct ones of the rows from `first` on, by their first occurrence, with summed weights.
std::vector<std::pair<Index, double>> distinct_rows(const RowMatrix& rows, Index first,
                                                    const Eigen::Ref<const Vector>& weights) {
  const auto row = [&](Index i) { return rows.row(i).data(); };
  const Index p = rows.cols();
  std::vector<Index> order(static_cast<std::size_t>(weights.size()));
  std::iota(order.begin(), order.end(), first);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return std::lexicographical_compare(row(a), row(a) + p, row(b), row(b) + p);
  });
  std::vector<std::pair<Index, double>> found;
  for (const Index i : order) {
    if (found.empty() || !std::equal(row(i), row(i) + p, row(found.back().first))) {
      found.emplace_back(i, 0.0);
    }
    found.back().second += weights(i - first);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

MergedRows merge_equal_rows(const RowMatrix& rows, const std::vector<ComparedRows>& compared) {
  MergedRows merged;
  std::vector<Index> kept;
  for (const ComparedRows& part : compared) {
    MergedRows::Part own;
    own.begin = static_cast<Index>(kept.size());
    std::vector<double> weights;
    for (Index c = 0; c < part.cells.cells(); ++c) {
      const Index first = part.cells.begin[c], count = part.cells.begin[c + 1] - first;
      for (const auto& [row, weight] :
           distinct_rows(rows, part.begin + first, part.cells.weights.segment(first, count))) {
        kept.push_back(row);
        weights.push_back(weight);
      }
      own.cells.begin.push_back(static_cast<Index>(weights.size()));
    }
    own.end = static_cast<Index>(kept.size());
    own.cells.weights = Eigen::Map<const Vector>(weights.data(), own.end - own.begin);
    merged.parts.push_back(std::move(own));
  }
  merged.rows = rows(kept, Eigen::all);
  return merged;
}

}  // namespace fairpca
