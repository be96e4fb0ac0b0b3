// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/kernels/bandwidth.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

#include "kernels/distance_scan.h"
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

/// Squared distances of points.
class SquaredDistances {
 public:
  SquaredDistances(const RowMatrix& points, const std::vector<Index>& rows)
      : points_(points(rows, Eigen::all)) {}

  std::size_t pairs() const {
    const auto points = static_cast<std::size_t>(points_.rows());
    return points * (points - 1) / 2;
  }

  /// Counts all, and gathers those between the bounds.
  DistanceCounts scan(double low, double high, std::vector<double>& within) const {
    const DistanceScan& scan = best_distance_scan();
    const PointColumns columns{points_.data(), points_.rows(), points_.cols()};
    std::vector<double> of_row(static_cast<std::size_t>(points_.rows()) + 1);
    DistanceCounts counts;
    for (Index i = 1; i < points_.rows(); ++i) {
      double* const end = scan.before(columns, i, low, high, counts, of_row.data());
      within.insert(within.end(), of_row.data(), end);
    }
    return counts;
  }

  /// Those of pairs drawn at random, which may repeat, in order.
  std::vector<double> sample(std::size_t count) const {
    std::mt19937_64 engine(0);
    const auto rows = static_cast<std::uint64_t>(points_.rows());
    std::vector<double> drawn(count);
    for (double& distance : drawn) {
      const std::uint64_t one = engine() % rows, other = (one + 1 + engine() % (rows - 1)) % rows;
      distance = 0;
      for (Index k = 0; k < points_.cols(); ++k) {
        const double side =
            points_(static_cast<Index>(one), k) - points_(static_cast<Index>(other), k);
        distance += side * side;
      }
    }
    std::sort(drawn.begin(), drawn.end());
    return drawn;
  }

 private:
  Matrix points_;  ///< a coordinate is contiguous
};

/// The median of all, if it is within [low, high]: ties with these two are counted, not kept.
std::optional<double> median_within(const SquaredDistances& distances, double low, double high) {
  std::vector<double> within;
  const DistanceCounts counts = distances.scan(low, high, within);
  const std::size_t up_to_low = counts.below + counts.at_low;
  const auto of_rank = [&](std::size_t rank) {
    if (rank < up_to_low) return low;
    rank -= up_to_low;
    if (rank >= within.size()) return high;
    const auto at = within.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(within.begin(), at, within.end());
    return *at;
  };
  const std::size_t last = distances.pairs() / 2, first = (distances.pairs() - 1) / 2;
  if (first < counts.below || last >= up_to_low + within.size() + counts.at_high) {
    return std::nullopt;
  }
  return first == last ? of_rank(last) : (of_rank(first) + of_rank(last)) / 2;
}

/// Keeps few distances: a sample says between which two the median is.  Where it is wrong, which is
/// unlikely, all are kept.  NaN where points are not finite.
double median_distance(const SquaredDistances& distances) {
  // The share of a sample below the median has a deviation of 0.0035: this is five of them.
  constexpr std::size_t kSample = 20'000, kAround = 350;
  const double infinity = std::numeric_limits<double>::infinity();
  if (distances.pairs() > 4 * kSample) {
    const std::vector<double> sample = distances.sample(kSample);
    const std::optional<double> found =
        median_within(distances, sample[kSample / 2 - kAround], sample[kSample / 2 + kAround]);
    if (found) return *found;
  }
  return median_within(distances, -infinity, infinity)
      .value_or(std::numeric_limits<double>::quiet_NaN());
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
  const double squared = median_distance({points, rows});
  return std::sqrt(squared / (rule == BandwidthRule::kAuthors ? 2 : 1));
}

}  // namespace fairpca
