// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/kernels/bandwidth.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include <fmt/format.h>

#include "fairpca/error.h"

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

double median_of(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

}  // namespace

double kernel_bandwidth(const RowMatrix& points, BandwidthRule rule, std::uint64_t seed) {
  if (points.rows() < 2) {
    throw InvalidArgument(
        fmt::format("a median distance needs at least 2 rows, and there are {}", points.rows()));
  }
  const std::vector<Index> rows =
      sample_rows(points.rows(), std::min(points.rows(), kMaxMedianRows), seed);
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
