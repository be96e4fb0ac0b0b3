// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/moments/prepared_moments.h"

#include <algorithm>
#include <cmath>

#include "moments/disclosure.h"
#include "moments/messages.h"
#include "moments/moments_check.h"
#include "moments/moments_options.h"
#include "moments/moments_range.h"

namespace fairpca {
namespace {

void check_not_empty(const GroupMoments& moments) {
  if (moments.rows() == 0) reject(moments_message<"empty-table">());
}

/// The sum of the cells: the only one itself, otherwise what is written to `sum`.
const Moments& combine(const std::vector<const Moments*>& cells, Moments& sum) {
  if (cells.size() == 1) return *cells.front();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i == 0) {
      sum = *cells[i];
    } else {
      sum.merge(*cells[i]);
    }
  }
  return sum;
}

const Moments& combine_all(const GroupMoments& moments, Moments& sum) {
  std::vector<const Moments*> cells;
  for (const auto& [key, cell] : moments.cells()) cells.push_back(&cell);
  return combine(cells, sum);
}

const Moments& combine_group(const GroupMoments& moments, const Group& group, Moments& sum) {
  std::vector<const Moments*> cells;
  for (const CellKey& key : group.cells) {
    const auto cell = moments.cells().find(key);
    if (cell == moments.cells().end()) {
      reject(moments_message<"group-of-other-moments">("group"_is(Quoted{group.name})));
    }
    cells.push_back(&cell->second);
  }
  const Moments& all = combine(cells, sum);
  if (all.count() == 0) {
    reject(moments_message<"group-without-rows">("group"_is(Quoted{group.name})));
  }
  return all;
}

double effective_rows(const Moments& moments) {
  return moments.weight() * (moments.weight() / moments.squared_weight());
}

/// Copies the lower triangle to the upper one, a block at a time, so that the lines of both stay in
/// the cache.
void mirror_lower(Matrix& matrix) {
  constexpr Index kBlock = 32;
  const Index p = matrix.rows();
  for (Index column = 0; column < p; column += kBlock) {
    const Index width = std::min(kBlock, p - column);
    for (Index j = column; j < column + width; ++j) {
      for (Index i = j + 1; i < column + width; ++i) matrix(j, i) = matrix(i, j);
    }
    for (Index row = column + width; row < p; row += kBlock) {
      const Index height = std::min(kBlock, p - row);
      matrix.block(column, row, width, height) =
          matrix.block(row, column, height, width).transpose();
    }
  }
}

/// Second moment about `centre`, divided by the scale of its row and column.
Matrix second_moment(const Moments& moments, const Vector& centre, const Vector& scale) {
  const Index p = moments.dim();
  const Vector offset = moments.mean() - centre;
  const Matrix& lower = moments.lower_scatter();
  Matrix result(p, p);
  for (Index j = 0; j < p; ++j) {
    const Index rows = p - j;
    const auto about_centre =
        lower.col(j).tail(rows).array() / moments.weight() + offset.tail(rows).array() * offset[j];
    result.col(j).tail(rows) = about_centre / (scale.tail(rows).array() * scale[j]);
  }
  mirror_lower(result);
  return result;
}

GroupStatistics group_statistics(const GroupMoments& moments, const Group& group,
                                 const PreparedMoments& whole, Center center) {
  Moments storage;
  const Moments& sum = combine_group(moments, group, storage);
  require_weights(sum);
  GroupStatistics statistics;
  statistics.group = group;
  statistics.rows = sum.count();
  statistics.weight = sum.weight();
  statistics.effective_rows = effective_rows(sum);
  statistics.share = sum.weight() / whole.weight;
  statistics.mean = (sum.mean() - whole.mean).cwiseQuotient(whole.scale);
  statistics.second_moment =
      second_moment(sum, center == Center::kGroup ? sum.mean() : whole.mean, whole.scale);
  require_finite(statistics.second_moment, whole.columns, whole.scale);
  return statistics;
}

/// Half the spacing of numbers at the mean, in units of the scale; 0 for constant columns.
Vector mean_rounding(const Moments& all, const Vector& mean, const Vector& scale) {
  Vector rounding = mean.cwiseAbs().cwiseQuotient(scale) * 0x1p-53;
  for (Index j = 0; j < rounding.size(); ++j) {
    if (all.lower_scatter()(j, j) == 0) rounding[j] = 0;
  }
  return rounding;
}

