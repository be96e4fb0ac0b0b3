// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fairpca/matrix.h"
#include "fairpca/optimize/objective.h"

namespace fairpca {

Matrix random_gaussian(Index rows, Index cols, unsigned seed);

Matrix random_symmetric_matrix(Index p, unsigned seed);

/// tr V'A V N with a diagonal N: Brockett's function; with N = I the sum of Rayleigh quotients.
class WeightedTrace final : public Objective {
 public:
  WeightedTrace(Matrix a, Vector weights);
  double value(const Matrix& v) const override;
  Matrix gradient(const Matrix& v) const override;

 private:
  Matrix a_;
  Vector weights_;
};

}  // namespace fairpca
