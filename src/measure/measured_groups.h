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
  /// For draws, the stratum of each of `row_count` rows, from 0: its published group; of several
  /// attributes, the combination of its groups.  -1: the row enters no number.
  std::vector<std::int32_t> strata(Index row_count) const;
};

/// What the measures of one family are computed from.
struct MeasureContext {
  const MeasureInput& input;
  const Disclosure& disclosure;  ///< of the evaluated rows
  /// Published moments of the evaluated rows, about the model's mean; groups as in `input`.
  const PreparedMoments& prepared;
  const MeasuredGroups& evaluated;  ///< empty without rows
  const MeasuredGroups* training;   ///< the same groups among the training rows; null: none
  /// Moments of the rows that overall numbers are of: `prepared`, or all rows.
  const PreparedMoments* overall = nullptr;

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
