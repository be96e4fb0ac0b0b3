// SPDX-License-Identifier: BSD-3-Clause
#include "model/reconstruction.h"

#include <algorithm>

namespace fairpca {

Vector variances_along(const Matrix& frame, const Matrix& second_moment) {
  const Matrix image = second_moment.selfadjointView<Eigen::Lower>() * frame;
  return frame.cwiseProduct(image).colwise().sum().transpose();
}

double reconstruction_error(const LinearProjection& projection, const Matrix& second_moment) {
  const Vector kept = projection.encode_scale.cwiseProduct(projection.decode_scale);
  const Vector variances = variances_along(projection.components, second_moment);
  // V is orthonormal, so tr(PM) = sum q_j v_j'Mv_j and tr(PMP) = sum q_j^2 v_j'Mv_j.
  const double captured = (kept.array() * (2 - kept.array()) * variances.array()).sum();
  return std::max(0.0, second_moment.trace() - captured);
}

double loss_against(double sigma_d, double error, const Matrix& second_moment) {
  const double trace = second_moment.trace();
  const double loss = sigma_d - (trace - error);
  return loss < 0 && loss > -1e-12 * trace ? 0 : loss;
}

}  // namespace fairpca
