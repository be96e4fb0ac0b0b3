// SPDX-License-Identifier: BSD-3-Clause
#include "study/splits.h"

#include <cmath>
#include <numeric>
#include <utility>

#include "random/stable_hash.h"
#include "study/messages.h"

namespace fairpca {
namespace {

constexpr double kShareTolerance = 5e-4;
constexpr Index kLongestBlock = 100, kFineBlock = 1000;
constexpr std::uint64_t kInnerSeed = 0x696E6E6572ULL;  // inner folds are drawn apart from parts

/// A permutation of 0..length-1 drawn by the hash.
std::vector<std::uint16_t> permutation(std::uint64_t hash, Index length) {
  std::vector<std::uint16_t> order(static_cast<std::size_t>(length));
  std::iota(order.begin(), order.end(), std::uint16_t{0});
  for (std::size_t i = order.size(); i > 1; --i) {
    hash = mixed_hash(hash, i);
    std::swap(order[i - 1], order[hash % i]);
  }
  return order;
}

/// In [0, 1).
double unit_number(std::uint64_t hash) {
  return static_cast<double>(hash >> 11) * 0x1p-53;
}

}  // namespace

TestBlock test_block(double fraction) {
  for (Index length = 2; length <= kLongestBlock; ++length) {
    const double tested = std::round(fraction * static_cast<double>(length));
    const bool is_near =
        std::abs(tested / static_cast<double>(length) - fraction) <= kShareTolerance;
    if (is_near && tested >= 1 && tested < static_cast<double>(length)) {
      return {length, static_cast<Index>(tested)};
    }
  }
  const double tested = std::round(fraction * static_cast<double>(kFineBlock));
  return {kFineBlock, std::min(std::max(static_cast<Index>(tested), Index{1}), kFineBlock - 1)};
}

SplitPlan plan_splits(const SplitSettings& settings, std::uint64_t seed, Index inner_folds,
                      Index columns) {
  SplitPlan plan{.settings = settings, .inner_folds = inner_folds, .seed = seed};
  const bool has_folds = settings.folds > 0 && columns == 0;
  plan.repeats = columns > 0 ? columns : settings.repeats;
  plan.parts = has_folds ? settings.folds : 2;
  if (plan.codes() >= kNoPart) {
    reject(study_message<"too-many-folds">("option"_is(OptionName{"cv"}),
                                           "value"_is(settings.folds),
                                           "most"_is((kNoPart - 1) / inner_folds)));
  }
  for (Index repeat = 0; repeat < plan.repeats; ++repeat) {
    for (Index part = has_folds ? 0 : 1; part < plan.parts; ++part) {
      plan.splits.push_back({repeat, part});
    }
  }
  return plan;
}

Index PartAssigner::deal(std::uint64_t key, Index length) {
  Dealer& dealer = dealers_[key];
  const auto position = static_cast<std::size_t>(dealer.dealt % static_cast<std::uint64_t>(length));
  if (position == 0) {
    const std::uint64_t block = dealer.dealt / static_cast<std::uint64_t>(length);
    dealer.order = permutation(mixed_hash(key, block), length);
  }
  ++dealer.dealt;
  return dealer.order[position];
}

Index PartAssigner::part_of(const RowIdentity& row, Index repeat) {
  if (!row.given.empty()) return row.given[static_cast<std::size_t>(repeat)];
  const SplitSettings& settings = plan_.settings;
  const std::uint64_t drawn = mixed_hash(plan_.seed, static_cast<std::uint64_t>(repeat));
  const std::uint64_t key = mixed_hash(drawn, row.stratum);
  if (!settings.by.empty()) {
    const double unit = unit_number(key);
    if (settings.folds == 0) return unit < settings.test_fraction ? 1 : 0;
    return static_cast<Index>(unit * static_cast<double>(plan_.parts));
  }
  if (settings.folds > 0) return deal(key, plan_.parts);
  const TestBlock block = test_block(settings.test_fraction);
  return deal(key, block.length) < block.tested ? 1 : 0;
}

Index PartAssigner::inner_of(const RowIdentity& row, Index repeat, Index part) {
  if (plan_.inner_folds == 1) return 0;
  const std::uint64_t drawn =
      mixed_hash(plan_.seed ^ kInnerSeed, static_cast<std::uint64_t>(repeat));
  const std::uint64_t in_part = mixed_hash(drawn, static_cast<std::uint64_t>(part));
  const std::uint64_t key = mixed_hash(in_part, row.stratum);
  if (plan_.settings.by.empty() || !row.given.empty()) return deal(key, plan_.inner_folds);
  return static_cast<Index>(unit_number(key) * static_cast<double>(plan_.inner_folds));
}

std::vector<PartCode> PartAssigner::next(const RowIdentity& row) {
  std::vector<PartCode> codes;
  for (Index repeat = 0; repeat < plan_.repeats; ++repeat) {
    const Index part = part_of(row, repeat);
    codes.push_back(
        part < 0 ? kNoPart : static_cast<PartCode>(plan_.code(part, inner_of(row, repeat, part))));
  }
  return codes;
}

}  // namespace fairpca
