// SPDX-License-Identifier: BSD-3-Clause
#include "measure/resampling.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "parallel/parallel_for.h"

namespace fairpca {
namespace {

/// The finaliser of splitmix64 (Steele, Lea & Flood, 2014).
std::uint64_t mixed_bits(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

constexpr std::uint64_t kGoldenStep = 0x9E3779B97F4A7C15ULL;

/// splitmix64 from a state that seed, draw and stratum settle: position i of a stratum of n rows is
/// drawn as floor(n h_i / 2^32), h_i the upper half of its i-th number.
void count_drawn(std::uint64_t seed, int draw, std::size_t stratum, std::int32_t* counts,
                 std::uint64_t n) {
  std::uint64_t state = mixed_bits(seed + kGoldenStep);
  state = mixed_bits(state ^ (static_cast<std::uint64_t>(draw) + 1));
  state = mixed_bits(state ^ ((static_cast<std::uint64_t>(stratum) + 1) * kGoldenStep));
  std::fill_n(counts, n, 0);
  for (std::uint64_t i = 0; i < n; ++i) {
    state += kGoldenStep;
    ++counts[((mixed_bits(state) >> 32) * n) >> 32];
  }
}

}  // namespace

Resampling::Resampling(std::vector<std::int32_t> stratum, int draws, std::uint64_t seed,
                       int threads)
    : stratum_(std::move(stratum)), draws_(draws), threads_(threads), seed_(seed) {
  for (std::size_t row = 0; row < stratum_.size(); ++row) {
    if (stratum_[row] < 0) continue;
    strata_ = std::max(strata_, stratum_[row] + 1);
    rows_.resize(static_cast<std::size_t>(strata_));
    rows_[static_cast<std::size_t>(stratum_[row])].push_back(static_cast<Index>(row));
  }
}

void Resampling::counts(int k, std::span<std::int32_t> counts) const {
  assert(counts.size() == stratum_.size());
  std::fill(counts.begin(), counts.end(), 0);
  std::vector<std::int32_t> drawn;
  for (std::size_t s = 0; s < rows_.size(); ++s) {
    drawn.resize(rows_[s].size());
    count_drawn(seed_, k, s, drawn.data(), drawn.size());
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      counts[static_cast<std::size_t>(rows_[s][i])] = drawn[i];
    }
  }
}

Matrix Resampling::sums(const RowMatrix& columns) const {
  assert(columns.rows() == static_cast<Index>(stratum_.size()));
  const Index width = columns.cols();
  std::vector<RowMatrix> packed;
  std::size_t most = 0;
  for (const std::vector<Index>& rows : rows_) {
    packed.emplace_back(columns(rows, Eigen::all));
    most = std::max(most, rows.size());
  }
  Matrix sums = Matrix::Zero(draws_, strata_ * width);
  parallel_for(static_cast<std::size_t>(draws_), threads_, [&](std::size_t k) {
    std::vector<std::int32_t> drawn(most);
    Vector sum(width);
    for (std::size_t s = 0; s < rows_.size(); ++s) {
      count_drawn(seed_, static_cast<int>(k), s, drawn.data(), rows_[s].size());
      sum.setZero();
      for (std::size_t i = 0; i < rows_[s].size(); ++i) {
        if (drawn[i] != 0) sum += drawn[i] * packed[s].row(static_cast<Index>(i)).transpose();
      }
      sums.row(static_cast<Index>(k)).segment(static_cast<Index>(s) * width, width) =
          sum.transpose();
    }
  });
  return sums;
}

}  // namespace fairpca