PreparedMoments prepare_whole(const GroupMoments& moments, const Moments& all, const Vector& mean,
                              const Vector& scale) {
  PreparedMoments prepared;
  require_finite(all, moments.encoding());
  require_weights(all);
  prepared.columns = moments.encoding().names();
  prepared.mean = mean;
  prepared.scale = scale;
  for (Index j = 0; j < all.dim(); ++j) {
    if (all.lower_scatter()(j, j) == 0) prepared.constant_columns.push_back(prepared.columns[j]);
  }
  prepared.mean_rounding = mean_rounding(all, mean, scale);
  prepared.rows = all.count();
  prepared.weight = all.weight();
  prepared.effective_rows = effective_rows(all);
  prepared.covariance = second_moment(all, mean, scale);
  require_finite(prepared.covariance, prepared.columns, scale);
  return prepared;
}

void add_groups(const GroupMoments& moments, const std::vector<Group>& groups, Center center,
                PreparedMoments& prepared) {
  for (const Group& group : groups) {
    prepared.groups.push_back(group_statistics(moments, group, prepared, center));
  }
}

Vector scale_of(const Moments& all, const Preparation& preparation) {
  Vector scale = Vector::Constant(all.dim(), preparation.divide_by);
  if (!preparation.standardize) return scale;
  for (Index j = 0; j < all.dim(); ++j) {
    const double deviation = std::sqrt(all.lower_scatter()(j, j) / all.weight());
    if (deviation > 0) scale[j] = deviation;
  }
  return scale;
}

void check_about(const GroupMoments& moments, const Vector& mean, const Vector& scale) {
  check_columns("the mean", mean.size(), "the moments", moments.dim());
  check_columns("the scale", scale.size(), "the moments", moments.dim());
  for (Index j = 0; j < scale.size(); ++j) {
    if (scale[j] > 0 && std::isfinite(scale[j]) && std::isfinite(mean[j])) continue;
    reject(moments_message<"mean-and-scale">("column"_is(Quoted{moments.encoding().names()[j]}),
                                             "mean"_is(mean[j]), "scale"_is(scale[j])));
  }
}

}  // namespace

PreparedMoments prepare(const GroupMoments& moments, const std::vector<Group>& groups,
                        const Preparation& preparation) {
  preparation_options().check(preparation);
  check_not_empty(moments);
  PreparedMoments prepared = [&] {
    Moments storage;
    const Moments& all = combine_all(moments, storage);
    PreparedMoments whole = prepare_whole(moments, all, all.mean(), scale_of(all, preparation));
    require_variation(all, moments.encoding());
    return whole;
  }();
  add_groups(moments, groups, preparation.center, prepared);
  return prepared;
}

PreparedMoments published_moments(const GroupMoments& moments, const PreparedMoments& all,
                                  const Disclosure& disclosure, Center center) {
  Moments sum(moments.dim());
  for (const CellKey& key : disclosure.cells()) sum.merge(moments.cells().at(key));
  PreparedMoments prepared;
  if (sum.count() > 0) {
    prepared = prepare_whole(moments, sum, all.mean, all.scale);
  } else {
    prepared.columns = all.columns;
    prepared.mean = all.mean;
    prepared.scale = all.scale;
    prepared.covariance = Matrix::Zero(moments.dim(), moments.dim());
  }
  prepared.constant_columns = all.constant_columns;
  for (std::size_t g = 0; g < all.groups.size(); ++g) {
    const Group& group = all.groups[g].group;
    GroupStatistics& statistics = prepared.groups.emplace_back();
    if (disclosure.hides(g)) {
      statistics.group = group;
    } else {
      statistics = group_statistics(moments, disclosure.published(group), prepared, center);
    }
    statistics.rows = all.groups[g].rows;
  }
  return prepared;
}

PreparedMoments prepare_about(const GroupMoments& moments, const std::vector<Group>& groups,
                              const Vector& mean, const Vector& scale, Center center) {
  check_not_empty(moments);
  check_about(moments, mean, scale);
  Moments storage;
  PreparedMoments prepared = prepare_whole(moments, combine_all(moments, storage), mean, scale);
  add_groups(moments, groups, center, prepared);
  return prepared;
}

}  // namespace fairpca
