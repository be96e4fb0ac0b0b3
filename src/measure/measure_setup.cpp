// SPDX-License-Identifier: BSD-3-Clause
#include "measure/measure_setup.h"

#include <algorithm>
#include <utility>

namespace fairpca {
namespace {

/// Without cells that only other parts of the data have.
std::vector<Group> groups_in(const GroupMoments& moments, std::vector<Group> groups) {
  for (Group& group : groups) {
    std::erase_if(group.cells, [&](const CellKey& key) { return !moments.cells().contains(key); });
  }
  return groups;
}

Index rows_in(const GroupMoments& moments, const Group& group) {
  Index rows = 0;
  for (const CellKey& key : group.cells) rows += moments.cells().at(key).count();
  return rows;
}

MeasuredGroups groups_of_rows(const MeasuredPart& part, const std::vector<Group>& groups,
                              const Disclosure& disclosure) {
  return MeasuredGroups::of(part.keys != nullptr ? *part.keys : RowKeys(), groups, disclosure);
}

}  // namespace

MeasureSetup::MeasureSetup(const MeasureInput& input)
    : input_(input),
      groups_(groups_in(*input.evaluated.moments, input.groups)),
      // A group without evaluated rows has no numbers, whatever is published.
      disclosure_(*input.evaluated.moments, groups_,
                  std::max<Index>(1, input.settings.min_group_size)),
      evaluated_(groups_of_rows(input.evaluated, groups_, disclosure_)) {
  const GroupMoments& moments = *input.evaluated.moments;
  const Model& model = input.model;
  const Center center = input.settings.center;
  if (disclosure_.hides_any()) {
    all_ = prepare_about(moments, {}, model.mean, model.scale, center);
    for (const Group& group : groups_) {
      GroupStatistics& statistics = all_.groups.emplace_back();
      statistics.group = group;
      statistics.rows = rows_in(moments, group);
    }
    published_ = published_moments(moments, all_, disclosure_, center);
  } else {
    published_ = prepare_about(moments, groups_, model.mean, model.scale, center);
  }
  if (input.training) training_ = groups_of_rows(*input.training, input.groups, disclosure_);
}

MeasureContext MeasureSetup::context() const {
  const bool has_training = input_.training && input_.training->keys != nullptr;
  const bool covers_hidden_groups = disclosure_.hides_any() && !disclosure_.leaves_rows_out();
  return {input_,
          disclosure_,
          published_,
          evaluated_,
          has_training ? &training_ : nullptr,
          covers_hidden_groups ? &all_ : &published_};
}

}  // namespace fairpca
