// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "measure/measure_input.h"
#include "moments/disclosure.h"

namespace fairpca {

/// The published groups of measured rows, and which rows are in them.
struct MeasuredGroups {
  std::vector<std::string> names;                    ///< of published groups
  std::vector<std::size_t> number;                   ///< of each in MeasureInput::groups
  std::vector<std::vector<std::size_t>> attributes;  ///< published groups compared with each other
  std::vector<Index> overall;                        ///< the rows that overall numbers are of
  std::vector<std::vector<Index>> rows;              ///< of each published group, in order
  /// Of each row, the published group it is in, per attribute; -1: in none.
  std::vector<std::vector<std::int32_t>> group_of;

  static MeasuredGroups of(const RowKeys& keys, const std::vector<Group>& groups,
                           const Disclosure& disclosure);
  /// Pairs of groups of one attribute, lower number first.
  std::vector<std::pair<std::size_t, std::size_t>> pairs() const;
};

/// What the measures of one family are computed from.
struct MeasureContext {
  const MeasureInput& input;
  const Disclosure& disclosure;  ///< of the evaluated rows
  const PreparedMoments&
      prepared;  ///< published moments of the evaluated rows, about the model's mean
  const MeasuredGroups& evaluated;  ///< empty without rows
  const MeasuredGroups* training;   ///< the same groups among the training rows; null: none

  bool wants(std::string_view measure) const;
};

/// Adds the values of a family of measures; each measure of the registry belongs to one.
using MeasureFamily = void (*)(const MeasureContext& context, Measured& measured);

void measure_reconstruction(const MeasureContext& context, Measured& measured);
void measure_likelihood(const MeasureContext& context, Measured& measured);
void measure_communality(const MeasureContext& context, Measured& measured);
void measure_moments_of_coordinates(const MeasureContext& context, Measured& measured);
void measure_mmd(const MeasureContext& context, Measured& measured);
void measure_adversaries(const MeasureContext& context, Measured& measured);
void measure_decisions(const MeasureContext& context, Measured& measured);

}  // namespace fairpca
