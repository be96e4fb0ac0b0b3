// SPDX-License-Identifier: BSD-3-Clause
#include "measure/attribute_points.h"

#include <limits>

#include "measure/row_samples.h"

namespace fairpca {
namespace {

AttributePoints points_of(const MeasureContext& context, std::size_t attribute, Index limit) {
  const MeasuredGroups& groups = context.evaluated;
  const RowKeys& keys = *context.input.evaluated.keys;
  AttributePoints made;
  made.groups = groups.attributes[attribute];
  std::vector<bool> is_kept(keys.cell.size(), false);
  for (const Index row :
       stratified_sample(groups.group_of[attribute], limit, context.input.settings.seed)) {
    is_kept[static_cast<std::size_t>(row)] = true;
  }
  std::vector<Index> order;
  for (const std::size_t g : made.groups) {
    for (const Index row : groups.rows[g]) {
      if (is_kept[static_cast<std::size_t>(row)]) order.push_back(row);
    }
    made.cells.begin.push_back(static_cast<Index>(order.size()));
  }
  made.points = context.input.evaluated.scored->coordinates(order, Eigen::all);
  made.row_weights = keys.weights(order);
  made.cells.weights = made.row_weights;
  for (Index c = 0; c < made.cells.cells(); ++c) {
    auto weights = made.cells.weights.segment(made.cells.begin[static_cast<std::size_t>(c)],
                                              made.cells.begin[static_cast<std::size_t>(c) + 1] -
                                                  made.cells.begin[static_cast<std::size_t>(c)]);
    weights /= weights.sum();
  }
  return made;
}

}  // namespace

std::vector<AttributePoints> AttributePoints::of(const MeasureContext& context, Index limit) {
  std::vector<AttributePoints> made;
  for (std::size_t a = 0; a < context.evaluated.attributes.size(); ++a) {
    if (context.evaluated.attributes[a].size() < 2) continue;
    made.push_back(points_of(context, a, limit));
  }
  return made;
}

std::vector<AttributePoints> AttributePoints::of(const MeasureContext& context) {
  return of(context, std::numeric_limits<Index>::max());
}

}  // namespace fairpca
