// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "dense_oracles.h"
#include "fairpca/matrix.h"
#include "spectral/random_symmetric.h"

namespace fairpca {

using dense::largest_vectors;

/// The sum of the d largest eigenvalues, by Eigen's QR iteration.
double largest_sum(const Matrix& a, Index d);

double trace_in(const Matrix& a, const Matrix& v);

/// A second moment of `rows` random rows with a falling spectrum.
Matrix random_moment(Index p, unsigned seed, Index rows = 0);

/// The largest value of a concave function on [low, high], by golden sections.
double largest_concave(const std::function<double(double)>& f, double low, double high);

void expect_orthonormal(const Matrix& v, Index p, Index d);

}  // namespace fairpca
