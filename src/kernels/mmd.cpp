// SPDX-License-Identifier: BSD-3-Clause
#include "fairpca/kernels/mmd.h"

#include <fmt/format.h>

#include "fairpca/error.h"

namespace fairpca {
namespace {

/// Sum of the squared weights of a group's rows.
double self_weight(const CellRows& cells, const Vector& shares) {
  double sum = 0;
  for (Index c = 0; c < cells.cells(); ++c) {
    if (shares(c) != 0) sum += shares(c) * shares(c) * cells.inverse_rows(c);
  }
  return sum;
}

}  // namespace

double MmdContrast::self_value(const CellRows& cells) const {
  double sum = 0;
  for (Index c = 0; c < cells.cells(); ++c) sum += matrix(c, c) * cells.inverse_rows(c);
  return sum;
}

MmdContrast mmd_contrast(const CellRows& cells, const Vector& first, const Vector& second,
                         MmdEstimator estimator) {
  if (estimator == MmdEstimator::kBiased) {
    const Vector difference = first - second;
    return {difference * difference.transpose(), 0};
  }
  MmdContrast contrast{-first * second.transpose() - second * first.transpose(), 0};
  for (const Vector* shares : {&first, &second}) {
    const double self = self_weight(cells, *shares);
    if (!(self < 1 - 1e-12)) {
      throw InvalidArgument(
          "the unbiased estimate of MMD^2 needs at least 2 rows in every group: merge the group "
          "with another, leave it out, or take the biased estimate");
    }
    contrast.matrix += *shares * shares->transpose() / (1 - self);
    contrast.offset -= self / (1 - self);
  }
  return contrast;
}

}  // namespace fairpca
