// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <set>

#include "fairpca/moments/moments.h"
#include "linear_algebra/symmetric_eigen.h"
#include "measure/measured_groups.h"
#include "measure/messages.h"

namespace fairpca {
namespace {

/// Covariance of the rows of overall numbers about their own mean, in the scaled space.
Matrix overall_covariance(const MeasureContext& context) {
  const GroupMoments& moments = *context.input.evaluated.moments;
  const std::vector<CellKey>& published = context.disclosure.cells();
  Moments sum(moments.dim());
  for (const auto& [key, cell] : moments.cells()) {
    if (!context.disclosure.leaves_rows_out() ||
        std::binary_search(published.begin(), published.end(), key)) {
      sum.merge(cell);
    }
  }
  const Vector inverse = context.input.model.scale.cwiseInverse();
  if (sum.count() == 0) return Matrix::Zero(moments.dim(), moments.dim());
  return inverse.asDiagonal() * (sum.scatter() / sum.weight()) * inverse.asDiagonal();
}

/// R^2 of each feature on z = V'x: c_j' (V'SV)^+ c_j / S_jj, c_j' row j of SV; NaN where the
/// feature is constant.
Vector explained_shares(const Matrix& covariance, const Matrix& frame) {
  const Matrix image = covariance * frame;
  const SymmetricEigen eigen = symmetric_eigen(frame.transpose() * image);
  const double least = 1e-12 * std::max(eigen.values.maxCoeff(), 0.0);
  Vector shares = Vector::Zero(covariance.rows());
  for (Index k = 0; k < eigen.values.size(); ++k) {
    if (eigen.values(k) <= least) continue;
    shares += (image * eigen.vectors.col(k)).cwiseAbs2() / eigen.values(k);
  }
  for (Index j = 0; j < shares.size(); ++j) {
    const double variance = covariance(j, j);
    shares(j) = variance > 0 ? std::min(1.0, shares(j) / variance)
                             : std::numeric_limits<double>::quiet_NaN();
  }
  return shares;
}

/// The encoded columns of the model's protected columns, where it has them as features.
std::vector<Index> protected_features(const Model& model) {
  const std::set<std::string> names(model.protected_columns.begin(), model.protected_columns.end());
  std::vector<Index> positions;
  Index next = 0;
  for (const EncodedColumn& column : model.encoding.columns()) {
    const bool is_number = column.column.kind == ColumnKind::kNumeric;
    const Index width = column.is_dropped ? 0
                        : is_number       ? 1
                                          : static_cast<Index>(column.levels.size());
    for (Index k = 0; k < width; ++k, ++next) {
      if (names.contains(column.column.name)) positions.push_back(next);
    }
  }
  return positions;
}

}  // namespace

void measure_communality(const MeasureContext& context, Measured& measured) {
  const Model& model = context.input.model;
  const Matrix& frame = model.projection.components;
  if (model.mixture || frame.cols() == 0) return;
  const Vector communality = frame.rowwise().squaredNorm();
  const Vector scaled = explained_shares(overall_covariance(context), frame);
  const std::vector<std::string> names = model.encoding.names();
  for (Index j = 0; j < communality.size(); ++j) {
    measured.features.push_back({names[static_cast<std::size_t>(j)], communality(j), scaled(j)});
  }
  const std::vector<Index> kept = protected_features(model);
  if (kept.empty()) return;
  measured.values.push_back({.measure = "communality", .value = communality(kept).sum()});
}

}  // namespace fairpca
