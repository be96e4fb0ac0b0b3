// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "fairpca/matrix.h"

namespace fairpca {

/// Estimates how many distinct values were added, by their 64-bit digests (HyperLogLog, Flajolet et
/// al. 2007): standard error 1.04 / sqrt(registers).
class DistinctSketch {
 public:
  explicit DistinctSketch(int bits) : bits_(bits), registers_(std::size_t{1} << bits) {}
  void add(std::uint64_t digest);
  void merge(const DistinctSketch& other);
  double estimate() const;

 private:
  int bits_;
  std::vector<std::uint8_t> registers_;
};

/// One level of a column, and how it falls together with the levels of other columns.
struct LevelCount {
  std::uint64_t digest = 0;        ///< of its text
  std::uint64_t value_digest = 0;  ///< of the number it is, otherwise of its text
  std::string text;                ///< its first 200 bytes
  Index rows = 0;
  /// Rows by target and its level code; empty where they are not counted.
  std::vector<std::vector<Index>> joint = {};
};

/// How much memory the levels of one column may take.
struct LevelLimits {
  std::size_t levels = 1000;
  std::size_t joint_levels = 200;  ///< beyond that many, joint counts are dropped
  int sketch_bits = 12;
};

/// Levels of a column with their counts: exact up to limits.levels distinct ones.  Beyond, the
/// frequent levels with counts too small by at most error() (Misra and Gries 1982, merged as in
/// Agarwal et al. 2012), and an estimate of how many there are.
class LevelCounts {
 public:
  explicit LevelCounts(const LevelLimits& limits) : limits_(limits) {}

  /// Adds rows of a level that may be there already.  `code_of[t]` renumbers the codes of target t
  /// in `level.joint`; -1 leaves one out.
  void add(LevelCount level, const std::vector<std::vector<std::int32_t>>& code_of);
  void merge(LevelCounts other, const std::vector<std::vector<std::int32_t>>& code_of);
  /// Down to the limits; call it after add().
  void settle();
  /// Instead of adding levels of which there are more than the limit: the digests of all their
  /// values, and by how much the counts of those that are added afterwards are too small.
  void estimate(const std::vector<std::uint64_t>& value_digests, Index error);

  bool is_exact() const { return sketch_.empty(); }
  bool has_joint() const { return is_exact() && has_joint_; }
  /// Distinct texts, or, `by_value`, numbers (1 and 1.0 are one).
  Index distinct(bool by_value) const;
  Index error() const { return error_; }
  const std::vector<LevelCount>& levels() const { return levels_; }

 private:
  void drop_joint();

  LevelLimits limits_;
  std::vector<LevelCount> levels_;  ///< in the order they are met
  std::unordered_map<std::uint64_t, std::size_t> places_;
  std::vector<DistinctSketch> sketch_;  ///< none while exact
  Index error_ = 0;
  bool has_joint_ = true;
};

}  // namespace fairpca
