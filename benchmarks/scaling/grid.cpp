// SPDX-License-Identifier: BSD-3-Clause
#include "scaling/grid.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fairpca::scaling {
namespace {

Index fewer_rows(Needs needs, Index moments, Index passes, Index in_memory) {
  if (needs == Needs::kRowsInMemory) return in_memory;
  return needs == Needs::kRowsSeveralPasses ? passes : moments;
}

}  // namespace

std::string name_of(Axis axis) {
  switch (axis) {
    case Axis::kRows:
      return "rows";
    case Axis::kFeatures:
      return "features";
    case Axis::kDimensions:
      return "dimensions";
    case Axis::kGroups:
      break;
  }
  return "groups";
}

std::string letter_of(Axis axis) {
  switch (axis) {
    case Axis::kRows:
      return "N";
    case Axis::kFeatures:
      return "p";
    case Axis::kDimensions:
      return "d";
    case Axis::kGroups:
      break;
  }
  return "G";
}

std::vector<Index> values_on(Axis axis) {
  switch (axis) {
    case Axis::kRows:
      return {1'000, 3'000, 10'000, 30'000, 100'000, 300'000, 1'000'000, 3'000'000, 10'000'000};
    case Axis::kFeatures:
      return {10, 20, 50, 100, 200, 500, 1'000, 2'000, 3'000};
    case Axis::kDimensions:
      return {1, 2, 5, 10, 20, 50, 100};
    case Axis::kGroups:
      break;
  }
  return {2, 3, 5, 10, 20, 50, 100};
}

Sizes sizes_at(Axis axis, Index value, Needs needs) {
  switch (axis) {
    case Axis::kRows:
      return {.rows = value, .features = 20, .dimensions = 3, .groups = 2};
    case Axis::kFeatures:
      return {fewer_rows(needs, 4'000, 1'000, 1'000), value, 3, 2};
    case Axis::kDimensions:
      return {fewer_rows(needs, 4'000, 1'000, 1'000), 200, value, 2};
    case Axis::kGroups:
      break;
  }
  // Means of 100 groups span 99 directions, and 3 more must be left.
  return {fewer_rows(needs, 20'000, 1'500, 1'500), 120, 3, value};
}

std::string fixed_sizes(Axis axis, Needs needs) {
  const Sizes sizes = sizes_at(axis, 0, needs);
  std::vector<std::string> parts;
  const auto add = [&](Axis other, Index size) {
    if (other != axis) parts.push_back(fmt::format("{} = {}", letter_of(other), size));
  };
  add(Axis::kRows, sizes.rows);
  add(Axis::kFeatures, sizes.features);
  add(Axis::kDimensions, sizes.dimensions);
  add(Axis::kGroups, sizes.groups);
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace fairpca::scaling
