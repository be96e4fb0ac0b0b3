// SPDX-License-Identifier: BSD-3-Clause
#include "fit/mean_constraints/rotate_out.h"

#include <cmath>

namespace fairpca {

void rotate_out(Matrix& frame, const Vector& f, double delta) {
  const Vector carried = frame.transpose() * f;
  const double length = carried.norm();
  if (length <= delta) return;
  Vector across = f - frame * carried;
  across -= frame * (frame.transpose() * across);
  const double rest = across.norm();
  const double whole = std::hypot(length, rest);
  if (rest <= 1e-14 * whole) return;
  const double turn =
      std::atan2(length, rest) - std::atan2(delta, std::sqrt((whole - delta) * (whole + delta)));
  const Vector share = carried / length;
  const Vector column = frame * share;
  frame += ((std::cos(turn) - 1) * column - std::sin(turn) / rest * across) * share.transpose();
}

}  // namespace fairpca
