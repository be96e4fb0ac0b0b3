// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/moments/prepared_moments.h"

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

Moments combine_all(const GroupMoments& moments) {
  Moments all(moments.dim());
  for (const auto& [key, cell] : moments.cells()) all.merge(cell);
  return all;
}

Moments combine(const GroupMoments& moments, const Group& group) {
  Moments sum(moments.dim());
  for (const CellKey& key : group.cells) {
    const auto cell = moments.cells().find(key);
    if (cell == moments.cells().end()) {
      reject(moments_message<"group-of-other-moments">("group"_is(Quoted{group.name})));
    }
    sum.merge(cell->second);
  }
  if (sum.count() == 0) {
    reject(moments_message<"group-without-rows">("group"_is(Quoted{group.name})));
  }
  return sum;
}

double effective_rows(const Moments& moments) {
  return moments.weight() * (moments.weight() / moments.squared_weight());
}

/// Second moment about `centre`, divided by the scale of its row and column.
Matrix second_moment(const Moments& moments, const Vector& centre, const Vector& scale) {
  const Index p = moments.dim();
  const Vector offset = moments.mean() - centre;
  const Matrix& lower = moments.lower_scatter();
  Matrix result(p, p);
  for (Index j = 0; j < p; ++j) {
    for (Index i = j; i < p; ++i) {
      const double about_centre = lower(i, j) / moments.weight() + offset[i] * offset[j];
      result(i, j) = result(j, i) = about_centre / (scale[i] * scale[j]);
    }
  }
  return result;
}

GroupStatistics group_statistics(const GroupMoments& moments, const Group& group,
                                 const PreparedMoments& whole, Center center) {
  const Moments sum = combine(moments, group);
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
    const Moments all = combine_all(moments);
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
  PreparedMoments prepared = prepare_whole(moments, combine_all(moments), mean, scale);
  add_groups(moments, groups, center, prepared);
  return prepared;
}

}  // namespace fairpca
