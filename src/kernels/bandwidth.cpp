// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/kernels/bandwidth.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "kernels/messages.h"

namespace fairpca {
namespace {

/// `count` of the numbers below `rows`, in order (Fisher and Yates, stopped early).
std::vector<Index> sample_rows(Index rows, Index count, std::uint64_t seed) {
  std::vector<Index> order(static_cast<std::size_t>(rows));
  std::iota(order.begin(), order.end(), Index{0});
  std::mt19937_64 engine(seed);
  for (Index i = 0; i < count; ++i) {
    const auto left = static_cast<std::uint64_t>(rows - i);
    std::swap(order[static_cast<std::size_t>(i)],
              order[static_cast<std::size_t>(i) + engine() % left]);
  }
  order.resize(static_cast<std::size_t>(count));
  std::sort(order.begin(), order.end());
  return order;
}

/// Each row as often as it counts; counts of a huge sum are made smaller in proportion.
std::vector<Index> repeated_rows(const Vector& counts) {
  constexpr double kMostCopies = 2e7;
  const double factor = std::min(1.0, kMostCopies / counts.sum());
  std::vector<Index> rows;
  for (Index i = 0; i < counts.size(); ++i) {
    const double copies = std::max(1.0, std::round(factor * counts(i)));
    rows.insert(rows.end(), static_cast<std::size_t>(copies), i);
  }
  return rows;
}

double median_of(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

}  // namespace

double kernel_bandwidth(const RowMatrix& points, BandwidthRule rule, std::uint64_t seed,
                        const Vector& counts) {
  if (points.rows() < 2) {
    reject(kernels_message<"median-distance">("rows"_is(points.rows())));
  }
  const std::vector<Index> copies = repeated_rows(counts);
  const Index count = counts.size() > 0 ? static_cast<Index>(copies.size()) : points.rows();
  std::vector<Index> rows = sample_rows(count, std::min(count, kMaxMedianRows), seed);
  if (counts.size() > 0) {
    for (Index& row : rows) row = copies[static_cast<std::size_t>(row)];
  }
  std::vector<double> squared;
  squared.reserve(rows.size() * (rows.size() - 1) / 2);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      squared.push_back((points.row(rows[i]) - points.row(rows[j])).squaredNorm());
    }
  }
  return std::sqrt(median_of(squared) / (rule == BandwidthRule::kAuthors ? 2 : 1));
}

}  // namespace fairpca
