// SPDX-License-Identifier: BSD-3-Clause
#include "measure/row_samples.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace fairpca {
namespace {

std::vector<std::vector<Index>> rows_by_stratum(const std::vector<std::int32_t>& stratum) {
  std::vector<std::vector<Index>> rows;
  for (std::size_t i = 0; i < stratum.size(); ++i) {
    if (stratum[i] < 0) continue;
    const auto s = static_cast<std::size_t>(stratum[i]);
    if (s >= rows.size()) rows.resize(s + 1);
    rows[s].push_back(static_cast<Index>(i));
  }
  return rows;
}

}  // namespace

std::vector<Index> random_order(Index count, std::uint64_t seed, std::uint64_t number) {
  std::seed_seq words{seed & 0xffffffffU, seed >> 32, number & 0xffffffffU, number >> 32};
  std::mt19937_64 engine(words);
  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[engine() % i]);
  return order;
}

std::vector<Index> stratified_sample(const std::vector<std::int32_t>& stratum, Index limit,
                                     std::uint64_t seed) {
  const std::vector<std::vector<Index>> strata = rows_by_stratum(stratum);
  Index all = 0;
  for (const std::vector<Index>& rows : strata) all += static_cast<Index>(rows.size());
  const double share = std::min(1.0, static_cast<double>(limit) / static_cast<double>(all));
  std::vector<Index> sample;
  for (std::size_t s = 0; s < strata.size(); ++s) {
    const auto rows = static_cast<Index>(strata[s].size());
    const auto wanted = static_cast<Index>(std::floor(share * static_cast<double>(rows)));
    const Index count = all <= limit ? rows : std::min(rows, std::max<Index>(2, wanted));
    const std::vector<Index> order = random_order(rows, seed, s);
    for (Index i = 0; i < count; ++i) {
      sample.push_back(strata[s][static_cast<std::size_t>(order[static_cast<std::size_t>(i)])]);
    }
  }
  std::sort(sample.begin(), sample.end());
  return sample;
}

std::vector<std::int32_t> stratified_folds(const std::vector<std::int32_t>& stratum,
                                           std::int32_t folds, std::uint64_t seed) {
  const std::vector<std::vector<Index>> strata = rows_by_stratum(stratum);
  std::vector<std::int32_t> fold(stratum.size(), -1);
  std::int32_t next = 0;
  for (std::size_t s = 0; s < strata.size(); ++s) {
    for (const Index i : random_order(static_cast<Index>(strata[s].size()), seed, s)) {
      fold[static_cast<std::size_t>(strata[s][static_cast<std::size_t>(i)])] = next;
      next = (next + 1) % folds;
    }
  }
  return fold;
}

}  // namespace fairpca
