// SPDX-License-Identifier: BSD-3-Clause
#include "rows/level_counts.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <unordered_set>
#include <utility>

namespace fairpca {
namespace {

/// Adds `more`, whose codes are renumbered, to `counts`.
void add_joint(std::vector<Index>& counts, const std::vector<Index>& more,
               const std::vector<std::int32_t>& code_of) {
  for (std::size_t code = 0; code < more.size(); ++code) {
    if (code >= code_of.size() || code_of[code] < 0) continue;
    const auto to = static_cast<std::size_t>(code_of[code]);
    if (counts.size() <= to) counts.resize(to + 1);
    counts[to] += more[code];
  }
}

}  // namespace

void DistinctSketch::add(std::uint64_t digest) {
  const std::size_t at = digest >> (64 - bits_);
  const std::uint64_t rest = digest << bits_;
  const int rank = rest == 0 ? 64 - bits_ + 1 : std::countl_zero(rest) + 1;
  registers_[at] = std::max(registers_[at], static_cast<std::uint8_t>(rank));
}

void DistinctSketch::merge(const DistinctSketch& other) {
  for (std::size_t i = 0; i < registers_.size(); ++i) {
    registers_[i] = std::max(registers_[i], other.registers_[i]);
  }
}

double DistinctSketch::estimate() const {
  const auto count = static_cast<double>(registers_.size());
  double sum = 0, zeros = 0;
  for (const std::uint8_t rank : registers_) {
    sum += std::ldexp(1.0, -rank);
    zeros += rank == 0 ? 1 : 0;
  }
  const double estimate = 0.7213 / (1 + 1.079 / count) * count * count / sum;
  // Few values leave registers empty: counting those is then more exact.
  return estimate <= 2.5 * count && zeros > 0 ? count * std::log(count / zeros) : estimate;
}

void LevelCounts::add(LevelCount level, const std::vector<std::vector<std::int32_t>>& code_of) {
  if (!is_exact()) sketch_.front().add(level.value_digest);
  const auto [place, is_new] = places_.try_emplace(level.digest, levels_.size());
  std::vector<std::vector<Index>> joint = std::exchange(level.joint, {});
  const Index rows = level.rows;
  if (is_new) {
    level.rows = 0;
    levels_.push_back(std::move(level));
  }
  LevelCount& there = levels_[place->second];
  there.rows += rows;
  if (!has_joint_) return;
  there.joint.resize(std::max(there.joint.size(), joint.size()));
  for (std::size_t t = 0; t < joint.size(); ++t) add_joint(there.joint[t], joint[t], code_of[t]);
}

void LevelCounts::merge(LevelCounts other, const std::vector<std::vector<std::int32_t>>& code_of) {
  if (!other.has_joint_) drop_joint();
  if (is_exact() && !other.is_exact()) {
    sketch_ = std::exchange(other.sketch_, {});
    for (const LevelCount& level : levels_) sketch_.front().add(level.value_digest);
  } else if (!other.is_exact()) {
    sketch_.front().merge(other.sketch_.front());
  }
  error_ += other.error_;
  for (LevelCount& level : other.levels_) add(std::move(level), code_of);
  settle();
}

void LevelCounts::drop_joint() {
  if (!std::exchange(has_joint_, false)) return;
  for (LevelCount& level : levels_) level.joint = {};
}

void LevelCounts::settle() {
  if (levels_.size() > limits_.joint_levels) drop_joint();
  if (levels_.size() <= limits_.levels) return;
  if (is_exact()) {
    sketch_.emplace_back(limits_.sketch_bits);
    for (const LevelCount& level : levels_) sketch_.front().add(level.value_digest);
  }
  std::vector<Index> rows;
  for (const LevelCount& level : levels_) rows.push_back(level.rows);
  const auto first_out = rows.begin() + static_cast<std::ptrdiff_t>(limits_.levels);
  std::nth_element(rows.begin(), first_out, rows.end(), std::greater<>());
  const Index taken = *first_out;
  error_ += taken;
  for (LevelCount& level : levels_) level.rows -= taken;
  std::erase_if(levels_, [](const LevelCount& level) { return level.rows <= 0; });
  places_.clear();
  for (std::size_t i = 0; i < levels_.size(); ++i) places_.emplace(levels_[i].digest, i);
}

void LevelCounts::estimate(const std::vector<std::uint64_t>& value_digests, Index error) {
  drop_joint();
  if (is_exact()) sketch_.emplace_back(limits_.sketch_bits);
  for (const std::uint64_t digest : value_digests) sketch_.front().add(digest);
  error_ += error;
}

Index LevelCounts::distinct(bool by_value) const {
  if (!is_exact()) return static_cast<Index>(std::llround(sketch_.front().estimate()));
  if (!by_value) return static_cast<Index>(levels_.size());
  std::unordered_set<std::uint64_t> values;
  for (const LevelCount& level : levels_) values.insert(level.value_digest);
  return static_cast<Index>(values.size());
}

}  // namespace fairpca
